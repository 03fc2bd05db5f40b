// Games with extra turns: the moves of the winner do not follow from the distance.

import { options } from "./solved.js";

/** The greatest distance of a state that is asked about. */
const LONGEST = 1000;

/** Adds three functions to a game with extra turns. `fewest` counts the moves that the winner of a state still makes in best
 *  play: the winner chooses the way with the fewest winner's moves, and the loser the way with the most. `fewest` is null for
 *  a draw, and if more than `most` states lie on the ways. `judged` breaks ties: of moves that end the game equally soon, the
 *  best ones keep the count of `fewest`. `hurried` is the game that has only these moves. */
export function withExtraTurns(game, most = 1 << 12) {
  const known = new Map();
  let longest = LONGEST;

  /** The number; NaN if there are too many states. What is found is in `found`. */
  function count(state, found) {
    const number = known.get(state) ?? found.get(state);
    if (number !== undefined) return number;
    if (found.size >= most) return NaN;
    // The state takes its room before those that follow it.
    found.set(state, NaN);
    const counts = options(game, state).filter(({ best }) => best).map(({ to }) => count(to, found));
    const isWin = game.worth(state).value === "win";
    found.set(state, !counts.length ? 0 : isWin ? 1 + Math.min(...counts) : Math.max(...counts));
    return found.get(state);
  }

  function fewest(state) {
    const { value, distance } = game.worth(state);
    if (value === "draw" || distance === null) return null;
    if (known.has(state)) return known.get(state);
    if (distance > longest) return null;
    const found = new Map();
    const number = count(state, found);
    if (Number.isNaN(number)) {
      // As many states would be looked at in vain from others that are nearly as far.
      longest = Math.floor(0.75 * distance);
      return null;
    }
    for (const [of, moves] of found) known.set(of, moves);
    return number;
  }

  function judged(state) {
    const all = options(game, state);
    const number = fewest(state);
    if (number === null) return all;
    const then = number - (game.worth(state).value === "win" ? 1 : 0);
    return all.map((option) => ({ ...option, best: option.best && fewest(option.to) === then }));
  }

  const hurried = (state) => (fewest(state) === null ? game : { ...game, moves: () => judged(state).filter(({ best }) => best) });
  return Object.assign(game, { fewest, judged, hurried });
}
