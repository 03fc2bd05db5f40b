// The words of each game on the command's list, in each language.

import { chinese } from "./chinese.js";
import { english } from "./english.js";

const LANGUAGES = { en: english, zh: chinese };

/** What a game may also say: what the players are called, who you are, what was done by a move; and what squares, heaps,
 *  things and pieces with letters are called. */
const WORDS = ["players", "sides", "did", "square", "heap", "things", "letters"];

const written = (text, parameters) => (typeof text === "function" ? text(parameters) : text);

/** Returns the words of a game with a name such as "connect:5x4" in a language: the title with its size, the
 *  title without it as `kind`, the rules, those of `WORDS` that it has, and words in the names of moves. A game without words in this language has those in English. Returns an empty
 *  object for a game that is not on the list. */
export function namedIn({ games, misere, words }, name) {
  // A game that is played by a playbook has a name of its own.
  const [kind, text = ""] = name.replace(/ by a playbook$/, "").split(":");
  const known = games[kind] ?? english.games[kind];
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
    ...Object.fromEntries(WORDS.filter((word) => known[word]).map((word) => [word, known[word]])),
    words,
  };
}

export const named = (name) => Object.fromEntries(Object.entries(LANGUAGES).map(([language, entries]) => [language, namedIn(entries, name)]));
