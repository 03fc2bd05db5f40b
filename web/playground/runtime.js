// Runs in a worker of the sandboxed frame. The rules of a stranger follow it in the same script. It explores all
// states of the rules, and returns the graph as arrays.

import { RulesError, explored } from "../rules.js";

const post = globalThis.postMessage.bind(globalThis);

/** Returns the line of the rules in which an error was thrown, or 0. The first `before` lines are not of the rules. */
function lineOf(error, before) {
  const lines = [...String(error?.stack).matchAll(/:(\d+):\d+\)?$/gm)].map(([, line]) => Number(line) - before);
  return lines.find((line) => line > 0) ?? 0;
}

globalThis.perfectplayRun = (rules, limits, before) => {
  try {
    const graph = explored(rules, { limits, onProgress: (progress) => post({ progress }) });
    post({ graph }, [graph.kinds, graph.counts, graph.names, graph.steps, graph.boards, graph.keys].map(({ buffer }) => buffer));
  } catch (error) {
    const isKnown = error instanceof RulesError;
    const message = isKnown ? error.message : `the rules fail: ${error?.message ?? error}`;
    post({ fault: { message, state: isKnown ? error.state : "", path: isKnown ? error.path : [], line: lineOf(isKnown ? error.cause : error, before), states: error?.states } });
  }
};
