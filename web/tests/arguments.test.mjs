// Every function of the package with wrong arguments: each tells what it expects.

import assert from "node:assert/strict";
import { test } from "node:test";

import * as perfectplay from "../index.js";

const { Round, bestLine, choose, findPuzzle, isPuzzle, lookup, options, outcome, plan, proof, puzzleOf, readGame, review, solve, sorted, tictactoe } = perfectplay;

const UNREACHABLE = 0b111;
const perfect = { level: "perfect" };
const NO_GAMES = [undefined, null, "tictactoe", 7, {}, { name: "tictactoe" }];
/** States of a wrong type, and what no play reaches. */
const NO_STATES = [[undefined, TypeError], [null, TypeError], [{}, TypeError], ["X../.../...", RangeError], [NaN, RangeError],
  [1.5, RangeError], [-1, RangeError], [2 ** 40, RangeError], [UNREACHABLE, RangeError]];

/** The functions that take a game and a state, each with the rest of what it takes. */
const OF_STATE = [[options], [outcome], [isPuzzle], [bestLine], [plan, perfect], [choose, perfect], [review, []], [proof, 0]];

/** Other wrong arguments, each with what the message names. */
const WRONG = [
  [() => choose(tictactoe, 0, { level: "perfct" }), RangeError, /expected a level out of perfect, invincible, casual, random, found "perfct"/],
  [() => choose(tictactoe, 0, "Perfect"), TypeError, /expected a level as \{ level: "perfect" \}, found "Perfect"/],
  [() => choose(tictactoe, 0, {}), RangeError, /expected a level out of .*, found undefined/],
  [() => choose(tictactoe, 0), TypeError, /expected a level/],
  [() => choose(tictactoe, 0, { level: "casual", errorRate: 101 }), RangeError, /expected an error rate from 0 to 100, found 101/],
  [() => choose(tictactoe, 0, { level: "casual", errorRate: "25" }), RangeError, /expected an error rate from 0 to 100, found "25"/],
  [() => choose(tictactoe, 0, perfect, "7"), TypeError, /expected 64 bits as a BigInt, found "7"/],
  [() => choose(tictactoe, 0, perfect, 7), TypeError, /expected 64 bits as a BigInt, found 7/],
  [() => plan(tictactoe, 0, { level: "Random" }), RangeError, /expected a level out of/],
  [() => bestLine(tictactoe, 0, -1), TypeError, /expected the most moves as a whole number, found -1/],
  [() => review(tictactoe, 0, [0, 0]), RangeError, /expected a legal move at ply 1, found 0/],
  [() => review(tictactoe, 0, "01"), TypeError, /expected a list of moves, found "01"/],
  [() => proof(tictactoe, 0, 2), TypeError, /expected a player, 0 or 1, found 2/],
  [() => sorted("win"), TypeError, /expected a list of options/],
  [() => sorted([{ value: "won" }]), TypeError, /expected a list of options/],
  [() => lookup("X", 0), TypeError, /expected a mask of cells as a whole number, found "X"/],
  [() => lookup(1), TypeError, /expected a mask of cells as a whole number, found undefined/],
  [() => lookup(1n, 0n), TypeError, /found 1n/],
  [() => new Round(tictactoe, { humans: ["X"] }), TypeError, /expected a player, 0 or 1, found "X"/],
  [() => new Round(tictactoe, { start: UNREACHABLE }), RangeError, /expected a state of tictactoe that play reaches, found 7/],
  [() => new Round(tictactoe, { moves: [0, 9] }), RangeError, /expected a legal move at ply 1, found 9/],
  [() => new Round(tictactoe, { moves: [0], played: -1 }), TypeError, /expected the moves played as a whole number, found -1/],
];

/** What a promise is rejected with. */
const REJECTED = [
  [() => findPuzzle(tictactoe, 7), TypeError, /expected 64 bits as a BigInt, found 7/],
  [() => puzzleOf(tictactoe, "today"), TypeError, /expected a day as a whole number, found "today"/],
  [() => readGame(7), Error, /expected/],
  [() => readGame("{}"), Error, /expected format/],
  [() => solve(7), Error, /expected the name of a game, or rules, found 7/],
  [() => solve(undefined), Error, /expected the name of a game, or rules, found undefined/],
];

test("no function is forgotten", () => {
  const tried = [...OF_STATE.map(([call]) => call), Round, findPuzzle, lookup, puzzleOf, readGame, solve, sorted];
  assert.deepEqual(new Set(tried), new Set(Object.values(perfectplay).filter((item) => typeof item === "function")));
});

test("what is no game is refused", async () => {
  for (const game of NO_GAMES) {
    for (const [call, ...rest] of OF_STATE) assert.throws(() => call(game, 0, ...rest), { name: "TypeError", message: /expected a game, found/ });
    assert.throws(() => new Round(game), { name: "TypeError", message: /expected a game, found/ });
    await assert.rejects(findPuzzle(game, 7n), { name: "TypeError", message: /expected a game, found/ });
    await assert.rejects(puzzleOf(game, 7), { name: "TypeError", message: /expected a game, found/ });
  }
});

test("what is no state is refused", () => {
  for (const [state, failure] of NO_STATES) {
    for (const [call, ...rest] of OF_STATE) assert.throws(() => call(tictactoe, state, ...rest), (error) => error instanceof failure && /expected a state of tictactoe/.test(error.message));
  }
});

test("other wrong arguments are refused", async () => {
  for (const [call, failure, message] of WRONG) assert.throws(call, (error) => error instanceof failure && message.test(error.message), String(call));
  for (const [call, failure, message] of REJECTED) await assert.rejects(call, (error) => error instanceof failure && message.test(error.message), String(call));
});

test("right arguments are taken", async () => {
  assert.equal(options(tictactoe, 0).length, 9);
  assert.equal(outcome(tictactoe, 0), null);
  assert.ok(plan(tictactoe, 0, { level: "casual", errorRate: 0.5 }).errors);
  assert.equal(choose(tictactoe, 0b11 | 0b11000 << 9, perfect, 0n), 2);
  assert.equal(lookup(-1, 0), null);
  assert.equal(new Round(tictactoe, { moves: [4, 0], played: 1 }).state, 1 << 4);
  assert.equal(await puzzleOf(tictactoe, 7), await puzzleOf(tictactoe, 7));
});
