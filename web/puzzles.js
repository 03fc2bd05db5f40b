// Puzzles of a solved game: states with a single move that keeps what there is, a win of at least
// three moves, or a draw that all other moves lose. They are found by chance and not by a look at
// all states, of which there may be millions.

import { below, mix, options } from "./solved.js";
import { inTurns } from "./turns.js";

/** How many states are drawn by lot before all are looked at in turn. */
const DRAWS = 8192;
/** How many states of a distant table are drawn by lot. Each is fetched with its moves. */
const FETCHED = 64;

export function isPuzzle(game, state) {
  const { value, distance } = game.worth(state);
  if (value === "loss" || distance === null || distance < 3) return false;
  const all = options(game, state);
  return all.length > 2 && all.filter((option) => option.value === value).length === 1;
}

/** A puzzle, the same for the same 64 bits; null if the game has none. Unless it is `thorough`, it
 *  gives up where puzzles are few, and fetches nothing: undefined where the table is distant. */
export async function findPuzzle(game, bits, thorough = true) {
  if (!game.count) return null;
  if (game.isFar) return thorough ? fetchedPuzzle(game, bits) : undefined;
  const look = (number) => {
    const state = game.at(number);
    return isPuzzle(game, state) ? state : undefined;
  };
  const drawn = (draw) => below(mix(bits + BigInt(draw)), game.count);
  return await inTurns(DRAWS, (draw) => look(drawn(draw)))
    ?? (thorough ? await inTurns(game.count, (i) => look((drawn(0) + i) % game.count)) : null)
    ?? null;
}

/** A puzzle of a distant table, of which no more is fetched than a few states. */
async function fetchedPuzzle(game, bits) {
  for (let draw = 0; draw < FETCHED; draw += 1) {
    const state = game.at(below(mix(bits + BigInt(draw)), game.count));
    await game.ready(state);
    if (isPuzzle(game, state)) return state;
  }
  return null;
}

/** The puzzle of a day, which everybody gets. `day` counts days, from any. */
export const puzzleOf = (game, day, thorough) => findPuzzle(game, mix(BigInt(day)), thorough);
