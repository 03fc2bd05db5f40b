// perfectplay: what every position of a solved game is worth, read from a table.

export { LEVELS, bestLine, choose, options, outcome, plan, proof, puzzleOf, puzzles, review, sorted } from "./solved.js";
export { Round } from "./round.js";
export { readGame } from "./data.js";
export { lookup } from "./table.js";
export { tictactoe } from "./tictactoe.js";
