// What a solved game tells of itself, read state by state: moves with their worth, best play,
// levels, reviews and proofs. Nothing here knows the rules of a game, and nothing
// searches: README.md says what a game is.

// A value may be unknown, which is null.
const OPPOSITE = { win: "loss", draw: "draw", loss: "win", null: null };
const RANK = { null: -1, loss: 0, draw: 1, win: 2 };

/** The legal moves of a state with what each is worth to the player who makes it: a value, the
 *  distance with this move counted in, and whether it is one of the best. */
export function options(game, state) {
  const mover = game.mover(state);
  const worth = game.worth(state);
  const all = game.moves(state).map((move) => {
    const after = game.worth(move.to);
    const value = game.mover(move.to) === mover ? after.value : OPPOSITE[after.value];
    const distance = after.distance === null ? null : after.distance + 1;
    const best = value !== null && value === worth.value && (value === "draw" || distance === worth.distance);
    return { ...move, value, distance, best };
  });
  // Moves lose at distances that are known, where that of the state was not asked for.
  if (worth.value && !all.some(({ best }) => best)) for (const option of all) option.best = option.value === worth.value;
  return all;
}

/** The same as people count: a game with extra turns tells equally good moves apart. */
export const judged = (game, state) => game.judged?.(state) ?? options(game, state);

/** Who has won: 0 or 1, a player; "draw"; null while the game goes on. */
export function outcome(game, state) {
  if (game.moves(state).length) return null;
  const { value } = game.worth(state);
  if (value === "draw") return "draw";
  return value === "win" ? game.mover(state) : 1 - game.mover(state);
}

/** Best play to the end, or until a state comes back, or for `most` moves, as far as it is here: of
 *  several best moves always the first. */
export function bestLine(game, state, most = 64) {
  const line = [];
  const seen = new Set();
  for (let now = state, best; line.length < most && !seen.has(now); now = best.to) {
    try {
      best = judged(game, now).find((option) => option.best);
    } catch (error) {
      if (!error.ready || !line.length) throw error;
      best = null;
    }
    if (!best) break;
    line.push(best);
    seen.add(now);
  }
  return line;
}

// ---------------------------------------------------------------------- levels of play

export const LEVELS = ["perfect", "invincible", "casual", "random"];

/** What a level does: with the chance `rate`, in percent, one of the `errors`, else one of the
 *  `usual` moves, each of a set as likely as another. null where no move is legal. */
export function plan(game, state, { level, errorRate = 25 }) {
  const all = options(game, state);
  if (!all.length) return null;
  const { value, distance } = game.worth(state);
  const best = all.filter((option) => option.best);
  const always = (usual) => ({ usual, errors: [], rate: 0 });
  switch (level) {
    case "perfect":
      return always(value === "draw" ? traps(game, best) : best);
    case "invincible":
      return always(all.filter((option) => option.value === value));
    case "casual": {
      const errors = all.filter((option) => option.value !== value);
      return value === "win" && distance === 1 || !errors.length ? always(best) : { usual: best, errors, rate: errorRate };
    }
    default:
      return always(all);
  }
}

/** Those of some moves after which the largest share of the replies loses. */
function traps(game, moves) {
  const shares = moves.map(({ to }) => {
    const replies = options(game, to);
    return replies.filter(({ value }) => value === "loss").length / (replies.length || 1);
  });
  const largest = Math.max(...shares);
  return moves.filter((_, i) => shares[i] === largest);
}

const BITS = (1n << 64n) - 1n;

/** The library's way to spread entropy over 64 bits: the finisher of SplitMix64 (G. L. Steele,
 *  D. Lea and C. H. Flood, OOPSLA 2014), with D. Stafford's constants. */
export function mix(entropy) {
  let z = entropy + 0x9e3779b97f4a7c15n & BITS;
  z = (z ^ z >> 30n) * 0xbf58476d1ce4e5b9n & BITS;
  z = (z ^ z >> 27n) * 0x94d049bb133111ebn & BITS;
  return z ^ z >> 31n;
}

/** A number below `bound` from 32 bits. */
export const below = (bits, bound) => Number((bits & 0xffffffffn) * BigInt(bound) >> 32n);

/** 64 bits that nobody can foresee. */
export const entropy = () => crypto.getRandomValues(new BigUint64Array(1))[0];

/** A move of a level, chosen by 64 bits as the library chooses; null where none is legal. */
export function choose(game, state, level, bits = entropy()) {
  const chances = plan(game, state, level);
  if (!chances) return null;
  const mixed = mix(bits & BITS);
  const moves = below(mixed, 100) < chances.rate ? chances.errors : chances.usual;
  return moves[below(mixed >> 32n, moves.length)].move;
}

// ------------------------------------------------------------------ reviews and proofs

/** Compares each move of a game with the best moves. `kind` is "best", "slower" (the move keeps the value, but a
 *  win comes later or a loss sooner), "mistake" (the move gives value away), or null if the value of the move is
 *  unknown. */
export function review(game, start, moves) {
  let state = start;
  return moves.map((move, ply) => {
    const all = judged(game, state);
    const did = all.find((option) => option.move === move);
    const { value, distance } = game.worth(state);
    const isKnown = did.value && value;
    const remark = {
      ply, state, did,
      player: game.mover(state),
      could: { value, distance },
      kind: !isKnown ? null : did.best ? "best" : did.value === value ? "slower" : "mistake",
      better: did.best || !isKnown ? [] : all.filter(({ best }) => best),
    };
    state = did.to;
    return remark;
  });
}

/** A distance that is unknown is longer than one that is known. */
const FAR = 1e9;

/** Best moves first, for the player who makes them; moves of unknown value last. */
export function sorted(list) {
  const late = ({ value, distance }) => (RANK[value] - RANK.draw) * (distance ?? FAR);
  return [...list].sort((a, b) => RANK[b.value] - RANK[a.value] || late(a) - late(b) || b.best - a.best);
}

/** Who can force what an option is worth: its player, or the opponent where it loses. */
export const claimant = (option, player) => (option.value === "loss" ? 1 - player : player);

/** The next step of a proof: one best move of the player who claims a result, and every reply
 *  of the other. */
export function proof(game, state, player) {
  const all = sorted(judged(game, state));
  return game.mover(state) === player ? all.filter(({ best }) => best).slice(0, 1) : all;
}
