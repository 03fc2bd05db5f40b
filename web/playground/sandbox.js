// Explores the rules of a stranger in a worker of a sandboxed frame. The frame has an origin of its own, and can
// make no request. It is removed when it is done, when it is stopped, and when it is silent for too long.

import { PATH, RulesError } from "../rules.js";

/** The time without a message after which rules are stopped, in milliseconds. */
const SILENCE = 5000;

/** The names that rules may declare at the top of their text. */
const NAMES = ["title", "rules", "players", "start", "moves", "play", "outcome", "key", "draw", "mover", "text"];

const textOf = (selector) => document.querySelector(selector).textContent;

/** Returns the script of the worker, and the number of lines before the rules. */
function scriptOf(source, limits) {
  const before = `"use strict";${textOf("script.rules-runtime").trim()};\n`;
  const found = NAMES.map((name) => `${name}: typeof ${name} === "undefined" ? undefined : ${name}`).join(", ");
  return { script: `${before}${source}\n;perfectplayRun({ ${found} }, ${JSON.stringify(limits)});`, lines: before.split("\n").length - 1 };
}

/** The content security policy of the frame: it runs its own script, and workers that it has made. */
function documentOf() {
  const frame = textOf("script.rules-frame");
  return `<!doctype html><meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src ${document.querySelector("script.rules-frame").dataset.hash}; worker-src blob:; connect-src 'none'"><script>${frame}</script>`;
}

const isArray = (array, Type, length, bound) => array instanceof Type && array.length === length && array.every((one) => one < bound);
const isTexts = (list, most) => Array.isArray(list) && list.length <= most && list.every((one) => typeof one === "string");

/** Checks a graph from the frame. Nothing that the frame sends is trusted. */
function checked(graph, most) {
  const wrong = (what) => { throw new RulesError(`expected ${what} from the rules, found something else`); };
  const { kinds, counts, names, steps, boards, texts, paths, signs, labels, columns, rows, players, title, about, remarks, keys, alternates } = Object(graph);
  const states = kinds?.length;
  if (!(states > 0 && states <= most) || !isArray(kinds, Uint8Array, states, 8)) wrong("states");
  if (!isArray(counts, Uint8Array, states, 65)) wrong("numbers of moves");
  const moves = counts.reduce((sum, count) => sum + count, 0);
  if (!isArray(steps, Uint32Array, moves, states)) wrong("moves to states");
  if (!isTexts(texts, moves + 1) || !isArray(names, Uint32Array, moves, texts.length)) wrong("names of moves");
  const room = columns * rows;
  if (!Number.isInteger(columns) || !Number.isInteger(rows) || !(room >= 0 && room <= 127)) wrong("a board");
  if (!Array.isArray(paths) || paths.length !== texts.length || !paths.every((path) => Array.isArray(path) && path.every((square) => Number.isInteger(square) && square >= 0 && square < room))) wrong("squares of moves");
  if (!isTexts(signs, 256) || !isArray(boards, Uint32Array, room * states, signs.length)) wrong("signs of squares");
  if (!isTexts(labels, states) || labels.length !== states) wrong("a text for each state");
  if (!isTexts(players, 2) || players.length !== 2 || typeof title !== "string" || typeof about !== "string") wrong("texts");
  if (!isTexts(remarks, 9)) wrong("remarks");
  if (!isArray(keys, Uint32Array, 2 * states, 2 ** 32) || typeof alternates !== "boolean") wrong("keys");
  return graph;
}

/** Explores the rules of a text, and returns the graph. `onProgress` is called with the number of states that are
 *  known and that are done. `signal` ends the work. */
export function asked(source, { limits, onProgress = () => {}, signal, silence = SILENCE } = {}) {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const { script, lines } = scriptOf(source, limits);
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
      const { progress, graph, fault, broken } = Object(data);
      if (progress) {
        last = isTexts(progress.path, PATH) ? progress.path : [];
        wait();
        onProgress({ done: Number(progress.done), total: Number(progress.total) });
      } else if (broken) {
        end(reject, Object.assign(new RulesError(String(broken.message).replace(/^Uncaught /, "")), { line: Math.min(source.split("\n").length, Math.max(0, Number(broken.line) - lines)) }));
      } else if (fault) {
        end(reject, new RulesError(String(fault.message), String(fault.state), isTexts(fault.path, PATH) ? fault.path : []));
      } else if (graph) {
        try {
          end(resolve, checked(graph, limits.states));
        } catch (error) {
          end(reject, error);
        }
      }
    }
    addEventListener("message", hear);
    signal?.addEventListener("abort", stop);
    frame.sandbox = "allow-scripts";
    frame.hidden = true;
    frame.srcdoc = documentOf();
    frame.addEventListener("load", () => frame.contentWindow.postMessage({ script }, "*"), { once: true });
    document.body.append(frame);
    wait();
  });
}
