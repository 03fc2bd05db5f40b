// perfectplay: what every position of a solved game is worth, read from a table.
//
// A wrong argument is a `TypeError` or a `RangeError` that says what was expected and what was found.

import * as expected from "./arguments.js";
import * as puzzles from "./puzzles.js";
import * as rounds from "./round.js";
import * as solved from "./solved.js";
import * as table from "./table.js";

export { LEVELS } from "./solved.js";
export { readGame } from "./data.js";
export { tictactoe } from "./tictactoe.js";

/** A function of a game and one of its states, which are looked at before it is called. */
const ofState = (call) => (game, state, ...rest) => {
  expected.expectState(game, state);
  return call(game, state, ...rest);
};

export const options = /* @__PURE__ */ ofState(solved.options);
export const outcome = /* @__PURE__ */ ofState(solved.outcome);
export const isPuzzle = /* @__PURE__ */ ofState(puzzles.isPuzzle);

export const bestLine = /* @__PURE__ */ ofState((game, state, most) => {
  if (most !== undefined) expected.expectWhole(most, "the most moves");
  return solved.bestLine(game, state, most);
});

export const plan = /* @__PURE__ */ ofState((game, state, level) => {
  expected.expectLevel(level);
  return solved.plan(game, state, level);
});

export const choose = /* @__PURE__ */ ofState((game, state, level, bits = solved.entropy()) => {
  expected.expectLevel(level);
  expected.expectBits(bits);
  return solved.choose(game, state, level, bits);
});

export const review = /* @__PURE__ */ ofState((game, start, moves) => {
  expected.expectLine(game, start, moves);
  return solved.review(game, start, moves);
});

export const proof = /* @__PURE__ */ ofState((game, state, claimant) => {
  expected.expectPlayer(claimant);
  return solved.proof(game, state, claimant);
});

export function sorted(list) {
  expected.expectOptions(list);
  return solved.sorted(list);
}

export async function findPuzzle(game, bits, thorough) {
  expected.expectGame(game);
  expected.expectBits(bits);
  return puzzles.findPuzzle(game, bits, thorough);
}

export async function puzzleOf(game, day, thorough) {
  expected.expectGame(game);
  expected.expectWhole(day, "a day");
  return puzzles.puzzleOf(game, day, thorough);
}

export function lookup(x, o) {
  expected.expectMasks(x, o);
  return table.lookup(x, o);
}

/** One game in progress. */
export class Round extends rounds.Round {
  constructor(game, given = {}) {
    expected.expectGame(game);
    const { humans = [0, 1], start = game.start, moves = [], played = moves.length } = given;
    expected.expectState(game, start);
    for (const player of humans) expected.expectPlayer(player);
    expected.expectLine(game, start, moves);
    expected.expectWhole(played, "the moves played");
    super(game, given);
  }
}

/** `solve` of `perfectplay/solve`, which is loaded when this is first called. */
export const solve = async (...given) => (await import("./solve.js")).solve(...given);
