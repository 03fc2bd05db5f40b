// Solves games and graphs in a worker.

import { builtin, compiled } from "./module.js";
import { solvingOf, tableOf, worthsOf } from "./pack.js";
import { FileError } from "./ranges.js";

/** Starts a worker in a browser or in Node. */
export function started() {
  const threads = globalThis.Worker ? null : builtin("node:worker_threads");
  if (threads) return new threads.Worker(new URL("./solver.js", import.meta.url));
  return new Worker(new URL("./solver.js", import.meta.url), { type: "module" });
}

/** Hears messages or errors of a worker. */
export const hear = (worker, type, heard) => (worker.on ? worker.on(type, (data) => heard({ data })) : worker.addEventListener(type, heard));

/** What happened to a worker, from its event. */
export const workerFailure = (what, event) => new FileError("worker", `the worker that ${what} has failed: ${event.message ?? event.data?.message ?? "it cannot be loaded"}`);

/** Gives a task to a worker, and returns its result: bytes, or an answer. */
export function worked(task, { onProgress, signal, worker = started }) {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const solver = worker();
    const end = (settle, result) => {
      signal?.removeEventListener("abort", stop);
      solver.terminate();
      settle(result);
    };
    const stop = () => end(reject, signal.reason);
    signal?.addEventListener("abort", stop);
    hear(solver, "message", ({ data: { progress, bytes, answer, error, reason } }) => {
      if (progress) onProgress(progress);
      else if (bytes ?? answer) end(resolve, bytes ?? answer);
      else end(reject, new FileError(reason ?? "game", error));
    });
    hear(solver, "error", (event) => end(reject, workerFailure("solves", event)));
    solver.postMessage(task);
  });
}

/** Solves a graph of rules in a worker, and returns the values and distances of its states. */
export async function solvedGraph(graph, { onProgress = () => {}, signal, module, worker } = {}) {
  const task = { module: await compiled(module), graph: solvingOf(graph) };
  return worthsOf(await worked(task, { onProgress, signal, worker }), graph.kinds.length);
}

/** Solves a graph of rules in a worker, and returns the bytes of its table. */
export async function tableOfGraph(graph, { module, worker } = {}) {
  const task = { module: await compiled(module), graph: tableOf(graph) };
  return worked(task, { onProgress: () => {}, worker });
}
