// Boards that are set up by hand, square by square.

import { enterAt } from "./playing.js";

/** Opens the set-up, with the board as it stands, or leaves it. */
export function toggleSetUp(view) {
  const { state, swapped } = view.round;
  Object.assign(view, { setUp: view.setUp ? null : { state, swapped }, puzzle: null, ahead: [], stepping: "", chosen: [], said: "" });
}

/** Makes a board the one that is being set up. */
export function setUp(view, state, swapped = view.swapped) {
  Object.assign(view, { setUp: { state, swapped }, ahead: [], stepping: "", said: "" });
}

/** Gives the first move to the other mark. */
export function exchangeMarks(view) {
  setUp(view, view.game.byHand.exchanged(view.state), !view.swapped);
}

/** Changes a square: empty, X, O, and empty again. */
export function cycle(view, cell) {
  const [first, second] = [1 << cell, 512 << cell];
  const { state, swapped } = view.setUp;
  const piece = view.game.squares(state)[cell];
  const next = piece === 0 ? (swapped ? 2 : 1) : piece === (swapped ? 2 : 1) ? (swapped ? 1 : 2) : 0;
  setUp(view, state & ~first & ~second | (next === 1 ? first : next === 2 ? second : 0));
}

/** Begins a round at the board, if a game reaches it. */
export function playFromHere(view) {
  if (view.game.has(view.state)) enterAt(view, { start: view.state, swapped: view.swapped });
}
