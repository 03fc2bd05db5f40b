// Runs in a worker of the sandboxed frame. The rules of a stranger follow it in the same script. It explores all
// states of the rules, and returns the graph as arrays.

import { RulesError, explored } from "../rules.js";

const post = globalThis.postMessage.bind(globalThis);

globalThis.perfectplayRun = (rules, limits) => {
  try {
    const graph = explored(rules, { limits, onProgress: (progress) => post({ progress }) });
    post({ graph }, [graph.kinds, graph.counts, graph.names, graph.steps, graph.boards, graph.keys].map(({ buffer }) => buffer));
  } catch (error) {
    const isKnown = error instanceof RulesError;
    post({ fault: { message: isKnown ? error.message : `the rules fail: ${error?.message ?? error}`, state: isKnown ? error.state : "", path: isKnown ? error.path : [] } });
  }
};
