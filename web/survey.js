// Estimates how many states a game of rules has, from samples of its states.
//
// `src/forecast/survey.rs` explains the method. Use it for games in which all paths to a state have the same number of
// moves. A layer is all states after the same number of moves. The first layers are enumerated. After that, a sample
// represents each layer. Some next states are reached once from the sample, and some twice. Their counts tell how many
// next states the sample does not reach.

/** The weight, in pairs, that the layer before has in the estimate of a state's number of parents. */
const PRIOR = 16;
/** The number of states that are enumerated, and the number of states of the sample of a layer. */
const BUDGET = 20_000;
const SAMPLE = 5_000;
/** The greatest number of layers. */
const LAYERS = 1000;

/** Returns numbers from 0 to 1, always the same ones: the generator of S. K. Park and K. W. Miller, 1988. */
function numbers() {
  let now = 1;
  return () => {
    now = now * 48271 % 2147483647;
    return now / 2147483647;
  };
}

/** Returns about how many states there are, or null if this cannot be told: if a state occurs after different numbers of
 *  moves, or if a game has too many moves. `start` is a node: `{ key, isOver }` and what else `after` needs, which returns
 *  the nodes after the moves of a node. `onLayer` is called after each layer with the estimate so far, and ends the work if it returns true. */
export function estimated(start, after, onLayer = () => false) {
  const random = numbers();
  // `parents` and `layers` have one entry for each sampled state, and `weights` one for each layer. The root is state 0.
  const parents = [0];
  const layers = [0];
  const weights = [1];
  const weight = (number) => weights[layers[number]];
  const odds = (number) => weight(number) - 1;
  /** Returns the sampling rate of the last common ancestor of two states. */
  const rateOfKin = (one, two) => {
    let [older, younger] = [Math.min(one, two), Math.max(one, two)];
    while (older !== younger) {
      const parent = parents[younger];
      [older, younger] = [Math.min(older, parent), Math.max(older, parent)];
    }
    return 1 / weight(older);
  };
  // The estimates of further parents in the layer before, of unfinished and of finished states.
  const before = [null, null];
  const met = new Set();
  let isSampled = false;
  let total = 0;
  let found = new Map([[start.key, { node: start, from: [0] }]]);
  for (let layer = 0; found.size; layer += 1) {
    if (layer === LAYERS) return null;
    const tallies = [0, 1].map(() => ({ states: 0, once: 0, oddsOnce: 0, oddsTwice: 0 }));
    const open = [];
    for (const { node, from } of found.values()) {
      const tally = tallies[Number(node.isOver)];
      tally.states += 1;
      let once = 0;
      if (from.length === 1) {
        once = odds(from[0]);
        tally.once += Number(once > 0);
        tally.oddsOnce += once;
      } else if (from.length === 2) {
        tally.oddsTwice += odds(from[0]) * odds(from[1]) * rateOfKin(...from);
      }
      if (!node.isOver) open.push({ node, parent: from[Math.floor(random() * from.length)], odds: once });
      if (isSampled) continue;
      if (met.has(node.key)) return null;
      met.add(node.key);
    }
    const shares = tallies.map((tally, i) => {
      total += tally.states;
      if (!tally.oddsOnce) return 0;
      const mean = tally.oddsOnce / tally.once;
      const pairs = tally.oddsTwice / mean ** 2;
      const each = tally.once / (2 * mean);
      const more = before[i] === null ? pairs / each : (PRIOR + pairs) / (PRIOR / before[i] + each);
      if (more > 0) before[i] = more;
      total += tally.oddsOnce / (1 + more);
      return 1 / (1 + more);
    });
    let all = 0;
    let heaviest = 1;
    for (const state of open) {
      state.odds *= shares[0];
      all += 1 + state.odds;
      heaviest = Math.max(heaviest, 1 + state.odds);
    }
    const room = total <= BUDGET && !isSampled ? BUDGET : SAMPLE;
    const most = Math.max(heaviest, all / room);
    if (most > 1) isSampled = true;
    const sample = most > 1 ? open.filter((state) => random() * most < 1 + state.odds) : open;
    if (isSampled) weights.push(all / sample.length);
    found = new Map();
    for (const { node, parent } of sample) {
      let number = 0;
      if (isSampled) {
        number = parents.push(parent) - 1;
        layers.push(weights.length - 1);
      }
      for (const next of after(node)) {
        const known = found.get(next.key);
        if (!known) found.set(next.key, { node: next, from: [number] });
        else if (known.from.length < 3 && !known.from.includes(number)) known.from.push(number);
      }
    }
    if (onLayer(Math.round(total))) break;
  }
  return Math.round(total);
}
