// What a player has its worker prove in a game that is too large to solve, and what the computer plays of it.

import { choose, entropy, options, outcome } from "../solved.js";

/** The states whose moves are to be proved, the most urgent first. */
function wanted(view) {
  const { game, round, settings } = view;
  const states = view.isComputersTurn ? [view.state] : [];
  if (view.isJudging) states.push(view.stage, view.state);
  // What has been played is judged at the end, or if values are shown; before that, your last move alone.
  const isJudged = round.result !== null || settings.values;
  const played = round.states.slice(0, round.known);
  const mine = view.isNeutral ? [] : played.filter((state) => round.isHuman(game.mover(state))).slice(-1);
  return [...states, ...isJudged ? fromBothEnds(played) : mine, game.start];
}

/** A list from its ends to its middle: the first positions of a game are in the table, the last ones take a moment, and those
 *  between take long. */
const fromBothEnds = (list) => list.map((_, i) => (i % 2 ? list[(i - 1) / 2] : list.at(-1 - i / 2)));

/** The moves that a level may choose among those that are proved so far: null if that depends on the others. */
function provedChoices(game, state, level) {
  const all = options(game, state);
  if (level === "random") return all;
  if (level === "casual") return null;
  const { value } = game.worth(state);
  const best = all.filter((option) => option.value === value);
  const ends = best.filter(({ distance }) => distance === 1);
  return value === null || !best.length || value === "loss" ? null : ends.length ? ends : best;
}

/** The best of what is known when the computer must choose: a draw that is proved, else a move of which nothing is
 *  known, else any. */
function guesses(game, state) {
  const all = options(game, state);
  return ["win", "draw", null].map((value) => all.filter((option) => option.value === value)).find(({ length }) => length) ?? all;
}

/** For how long the computer waits for a proof, in milliseconds. */
const PATIENCE = 10_000;

/** What proves the moves for the player of a game that `oracle` has opened. */
export function proofsOf(game) {
  /** The state that the worker is asked about, and what ends the question. */
  let asked = null;
  let stop = null;
  let hasFailed = false;
  /** Since when the computer waits, in its turn; what ends that; and whether it has chosen before the proof. */
  let since = null;
  let late = 0;
  let isEarly = false;

  function end() {
    stop?.abort();
    [asked, stop] = [null, null];
  }

  return {
    end() {
      clearTimeout(late);
      end();
    },
    /** Asks for the most urgent proof, unless it is on its way. `act` draws what is known then. Also says when the
     *  computer has chosen before its proof was done. */
    follow(view, act, root) {
      if (isEarly) view.said += view.words.space + view.words.early;
      isEarly = false;
      // Puzzles are sought in tables.
      view.today = null;
      if (hasFailed) return;
      if (!view.isComputersTurn) {
        since = null;
        clearTimeout(late);
      } else if (since === null) {
        since = Date.now();
        late = setTimeout(() => act(() => {}), PATIENCE);
      }
      // Moves that were opened before they were proved.
      for (const details of root.querySelectorAll(".why details[open]")) if (details.children.length === 1) details.dispatchEvent(new Event("toggle"));
      const state = wanted(view).find((one) => !game.isProved(one) && outcome(game, one) === null);
      if (state === undefined) end();
      if (state === undefined || state === asked) return;
      end();
      const now = new AbortController();
      [asked, stop] = [state, now];
      // The computer may know its move now.
      const redraw = () => act(() => {}, !view.isComputersTurn);
      game.prove(state, { onValues: redraw, signal: now.signal }).then(() => {
        if (stop !== now) return;
        end();
        redraw();
      }, (error) => {
        if (now.signal.aborted) return;
        end();
        if (error.name === "AbortError") return;
        hasFailed = true;
        act(() => { view.problem = Object.assign(error, { final: true }); });
      });
    },
    /** Whether the computer knows what it plays, or has waited for long enough. */
    isDecided({ state, settings }) {
      return hasFailed || game.isProved(state) || (since !== null && Date.now() - since >= PATIENCE) || provedChoices(game, state, settings.level) !== null;
    },
    /** The computer's move. */
    choose({ state, settings }, bits = entropy()) {
      if (game.isProved(state)) return choose(game, state, settings, bits);
      const moves = provedChoices(game, state, settings.level);
      isEarly = !moves;
      const among = moves ?? guesses(game, state);
      return choose({ ...game, moves: () => among }, state, { level: "random" }, bits);
    },
    /** How many moves of a game that is over are judged; "" if all are. */
    judged({ remarks, words }) {
      const known = remarks.filter(({ kind }) => kind).length;
      return known === remarks.length ? "" : words.proving(known, remarks.length);
    },
    /** How many moves of the state that is shown are proved; "" if all are. */
    progress({ stage, words }) {
      const all = options(game, stage);
      return game.isProved(stage) ? "" : words.space + words.proving(all.filter(({ value }) => value).length, all.length);
    },
  };
}
