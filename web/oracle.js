// Games that are too large to solve: a worker proves what moves are worth when somebody asks. What is proved
// comes value by value.

import { gameOf } from "./answers.js";
import { expect } from "./arguments.js";
import { compiled, instantiated } from "./module.js";
import { FileError } from "./ranges.js";
import { hear, started, workerFailure } from "./work.js";

/** How many bytes the transposition table has. */
const MEMORY = 64 * 2 ** 20;
/** How many values are remembered here. The worker finds most of the others again in its table. */
const MOST = 1 << 16;

const UNKNOWN = Object.freeze({ value: null, distance: null });

/** The values that a playbook proves: its player wins from each state that it meets. A state is known once the
 *  moves that lead to it from the start were asked for. */
function valuesOf(game, winner) {
  const met = new Set([game.start]);
  return {
    of: (state) => (met.has(state) ? { value: game.mover(state) === winner ? "win" : "loss", distance: null, source: "playbook", nodes: 0 } : null),
    follow(state, moves) {
      if (!met.has(state)) return;
      const own = game.mover(state) === winner ? game.book.move(state) : null;
      for (const { move, to } of moves) if (own === null || move === own) met.add(to);
    },
  };
}

/** Opens a game that is too large to solve. `worth` gives what is known so far, and `prove` proves the rest. */
export async function oracle(name, { memory = MEMORY, playbook = null, wins = false, module, worker = started } = {}) {
  expect(typeof name === "string", "the name of a game", name);
  const code = await compiled(module);
  const ask = await instantiated(code);
  const about = playbook ? ask({ ask: "playbook", game: name }, new Uint8Array(playbook)) : ask({ ask: "unsolved", game: name });
  const base = gameOf(ask, about);
  const byTheBook = wins && base.book?.sides.length === 1 ? valuesOf({ ...base }, base.book.sides[0]) : null;

  const proved = new Map();
  /** The states whose moves are all proved. */
  const done = new Set();
  /** The question that the worker has now, and why the worker has failed. */
  let asked = null;
  let failed = null;

  const solver = worker();
  solver.unref?.();
  solver.postMessage({ module: code, oracle: { game: name, memory } });

  function settle(settled, result) {
    const { signal, stop } = asked;
    signal?.removeEventListener("abort", stop);
    solver.unref?.();
    asked = null;
    settled(result);
  }

  function fail(error) {
    failed = error;
    solver.terminate();
    if (asked) settle(asked.reject, failed);
  }

  /** Keeps values, and says whether any of them is new. */
  function keep(state, { worth, moves }) {
    if (proved.size > MOST) {
      proved.clear();
      done.clear();
    }
    const found = [[state, worth], ...moves.map((move) => [move.to, move.worth])].filter(([, value]) => value);
    const isNews = found.some(([of]) => !proved.has(of));
    for (const [of, value] of found) proved.set(of, { source: "moves", nodes: 0, ...value });
    return isNews;
  }

  hear(solver, "message", ({ data: { state, told, error, reason } }) => {
    const problem = error === undefined ? null : new FileError(reason ?? "game", error);
    if (problem && (reason || state === undefined)) {
      fail(problem);
      return;
    }
    // The answer to a question that another one has ended is of use all the same.
    const isNews = told && keep(state, told);
    if (told?.done) done.add(state);
    if (asked?.state !== state) return;
    const { onValues, resolve, reject } = asked;
    if (problem) settle(reject, problem);
    else if (told.done) settle(resolve);
    if (isNews) onValues();
  });
  hear(solver, "error", (event) => fail(workerFailure("proves", event)));

  const { worth, moves } = base;
  return Object.assign(base, {
    worth(state) {
      const found = proved.get(state) ?? byTheBook?.of(state);
      if (found) return found;
      // Without a table, only the end of a game has a distance.
      const { value, distance } = worth(state);
      return distance === null ? UNKNOWN : { value, distance, source: "rules", nodes: 0 };
    },
    moves(state) {
      const all = moves(state);
      byTheBook?.follow(state, all);
      return all;
    },
    isProved: (state) => done.has(state),
    /** Proves what the moves of a state are worth. A new question ends the one before. */
    prove(state, { onValues = () => {}, signal } = {}) {
      return new Promise((resolve, reject) => {
        signal?.throwIfAborted();
        if (failed) throw failed;
        if (asked) settle(asked.reject, new DOMException("Another question has begun.", "AbortError"));
        if (done.has(state)) {
          solver.postMessage({ state: null });
          resolve();
          return;
        }
        const stop = () => {
          solver.postMessage({ state: null });
          settle(reject, signal.reason);
        };
        signal?.addEventListener("abort", stop);
        asked = { state, onValues, resolve, reject, signal, stop };
        // Node ends when nothing but the worker is left.
        solver.ref?.();
        solver.postMessage({ state });
      });
    },
    /** Ends the worker. */
    close: () => fail(new DOMException("The game is closed.", "AbortError")),
  });
}
