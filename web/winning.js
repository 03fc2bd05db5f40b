// How long a game still takes as people count it: by the moves of one player.

/** The number of moves that a player has yet to make from a state on, in best play. Returns null if nobody can win, and
 *  if the number is unknown. */
export function movesOf(game, state, player) {
  const { value, distance } = game.worth(state);
  if (value === "draw" || distance === null) return null;
  const isMover = game.mover(state) === player;
  if (game.alternates) return isMover ? Math.ceil(distance / 2) : Math.floor(distance / 2);
  const count = game.fewest?.(state) ?? null;
  return count === null || (isMover === (value === "win")) ? count : distance - count;
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
