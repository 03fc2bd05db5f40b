// Reads what the worker and the frame of a stranger's rules send. Nothing in it is trusted: each field is checked against its type
// and its bounds before anything else walks it, and other fields are dropped.

import { BOUNDS, PATH, REMARKS, RulesError } from "../rules.js";

/** The greatest length of an error message, and of a state in it. */
const WORDS = 2000;

/** The message for a script that cannot be read. Firefox tells nothing else about it. */
export const UNREADABLE = "the rules cannot be read";

const isText = (text, most) => typeof text === "string" && text.length <= most;
const isNumber = (number, most) => Number.isInteger(number) && number >= 0 && number <= most;

/** Tells whether a value is a list of at least `least` and at most `most` items that pass, none of which is absent.
 *  The bound of the length comes first: a list may claim to have four billion items. */
function isList(list, least, most, passes) {
  if (!Array.isArray(list) || list.length < least || list.length > most) return false;
  for (let at = 0; at < list.length; at += 1) if (!passes(list[at])) return false;
  return true;
}

const isTexts = (list, least, most, letters) => isList(list, least, most, (text) => isText(text, letters));
const isArray = (array, Type, length, most) => array instanceof Type && array.length === length && array.every((number) => number <= most);

/** Tells whether the states stand in the order in which moves reach them first. */
function inOrder({ counts, steps }) {
  let [known, at] = [1, 0];
  for (let state = 0; state < counts.length; state += 1) {
    if (state >= known) return false;
    for (const end = at + counts[state]; at < end; at += 1) {
      if (steps[at] > known) return false;
      if (steps[at] === known) known += 1;
    }
  }
  return known === counts.length;
}

/** For each field of a graph, in the order in which they are checked, the words for it and its check. */
const GRAPH = {
  kinds: ["states", ({ kinds }, { states }) => kinds instanceof Uint8Array && kinds.length > 0 && kinds.length <= states && isArray(kinds, Uint8Array, kinds.length, 7)],
  counts: ["numbers of moves", ({ counts, kinds }) => isArray(counts, Uint8Array, kinds.length, 64) && counts.every((count, state) => (count === 0) === (kinds[state] > 1))],
  steps: ["moves to states", (graph) => isArray(graph.steps, Uint32Array, movesOf(graph), graph.kinds.length - 1) && inOrder(graph)],
  columns: ["a board", ({ columns }) => isNumber(columns, BOUNDS.squares)],
  rows: ["a board", ({ columns, rows }) => isNumber(rows, BOUNDS.squares) && columns * rows <= BOUNDS.squares],
  texts: ["names of moves", (graph) => isTexts(graph.texts, 0, movesOf(graph), BOUNDS.move)],
  names: ["names of moves", (graph) => isArray(graph.names, Uint32Array, movesOf(graph), graph.texts.length - 1)],
  paths: ["squares of moves", ({ paths, texts, columns, rows }) =>
    isList(paths, texts.length, texts.length, (path) => isList(path, 0, BOUNDS.path, (square) => isNumber(square, columns * rows - 1)))],
  signs: ["signs of squares", ({ signs }) => isTexts(signs, 0, BOUNDS.signs, BOUNDS.sign)],
  boards: ["signs of squares", ({ boards, signs, kinds, columns, rows }) => isArray(boards, Uint8Array, columns * rows * kinds.length, signs.length - 1)],
  labels: ["a text for each state", ({ labels, kinds, columns }, { letters }) => {
    let left = letters;
    const count = columns ? 0 : kinds.length;
    return isList(labels, count, count, (label) => isText(label, BOUNDS.state) && (left -= label.length) >= 0);
  }],
  players: ["names of two players", ({ players }) => isTexts(players, 2, 2, BOUNDS.player)],
  title: ["a title", ({ title }) => isText(title, BOUNDS.title)],
  about: ["a text of the rules", ({ about }) => isText(about, BOUNDS.rules)],
  remarks: ["remarks", ({ remarks }) => isList(remarks, 0, REMARKS.length, (remark) => REMARKS.includes(remark))],
  keys: ["keys", ({ keys, kinds }) => isArray(keys, Uint32Array, 2 * kinds.length, 2 ** 32 - 1)],
  alternates: ["who takes turns", ({ alternates }) => typeof alternates === "boolean"],
};

const movesOf = ({ counts }) => counts.reduce((sum, count) => sum + count, 0);

function graphOf(sent, limits) {
  const graph = {};
  for (const [name, [words, passes]] of Object.entries(GRAPH)) {
    graph[name] = Object(sent)[name];
    if (!passes(graph, limits)) throw new RulesError(`expected ${words} from the rules, found something else`);
  }
  return graph;
}

const wordsOf = (text, otherwise) => (typeof text === "string" ? text.slice(0, WORDS) : otherwise);
const lineOf = (line) => (isNumber(line, 2 ** 31) ? line : 0);
/** About how many states a game has that has too many, perhaps Infinity; or 0. */
const statesOf = (states) => (typeof states === "number" && states > 0 ? states : 0);
const pathOf = (path) => (isTexts(path, 0, PATH + 1, WORDS) ? [...path] : []);

/** Reads a message: the `progress`, the `graph`, a `fault` in the rules, or a script that is `broken`. Returns an object
 *  with one of them, or an empty one. Throws a `RulesError` for a graph that is none. `limits` are those of the rules. */
export function messageOf(data, limits) {
  const { progress, graph, fault, broken } = Object(data);
  if (progress) {
    const [done, total] = [progress.done, progress.total].map((number) => (isNumber(number, limits.states) ? number : 0));
    return { progress: { done, total, surveyed: statesOf(progress.surveyed), path: pathOf(progress.path) } };
  }
  if (broken) return { broken: { message: wordsOf(broken.message, UNREADABLE), line: lineOf(broken.line) } };
  if (fault) return { fault: { message: wordsOf(fault.message, "the rules fail"), state: wordsOf(fault.state, ""), path: pathOf(fault.path), line: lineOf(fault.line), states: statesOf(fault.states), isMore: fault.isMore === true } };
  return graph ? { graph: graphOf(graph, limits) } : {};
}
