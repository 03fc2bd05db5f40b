// A game whose moves, looks and worth an instance of the module tells, state by state, as the rest of
// the package takes a game. A state is a text.

import { described, listed } from "./description.js";
import { withExtraTurns } from "./extra.js";

/** How many states are remembered. */
const MOST = 1 << 14;
/** How many states are looked at in a row. */
const LOOKED_AT = 1 << 10;

/** An answer that must be fetched. Reading `ready` begins to fetch it; the promise is fulfilled when it is here. */
export class Waiting extends Error {
  #get;
  #ready = null;

  constructor(get) {
    super("the answer is on its way");
    this.name = "Waiting";
    this.#get = get;
  }

  get ready() {
    if (!this.#ready) {
      this.#ready = this.#get();
      // If nobody waits, a failure is no uncaught rejection.
      this.#ready.catch(() => {});
    }
    return this.#ready;
  }
}

/** The game of an instance that has a table or a playbook. Where that is far away, `fetched` gets what is missing
 *  and gives a promise of it. */
export function gameOf(ask, about, fetched = null) {
  const game = described(about);
  const known = new Map();
  let kinds = about.moves;

  /** Keeps what is told of all states, once there is more of it. */
  function keep(more) {
    const next = described(more);
    kinds = more.moves;
    for (const list of ["pieces", "lines", "moveNames"]) game[list].splice(0, Infinity, ...next[list]);
    Object.assign(game, { hasChoices: next.hasChoices, covers: next.covers, drops: next.drops });
  }

  function remember(state, told) {
    if (known.size >= MOST) known.clear();
    known.set(state, told);
    return told;
  }

  /** What is told of a state; null if the table lacks something, which is then missing. */
  function tell(state) {
    const found = known.get(state);
    if (found?.moves) return found;
    const told = ask({ ask: "state", state });
    if (told.missing) return told;
    if (told.about) keep(told.about);
    const steps = told.moves;
    for (const { to, mover, worth } of steps) if (!known.has(to)) remember(to, { mover, worth });
    const moves = listed(kinds, steps.map(({ kind }) => kind), (i) => steps[i].to);
    return remember(state, { ...told, moves });
  }

  function of(state) {
    const told = tell(state);
    if (told.missing) throw new Waiting(() => ready(state));
    return told;
  }

  /** Gets what the answers about a state and its moves need. */
  async function ready(state) {
    for (let told = tell(state); told.missing; told = tell(state)) await fetched(told.missing);
  }

  /** As much as is known of a state by the moves that lead to it. */
  const some = (state) => known.get(state) ?? of(state);

  if (game.book) game.book.move = (state) => of(state).book ?? null;

  Object.assign(game, {
    size: about.size,
    count: about.size,
    isFar: Boolean(fetched),
    start: about.start,
    isLive: undefined,
    has: (state) => some(state).worth !== null,
    mover: (state) => some(state).mover,
    worth: (state) => some(state).worth,
    moves: (state) => of(state).moves,
    squares: (state) => of(state).squares,
    points: about.points ? (state) => of(state).points : null,
    text: about.columns ? null : (state) => of(state).text,
    entry: null,
    at: (number) => ask({ ask: "draw", bits: number }),
    format: (state) => state,
    parse(text) {
      try {
        return ask({ ask: "state", state: text }).worth === null ? null : text;
      } catch {
        return null;
      }
    },
    ready,
    /** What `perfectplay lookup --json` says of a state. */
    lookup: (state) => ask({ ask: "lookup", state }),
  });
  // Where the table is far away, each state would have to be fetched.
  return game.alternates || fetched ? game : withExtraTurns(game, LOOKED_AT);
}
