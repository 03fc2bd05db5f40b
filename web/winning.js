// How long a game still takes as people count it: by the moves of one player.

import { options } from "./solved.js";

/** By game and state: the moves of the first and of the second player in best play. */
const counted = new WeakMap();

/** The moves of both players on one line of best play to the end of a game that is won; null if the line is not known. */
function alongBestPlay(game, state) {
  const known = counted.get(game) ?? new Map();
  counted.set(game, known);
  const line = [];
  let now = state;
  while (!known.has(now)) {
    const best = options(game, now).find((option) => option.best);
    if (best) line.push(now);
    else if (game.worth(now).distance) return null;
    else known.set(now, [0, 0]);
    now = best?.to ?? now;
  }
  for (const before of line.reverse()) {
    const counts = [...known.get(now)];
    counts[game.mover(before)] += 1;
    known.set(before, counts);
    now = before;
  }
  return known.get(state);
}

/** The number of moves that a player has yet to make from a state on, in best play. Returns null if nobody can win, and
 *  if the number is unknown. Where turns do not alternate, the number is that of one line of best play. */
export function movesOf(game, state, player) {
  const { value, distance } = game.worth(state);
  if (value === "draw" || distance === null) return null;
  const isMover = game.mover(state) === player;
  if (game.alternates) return isMover ? Math.ceil(distance / 2) : Math.floor(distance / 2);
  if (game.isFar) return null;
  return alongBestPlay(game, state)?.[player] ?? null;
}

/** The player who can win in a state; null if nobody can. */
export function winnerOf(game, state) {
  const { value } = game.worth(state);
  const mover = game.mover(state);
  return value === "draw" ? null : value === "win" ? mover : 1 - mover;
}

/** The value of a state, and as `count` the number of moves that the winner has yet to make. */
export function countedState(game, state) {
  return { value: game.worth(state).value, count: movesOf(game, state, winnerOf(game, state)) };
}

/** The value of a move, and as `count` the number of moves of the winner, with this move. */
export function countedMove(game, { value, to }) {
  const { count } = countedState(game, to);
  return { value, count: count === null ? null : count + (value === "win" ? 1 : 0) };
}
