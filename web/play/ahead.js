// What is looked at and not played: steps of best play, a line of the proof, a square that is
// pointed at.

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
  Object.assign(view, { stepping: "", ahead });
}

/** Whether a square that is pointed at shows what is after its move. */
export const mayExplore = (view) =>
  view.isAnalysing && !view.setUp && !view.chosen.length && !view.step;

/** Shows what is after the move on a square. */
export function explore(view, cell) {
  const { game, state } = view;
  const all = options(game, state);
  const option = all.find(({ path }) => path.length === 1 && isAt(game, path[0], cell)) ?? all.find(({ covers }) => covers?.includes(cell));
  look(view, option ? [option.move] : []);
}
