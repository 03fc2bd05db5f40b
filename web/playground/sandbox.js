// Explores the rules of a stranger in a worker of a worker of a sandboxed frame. The frame has an origin of its own, and
// can make no request. It is removed when it is done, when it is stopped, and when it is silent for too long.

import { RulesError } from "../rules.js";
import { messageOf } from "./message.js";

/** The time without a message after which rules are stopped, in milliseconds. Rules that take memory all the time
 *  reach the 4 GB of a browser's process after some four seconds, and end the page with it. */
const SILENCE = 2500;

/** What a worker throws that has read the rules, and does not run them. */
const READ = "perfectplay has read the rules";

/** The names that rules may declare at the top of their text. */
const NAMES = ["title", "rules", "players", "start", "moves", "play", "outcome", "key", "draw", "mover", "text"];

const textOf = (selector) => document.querySelector(selector).textContent;

/** Returns the script of the outer worker, which contains that of the inner one; the script that only reads the rules; and the
 *  number of lines before the rules in both. */
function scriptOf(source, limits) {
  const runtime = textOf("script.rules-runtime").trim();
  const before = `"use strict";${runtime};\n`;
  const found = NAMES.map((name) => `${name}: typeof ${name} === "undefined" ? undefined : ${name}`).join(", ");
  const lines = before.split("\n").length - 1;
  const inner = `${before}${source}\n;perfectplayRun({ ${found} }, ${JSON.stringify(limits)}, ${lines});`;
  const reading = `"use strict";throw "${READ}";${"\n".repeat(lines)}${source}`;
  return { script: `${runtime};perfectplayRelay(${JSON.stringify(inner)}, ${JSON.stringify(limits)});`, reading, lines };
}

/** The content security policy of the frame: it runs its own script, and workers that it has made. */
function documentOf() {
  const frame = textOf("script.rules-frame");
  return `<!doctype html><meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src ${document.querySelector("script.rules-frame").dataset.hash}; worker-src blob:; connect-src 'none'"><script>${frame}</script>`;
}

/** Explores the rules of a text, and returns the graph. `onProgress` is called with the number of states that are
 *  known and that are done. `signal` ends the work. */
export function asked(source, { limits, onProgress = () => {}, signal, silence = SILENCE } = {}) {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const { script, reading, lines } = scriptOf(source, limits);
    const frame = document.createElement("iframe");
    let timer = 0;
    let last = [];
    const end = (settle, result) => {
      clearTimeout(timer);
      removeEventListener("message", hear);
      signal?.removeEventListener("abort", stop);
      frame.remove();
      settle(result);
    };
    const stop = () => end(reject, signal.reason);
    const wait = () => {
      clearTimeout(timer);
      timer = setTimeout(() => end(reject, new RulesError(`the rules have said nothing for ${silence / 1000} s: perhaps a loop has no end`, "", last)), silence);
    };
    function hear({ source: from, data }) {
      if (from !== frame.contentWindow) return;
      let message;
      try {
        message = messageOf(data, limits);
      } catch (error) {
        end(reject, error);
        return;
      }
      const { progress, graph, fault, broken } = message;
      const lineOf = (line) => Math.min(source.split("\n").length, Math.max(0, line));
      if (progress) {
        last = progress.path;
        wait();
        onProgress(progress);
      } else if (broken) {
        end(reject, Object.assign(new RulesError(broken.message.replace(/^Uncaught /, "")), { line: lineOf(broken.line - lines) }));
      } else if (fault) {
        end(reject, Object.assign(new RulesError(fault.message, fault.state, fault.path, { states: fault.states, isMore: fault.isMore }), { line: lineOf(fault.line) }));
      } else if (graph) {
        end(resolve, graph);
      }
    }
    addEventListener("message", hear);
    signal?.addEventListener("abort", stop);
    frame.sandbox = "allow-scripts";
    frame.hidden = true;
    frame.srcdoc = documentOf();
    frame.addEventListener("load", () => frame.contentWindow.postMessage({ script, reading, isRead: READ }, "*"), { once: true });
    document.body.append(frame);
    wait();
  });
}
