// Reports on a game for its designer: who wins, how long it lasts, how hard it is, and where no move can be a
// mistake.

import { bestLine, options, outcome } from "../solved.js";
import { inTurns } from "../turns.js";
import { movesOf, winnerOf } from "../winning.js";

/** The values of states as the module numbers them, from 0 for a loss. */
const DRAW = 1;
const WIN = 2;

/** Returns the report of a solved game: counts over all states of its graph, by their values and distances, and its line of
 *  best play. A number of moves that is unknown is null. */
export async function reportOf(game, { kinds, counts, steps }, { values, distances }) {
  const winner = winnerOf(game, game.start);
  // No line is longer: it ends when a state comes again.
  const line = bestLine(game, game.start, game.count);
  const found = { unfinished: 0, choices: 0, moves: 0, losing: 0, only: 0 };
  // The state from which the longest win begins.
  let longest = { state: null, distance: 0 };
  // For each least number of moves from the start: how many states the first player wins, draws and loses.
  const depth = new Uint32Array(game.count).fill(2 ** 32 - 1);
  depth[game.start] = 0;
  const course = [];
  let at = 0;
  // States are numbered in the order in which games reach them. There may be millions, so no objects are made of them.
  await inTurns(game.count, (state) => {
    const ply = depth[state];
    const [mover, value, distance] = [kinds[state] & 1, values[state], distances[state] - 1];
    course[ply] ??= [0, 0, 0];
    course[ply][value === DRAW ? 1 : (value === WIN) === (mover === 0) ? 0 : 2] += 1;
    if (value !== DRAW && distance > longest.distance) longest = { state, distance };
    const count = counts[state];
    if (!count) return;
    let kept = 0;
    for (const end = at + count; at < end; at += 1) {
      const to = steps[at];
      depth[to] = Math.min(depth[to], ply + 1);
      if ((mover === (kinds[to] & 1) ? values[to] : WIN - values[to]) === value) kept += 1;
    }
    found.unfinished += 1;
    found.moves += count;
    found.losing += count - kept;
    if (count < 2) return;
    found.choices += 1;
    if (kept === 1) found.only += 1;
  });
  const count = movesOf(game, game.start, winner);
  const opening = { win: 0, draw: 0, loss: 0 };
  for (const option of options(game, game.start)) opening[option.value] += 1;
  // A stretch is dull while no move of best play could have been a mistake.
  let dull = 0;
  let run = 0;
  let state = game.start;
  for (const { to } of line) {
    const here = game.worth(state).value;
    run = options(game, state).every((option) => option.value === here) ? run + 1 : 0;
    dull = Math.max(dull, run);
    state = to;
  }
  return {
    winner, opening, dull, course,
    count,
    states: game.count,
    isEndless: outcome(game, line.at(-1)?.to ?? game.start) === null,
    // Without a number for the winner, that of one line would be no fact.
    lengths: winner !== null && count === null ? null : [0, 1].map((player) => line.filter((_, ply) => game.mover(ply ? line[ply - 1].to : game.start) === player).length),
    longest: longest.state === null ? 0 : movesOf(game, longest.state, winnerOf(game, longest.state)),
    width: found.unfinished ? found.moves / found.unfinished : 0,
    losing: found.moves ? found.losing / found.moves : 0,
    only: found.choices ? found.only / found.choices : 0,
  };
}
