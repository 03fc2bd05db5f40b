// Runs in two workers of the sandboxed frame. In the inner one, the rules of a stranger follow it in the same script: it
// explores all states of the rules, and returns the graph as arrays. In the outer one, it reads what comes out of the
// inner one, so that neither the number of messages nor their size keeps the page waiting.

import { RulesError, explored } from "../rules.js";
import { messageOf } from "./message.js";

/** The least time between two reports of the progress, in milliseconds. */
const INTERVAL = 25;

const post = globalThis.postMessage.bind(globalThis);
// Rules send no messages of their own.
for (let owner = globalThis; owner; owner = Object.getPrototypeOf(owner)) delete owner.postMessage;

const buffersOf = ({ kinds, counts, names, steps, boards, keys }) => [kinds, counts, names, steps, boards, keys].map(({ buffer }) => buffer);

/** Returns the line of the rules in which an error was thrown, or 0. The first `before` lines are not of the rules. */
function lineOf(error, before) {
  const lines = [...String(error?.stack).matchAll(/:(\d+):\d+\)?$/gm)].map(([, line]) => Number(line) - before);
  return lines.find((line) => line > 0) ?? 0;
}

globalThis.perfectplayRun = (rules, limits, before) => {
  try {
    const graph = explored(rules, { limits, onProgress: (progress) => post({ progress }) });
    post({ graph }, buffersOf(graph));
  } catch (error) {
    const isKnown = error instanceof RulesError;
    const message = isKnown ? error.message : `the rules fail: ${error?.message ?? error}`;
    post({ fault: { message, state: isKnown ? error.state : "", path: isKnown ? error.path : [], line: lineOf(isKnown ? error.cause : error, before), states: error?.states, isMore: error?.isMore } });
  }
};

/** Starts the inner worker with its script, and passes on what its messages say, after a check of each field. The first
 *  message that is no progress is the last one. */
globalThis.perfectplayRelay = (script, limits) => {
  const worker = new Worker(URL.createObjectURL(new Blob([script], { type: "text/javascript" })));
  let told = 0;
  const end = (message) => {
    worker.terminate();
    post(message, message.graph ? buffersOf(message.graph) : []);
  };
  worker.onmessage = ({ data }) => {
    try {
      const message = messageOf(data, limits);
      if (message.graph ?? message.fault) end(message);
      else if (message.progress && performance.now() - told > INTERVAL) {
        told = performance.now();
        post(message);
      }
    } catch (error) {
      end({ fault: { message: error.message, state: "", path: [], line: 0, states: 0 } });
    }
  };
  worker.onerror = (event) => {
    event.preventDefault();
    end(messageOf({ broken: { message: event.message, line: event.lineno } }, limits));
  };
};
