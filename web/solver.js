// The worker that solves a game, or a graph that rules have told, or answers a question that takes a while: it
// gives the bytes of the table, the values of the states, or the answer, and is thrown away.

import { builtin, instantiated } from "./module.js";

/** Of a browser's worker, or of Node's. */
const port = builtin("node:worker_threads")?.parentPort ?? globalThis;

/** How often it tells how far it is, in milliseconds. */
const INTERVAL = 50;

port.onmessage = async ({ data: { module, game, limit, graph, question } }) => {
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
    port.postMessage({ error: error.message, isOurs: error.isOurs });
  }
};
