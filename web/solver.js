// The worker that solves a game, or a graph that rules have told, or answers a question that takes a while: it
// gives the bytes of the table, the values of the states, or the answer, and is thrown away. For a game that is too
// large to solve, the worker lives on, and proves what moves are worth.

import { builtin, instantiated } from "./module.js";
import { turn } from "./turns.js";

/** Of a browser's worker, or of Node's. */
const port = builtin("node:worker_threads")?.parentPort ?? globalThis;

/** How often it tells how far it is, in milliseconds. */
const INTERVAL = 50;

/** For how long it proves before it hears whether another question has begun, in milliseconds. */
const SLICE = 20;

/** Proves the moves of one state after another. A message with a state ends the question before, and a state of
 *  null asks for nothing. */
async function prove(module, { game, memory }) {
  let wanted = null;
  let end = 0;
  let ask = null;
  let isBusy = false;

  async function answer() {
    if (isBusy || !ask) return;
    isBusy = true;
    for (let state = wanted; state !== null; state = wanted) {
      try {
        end = performance.now() + SLICE;
        const told = ask({ ask: "prove", state });
        if (told.done) wanted = null;
        port.postMessage({ state, told });
      } catch (error) {
        wanted = null;
        port.postMessage({ state, error: error.message, reason: error.reason });
      }
      await turn();
    }
    isBusy = false;
  }

  port.onmessage = ({ data: { state } }) => {
    wanted = state;
    answer();
  };
  try {
    const made = await instantiated(module, () => performance.now() > end);
    made({ ask: "oracle", game, memory });
    ask = made;
    answer();
  } catch (error) {
    port.postMessage({ error: error.message, reason: error.reason });
  }
}

port.onmessage = async ({ data: { module, game, limit, graph, question, oracle } }) => {
  if (oracle) {
    prove(module, oracle);
    return;
  }
  let told = 0;
  try {
    const ask = await instantiated(module, (progress) => {
      const now = performance.now();
      if (now - told < INTERVAL) return;
      told = now;
      port.postMessage({ progress });
    });
    if (question) {
      port.postMessage({ answer: ask(question) });
      return;
    }
    if (!graph) ask({ ask: "solve", game, limit });
    const bytes = graph ? ask(graph.question, graph.bytes) : ask({ ask: "bytes" });
    port.postMessage({ bytes }, [bytes.buffer]);
  } catch (error) {
    port.postMessage({ error: error.message, reason: error.reason });
  }
};
