// What the frame of a stranger's rules sends is checked: each field, its bounds, and before anything walks it.

import assert from "node:assert/strict";
import { describe, test } from "node:test";

import { readGame } from "../data.js";
import { packed } from "../pack.js";
import { EXAMPLES } from "../playground/examples.js";
import { messageOf } from "../playground/message.js";
import { reportOf } from "../playground/report.js";
import { BOUNDS, LIMITS, RulesError, explored } from "../rules.js";
import { rulesIn } from "./rules.test.mjs";

/** A list that claims to have four billion items, and has none. */
const HOLES = () => new Array(2 ** 32 - 1);
const TAKE_AWAY = explored(rulesIn(EXAMPLES[2]));
const NOTAKTO = explored(rulesIn(EXAMPLES[7]));

/** Returns the message as it is received. */
const received = (message, limits = LIMITS) => messageOf(structuredClone(message), limits);
const changed = (array, place, value) => Object.assign(array.slice(), { [place]: value });

test("graphs of the examples pass as they are, and other fields are dropped", () => {
  for (const source of EXAMPLES) {
    const graph = explored(rulesIn(source));
    assert.deepEqual(received({ graph: { ...graph, more: HOLES() } }).graph, graph);
  }
});

describe("a graph is refused with a wrong", () => {
  const { kinds, counts, steps, texts, names, paths, signs, boards, keys } = NOTAKTO;
  const { labels } = TAKE_AWAY;
  const states = kinds.length;
  for (const [name, change, graph = NOTAKTO] of [
    ["list of paths", { paths: [HOLES()] }],
    ["path among right ones", { paths: changed(paths, 3, HOLES()) }],
    ["path with a hole", { paths: changed(paths, 3, new Array(1)) }],
    ["path of more squares than a move has", { paths: changed(paths, 3, [0, 1, 2, 3, 4]) }],
    ["path off the board", { paths: changed(paths, 3, [9]) }],
    ["path before the board", { paths: changed(paths, 3, [-1]) }],
    ["number of paths", { paths: HOLES() }],
    ["number of labels", { labels: HOLES() }],
    ["number of labels beside a board", { labels: new Array(states) }],
    ["list of labels with holes", { labels: new Array(labels.length) }, TAKE_AWAY],
    ["label", { labels: changed(labels, 0, 7) }, TAKE_AWAY],
    ["label that is too long", { labels: changed(labels, 0, "x".repeat(BOUNDS.state + 1)) }, TAKE_AWAY],
    ["number of labels in a game without a board", { labels: HOLES() }, TAKE_AWAY],
    ["number of names of moves", { texts: HOLES() }],
    ["name of a move", { texts: changed(texts, 0, null) }],
    ["name of a move that is too long", { texts: changed(texts, 0, "x".repeat(BOUNDS.move + 1)) }],
    ["name of a move that has none", { names: changed(names, 0, texts.length) }],
    ["list of signs", { signs: HOLES() }],
    ["sign", { signs: changed(signs, 0, {}) }],
    ["sign that is too long", { signs: changed(signs, 0, "x".repeat(17)) }],
    ["sign on a square", { boards: changed(boards, 0, signs.length) }],
    ["number of squares", { boards: boards.slice(1) }],
    ["number of columns below zero", { columns: -3, rows: -3 }],
    ["number of columns", { columns: 4.5, rows: 2 }],
    ["number of rows", { rows: "3" }],
    ["size of the board", { columns: 64, rows: 2 }],
    ["kind", { kinds: changed(kinds, 0, 8) }],
    ["kind for a state with moves", { kinds: changed(kinds, 0, 2) }],
    ["type of kinds", { kinds: Array.from(kinds) }],
    ["number of states", { kinds: new Uint8Array(0), counts: new Uint8Array(0) }],
    ["number of moves", { counts: changed(counts, 0, 65) }],
    ["sum of moves", { counts: changed(counts, 0, counts[0] - 1) }],
    ["state after a move", { steps: changed(steps, 0, states) }],
    ["order of states", { steps: changed(steps, 0, 2) }],
    ["state that no move reaches", { steps: steps.map((to) => (to === states - 1 ? 0 : to)) }],
    ["type of moves", { steps: new Float64Array(steps) }],
    ["number of players", { players: HOLES() }],
    ["player", { players: ["X", undefined] }],
    ["player that is too long", { players: ["X", "O".repeat(BOUNDS.player + 1)] }],
    ["title", { title: ["x"] }],
    ["title that is too long", { title: "x".repeat(BOUNDS.title + 1) }],
    ["text of the rules", { about: "x".repeat(BOUNDS.rules + 1) }],
    ["remark", { remarks: ["constructor"] }],
    ["list of remarks", { remarks: HOLES() }],
    ["number of keys", { keys: keys.slice(1) }],
    ["flag", { alternates: 1 }],
  ]) {
    test(name, () => {
      assert.throws(() => received({ graph: { ...graph, ...change } }), (error) => {
        assert.ok(error instanceof RulesError, error.stack);
        assert.match(error.message, /^expected .* from the rules, found something else$/);
        return true;
      });
    });
  }

  test("absent field, one by one", () => {
    for (const name of Object.keys(NOTAKTO)) assert.throws(() => received({ graph: { ...NOTAKTO, [name]: undefined } }), RulesError, name);
  });

  test("number of states, or of letters, above the limits", () => {
    assert.throws(() => received({ graph: NOTAKTO }, { ...LIMITS, states: states - 1 }), /expected states/);
    assert.throws(() => received({ graph: TAKE_AWAY }, { ...LIMITS, letters: 10 }), /expected a text for each state/);
  });
});

test("signs with names of members of objects belong to nobody", async () => {
  const graph = received({ graph: { ...NOTAKTO, signs: ["constructor", "toString"] } }).graph;
  const worths = { values: new Uint8Array(graph.kinds.length), distances: new Uint32Array(graph.kinds.length) };
  const { pieces } = await packed("own", graph, worths);
  assert.deepEqual(pieces, [{ kind: "common", text: "constructor" }, { kind: "common", text: "toString" }]);
});

test("progress, faults and broken scripts have only numbers and texts within their bounds", () => {
  assert.deepEqual(received({ progress: { done: 3, total: 5, surveyed: 2e7, path: ["a"] } }), { progress: { done: 3, total: 5, surveyed: 2e7, path: ["a"] } });
  assert.deepEqual(received({ progress: { done: NaN, total: HOLES(), surveyed: HOLES(), path: HOLES() } }), { progress: { done: 0, total: 0, surveyed: 0, path: [] } });
  assert.deepEqual(received({ progress: { done: -1, total: 2 ** 60, surveyed: -1, path: [1] } }), { progress: { done: 0, total: 0, surveyed: 0, path: [] } });
  assert.deepEqual(received({ fault: { message: HOLES(), state: HOLES(), path: HOLES() } }), { fault: { message: "the rules fail", state: "", path: [], line: 0, states: 0, isMore: false } });
  for (const [states, read] of [[NaN, 0], [-1, 0], ["9", 0], [HOLES(), 0], [2e7, 2e7], [Infinity, Infinity]]) assert.equal(received({ fault: { states } }).fault.states, read);
  assert.equal(received({ fault: { message: "x".repeat(1e6), state: "4", path: [] } }).fault.message.length, 2000);
  assert.deepEqual(received({ broken: { message: HOLES(), line: "7" } }), { broken: { message: "the rules cannot be read", line: 0 } });
  for (const message of [undefined, null, 7, "graph", [], {}, { other: 1 }]) assert.deepEqual(received(message), {});
});

test("best play is told to its end, however long it is", async () => {
  const moves = 250;
  const graph = explored({ start: 0, moves: () => ["on"], play: (at) => at + 1, outcome: (at) => (at === moves ? "draw" : undefined) });
  const worths = { values: new Uint8Array(moves + 1).fill(1), distances: new Uint32Array(moves + 1) };
  const { lengths, isEndless, course } = await reportOf(await readGame(await packed("long", graph, worths)), graph, worths);
  assert.deepEqual([lengths, isEndless, course.length], [[moves / 2, moves / 2], false, moves + 1]);
});

test("a game without a board has no squares", () => {
  assert.deepEqual([TAKE_AWAY.columns, received({ graph: TAKE_AWAY }).graph.boards.length], [0, 0]);
});
