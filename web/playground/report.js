// Reports on a game for its designer: who wins, how long it lasts, how hard it is, and where no move can be a
// mistake.

import { bestLine, options, outcome } from "../solved.js";
import { inTurns } from "../turns.js";
import { movesOf, winnerOf } from "../winning.js";

/** Returns the report of a solved game: counts over all of its states, and its line of best play. */
export async function reportOf(game) {
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
  // States are numbered in the order in which games reach them.
  await inTurns(game.count, (state) => {
    const ply = depth[state];
    const worth = game.worth(state);
    course[ply] ??= [0, 0, 0];
    const first = worth.value === "draw" ? 1 : (worth.value === "win") === (game.mover(state) === 0) ? 0 : 2;
    course[ply][first] += 1;
    if (worth.value !== "draw" && worth.distance > longest.distance) longest = { state, distance: worth.distance };
    const all = options(game, state);
    for (const { to } of all) depth[to] = Math.min(depth[to], ply + 1);
    if (!all.length) return;
    const kept = all.filter((option) => option.value === worth.value).length;
    found.unfinished += 1;
    found.moves += all.length;
    found.losing += all.length - kept;
    if (all.length < 2) return;
    found.choices += 1;
    if (kept === 1) found.only += 1;
  });
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
    count: movesOf(game, game.start, winner),
    states: game.count,
    isEndless: outcome(game, line.at(-1)?.to ?? game.start) === null,
    lengths: [0, 1].map((player) => line.filter((_, ply) => game.mover(ply ? line[ply - 1].to : game.start) === player).length),
    longest: longest.state === null ? 0 : movesOf(game, longest.state, winnerOf(game, longest.state)),
    width: found.unfinished ? found.moves / found.unfinished : 0,
    losing: found.moves ? found.losing / found.moves : 0,
    only: found.choices ? found.only / found.choices : 0,
  };
}
