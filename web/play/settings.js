// What is remembered between visits, where the browser allows it, and the settings among it.

import { LEVELS } from "../solved.js";

/** What may be chosen, the usual first. */
export const CHOICES = {
  players: ["1", "2"],
  mark: [0, 1],
  first: ["you", "computer", "alternate"],
  level: LEVELS,
  language: ["", "en", "zh"],
};

/** What is on or off, and off at first: what moves are worth, one of moves that mirror each other, sounds, and the board
 *  seen from the other side. */
const FLAGS = ["values", "mirrors", "sounds", "flipped"];

/** Settings from whatever was stored: what is not understood gets its default. */
export function settingsFrom(stored) {
  const source = Object(stored);
  const settings = { ...Object.fromEntries(FLAGS.map((name) => [name, source[name] === true])) };
  for (const [name, choices] of Object.entries(CHOICES)) {
    settings[name] = choices.includes(source[name]) ? source[name] : choices[0];
  }
  const rate = source.errorRate;
  settings.errorRate = Number.isInteger(rate) && rate >= 0 && rate <= 100 ? rate : 25;
  return settings;
}

/** What a browser remembers of a game; where it does not allow that, as long as the page lasts. */
export function memory(name, isKept) {
  const held = {};
  const key = (what) => `perfectplay.${name}.${what}`;
  return {
    key,
    read(what) {
      try {
        if (isKept) return JSON.parse(localStorage.getItem(key(what))) ?? null;
      } catch {
        // Denied, or written by somebody else.
      }
      return held[what] ?? null;
    },
    write(what, value) {
      held[what] = value;
      try {
        if (isKept) localStorage.setItem(key(what), JSON.stringify(value));
      } catch {
        // Denied, or full: the page goes on with what it holds.
      }
    },
  };
}
