// perfectplay: what every position of a solved game is worth, read from a table.

export { LEVELS, bestLine, choose, options, outcome, plan, proof, review, sorted } from "./solved.js";
export { findPuzzle, isPuzzle, puzzleOf } from "./puzzles.js";
export { Round } from "./round.js";
export { readGame } from "./data.js";
export { lookup } from "./table.js";
export { tictactoe } from "./tictactoe.js";

/** `solve` of `perfectplay/solve`, which is loaded when this is first called. */
export const solve = async (...given) => (await import("./solve.js")).solve(...given);
