// What a game that the command knows says of itself in each language.

import { chinese } from "./chinese.js";
import { english } from "./english.js";

const LANGUAGES = { en: english, zh: chinese };

const written = (text, parameters) => (typeof text === "function" ? text(parameters) : text);

/** Of a game by its name, such as "connect:5x4": its title in a language, with its size, and without it as
 *  `kind`; its rules; what its players are called, if not by their marks, and who you are as one of them;
 *  and words in the names of moves. Nothing, if it is none of those that are known. */
function namedIn({ games, misere, words }, name) {
  // A game that is played by a playbook has a name of its own.
  const [kind, text = ""] = name.replace(/ by a playbook$/, "").split(":");
  const known = games[kind];
  if (!known) return {};
  const parameters = text.split(/[,x]/).filter(Boolean);
  const isMisere = parameters.includes("misere");
  const normal = parameters.filter((one) => one !== "misere" && one !== "normal");
  const title = written(known.title, normal);
  const size = normal.length && known.size ? written(known.size, normal) : "";
  return {
    title: [title, size, isMisere && misere.title].filter(Boolean).join(" · "),
    kind: title,
    rules: [written(known.rules, normal), isMisere && misere.rules].filter(Boolean).join(" "),
    ...(known.players && { players: known.players }),
    ...(known.sides && { sides: known.sides }),
    words,
  };
}

export const named = (name) => Object.fromEntries(Object.entries(LANGUAGES).map(([language, entries]) => [language, namedIn(entries, name)]));
