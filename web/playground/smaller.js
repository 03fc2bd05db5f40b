// Finds numbers of rules with which a game is small enough.

import { LIMITS, RulesError } from "../rules.js";
import { numbersOf, withNumber } from "./share.js";

/** The greatest number of games that are tried. */
const TRIES = 12;
/** The number of states up to which a game that is tried is counted. The number of more states is estimated. */
const COUNTED = 20_000;

/** Returns the greatest limits that a device has room for. `memory` is its memory in gigabytes: browsers tell at most 8. */
export function limitsOf(memory = 4) {
  const states = Math.min(5_000_000, Math.max(LIMITS.states, 625_000 * memory));
  return { states, letters: Math.max(LIMITS.letters, 40 * states), enough: 4 * states };
}

/** Returns about how many states rules have. `explore` rejects with a `RulesError` if there are more than its limits allow. */
async function countOf(source, explore) {
  try {
    const { kinds } = await explore(source, { ...LIMITS, states: COUNTED });
    return kinds.length;
  } catch (error) {
    if (!(error instanceof RulesError)) throw error;
    return error.states || Infinity;
  }
}

/** Finds rules with at most `most` states: one number after the other is decreased, the one that helps most, until they
 *  have so few. Returns their text, the numbers that differ, and about how many states they have; or null. */
export async function smaller(source, most, explore) {
  let text = source;
  for (let tries = 0; tries < TRIES;) {
    let best = null;
    for (const { name, value } of numbersOf(text)) {
      if (value < 2 || tries === TRIES) continue;
      tries += 1;
      const changed = withNumber(text, name, value - 1);
      const states = await countOf(changed, explore);
      if (!best || states < best.states) best = { text: changed, states };
      if (states <= most) break;
    }
    if (!best) return null;
    text = best.text;
    if (best.states > most) continue;
    const before = new Map(numbersOf(source).map(({ name, value }) => [name, value]));
    const numbers = numbersOf(text).filter(({ name, value }) => before.get(name) !== value);
    return { ...best, numbers };
  }
  return null;
}
