// What is looked at and not played: steps of best play, a line of the proof, what is after a move, and
// the piece that a move would place.

import { options } from "../solved.js";
import { travel } from "./playing.js";

/** Whether a square that is chosen stands for one of a move: where pieces fall, any square of the
 *  column does. */
export const isAt = ({ columns, drops }, square, chosen) =>
  square === chosen || Boolean(drops && square % columns === chosen % columns);

/** Goes to a step of a line, from 0: of best play, or of what refutes a mistake, which begins
 *  where that was made. */
export function stepTo(view, step, name = view.stepping || "line") {
  if (name === "refutation" && view.mistake) travel(view, view.mistake.ply);
  Object.assign(view, { stepping: name, ahead: view[name].slice(0, Math.max(0, step)), chosen: [] });
}

/** Shows moves on the board that are not played: as many of them as are legal. */
export function look(view, moves) {
  const ahead = [];
  for (const move of moves) {
    const option = options(view.game, ahead.at(-1)?.to ?? view.state).find((one) => one.move === move);
    if (!option) break;
    ahead.push(option);
  }
  Object.assign(view, { stepping: "", ahead, saidBefore: view.said });
}

/** The move that a square stands for alone; undefined where there is none. */
function optionAt({ game, state }, cell) {
  const all = options(game, state);
  return all.find(({ path }) => path.length === 1 && isAt(game, path[0], cell)) ?? all.find(({ covers }) => covers?.includes(cell));
}

/** Shows the piece that the move on a square would place. All else stays as it is on the board. */
export function point(view, cell) {
  const option = view.setUp || view.isComputersTurn || view.isWaiting ? undefined : optionAt(view, cell);
  view.pointed = option ? { from: view.state, option } : null;
}

/** Shows the board after the move on a square, with the values there. */
export function whatThen(view, cell) {
  if (!view.isAnalysing || view.setUp || view.chosen.length || view.step) return;
  const option = optionAt(view, cell);
  look(view, option ? [option.move] : []);
}
