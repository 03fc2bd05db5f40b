// How a move is chosen: by its squares in turn, or from a list.

import { options } from "../solved.js";
import { isAt } from "./ahead.js";
import { play, respond } from "./playing.js";
import { attempt } from "./puzzle.js";
import { cycle } from "./setup.js";

/** Says why nothing is played: at a point that is looked at the computer waits to be asked, and else it is about to move. */
function wait(view) {
  const { round, words } = view;
  view.said = round.isLatest ? words.proves ?? "" : words.waits;
}

/** What a click on a square does: a click at a point, in squares from the top left, and not a key. */
export function pick(view, cell, point = null) {
  const { game, words } = view;
  Object.assign(view, { cell, ahead: [], stepping: "" });
  if (view.setUp) {
    cycle(view, cell);
    return;
  }
  // A click on a legal move during the computer's pause ends the pause, and counts.
  if (view.isComputersTurn && options(game, view.state).some(({ path }) => path.some((square) => isAt(game, square, cell)))) respond(view);
  if (view.isWaiting) {
    wait(view);
    return;
  }
  const all = options(game, view.state);
  if (!all.length) {
    view.said = words.over;
    return;
  }
  const covering = point && game.boards.coveringMove(game, all, cell, point);
  if (covering) {
    enterMove(view, covering);
    return;
  }
  const onPath = (squares) => all.filter(({ path }) => squares.every((square, i) => isAt(game, path[i], square)));
  const chosen = onPath([...view.chosen, cell]).length ? [...view.chosen, cell] : [cell];
  const found = onPath(chosen);
  const wholes = found.filter(({ path }) => path.length === chosen.length);
  if (view.chosen.at(-1) === cell) {
    view.chosen = [];
  } else if (!found.length) {
    Object.assign(view, { chosen: [], said: words.notHere(view.squareName(cell)) });
  } else if (wholes.length !== 1) {
    // The next square is to be chosen, or one of several moves.
    Object.assign(view, { chosen, said: wholes.length ? words.which(view.squareName(cell)) : "" });
  } else {
    enterMove(view, wholes[0]);
  }
}

/** What a click on a move in the list does. */
export function pickMove(view, move) {
  Object.assign(view, { ahead: [], stepping: "" });
  if (view.isComputersTurn) respond(view);
  const option = options(view.game, view.state).find((one) => one.move === move);
  if (view.isWaiting) wait(view);
  else if (option) enterMove(view, option);
}

/** Plays a move that was chosen, or tries it. */
function enterMove(view, option) {
  if (view.isPuzzling) attempt(view, option);
  else play(view, option);
}
