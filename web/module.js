// The module that solves, and answers from a table: how it is had, and how an instance is asked.
// What it may be asked stands in `module/src/ask.rs`. This file is all that is between it and
// JavaScript: texts of JSON in two buffers.

import { FileError } from "./ranges.js";

/** The version of the modules that this file asks: that of the package. */
export const VERSION = "0.1.0";

/** The functions of a module. */
const FUNCTIONS = ["input", "call", "output", "output_len"];

/** How long the module may take to come, in milliseconds. */
const PATIENCE = 60_000;

const PHASES = ["checking", "finding", "solving", "writing", "verifying"];

/** What is answered with bytes, and how an error begins instead. */
const BYTES = ["bytes", "rules", "rules_table"];
const BRACE = 0x7b;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** A module of Node's own, where there is Node: bundlers for browsers need not know of it. */
export const builtin = (name) => globalThis.process?.getBuiltinModule?.(name) ?? null;

/** The module, compiled: the one beside this file, or what is given: an address, bytes, or itself. */
export async function compiled(given = new URL("./perfectplay.wasm", import.meta.url)) {
  if (given instanceof WebAssembly.Module) return given;
  const damaged = ({ message }) => { throw new FileError("module", `expected a module that solves: ${message}`); };
  if (typeof given !== "string" && !(given instanceof URL)) return WebAssembly.compile(await given).catch(damaged);
  const url = new URL(given, globalThis.document?.baseURI ?? import.meta.url);
  const files = url.protocol === "file:" ? builtin("node:fs/promises") : null;
  const lacks = (found) => { throw new FileError("module", `expected the module that solves at ${url}, found ${found}`); };
  if (files) return WebAssembly.compile(await files.readFile(url).catch(() => lacks("none"))).catch(damaged);
  const signal = AbortSignal.timeout(PATIENCE);
  const late = () => lacks(signal.aborted ? `no answer for ${PATIENCE / 1000} s` : "no answer");
  const response = await fetch(url, { signal }).catch(late);
  if (!response.ok) lacks(response.status);
  return WebAssembly.compile(await response.arrayBuffer().catch(late)).catch(damaged);
}

/** An instance with a memory of its own, and what asks it: a question, and bytes that go with it. It
 *  gives an object, or bytes where the question is for these. `onProgress` is told what is being
 *  done, how much of it is, and how much there is; if it gives true, the work ends. Rejects with a
 *  `FileError` for a module of another version. */
export async function instantiated(module, onProgress = () => false) {
  const progress = (phase, done, total) => Number(onProgress({ phase: PHASES[phase], done, total }) === true);
  const another = (found) => new FileError("module", `expected a module of perfectplay ${VERSION}, found ${found}`);
  const { exports } = await WebAssembly.instantiate(module, { host: { progress } }).catch(() => { throw another("another program"); });
  if (!FUNCTIONS.every((name) => typeof exports[name] === "function")) throw another("another program");
  let failed = null;
  function ask(question, bytes = new Uint8Array(0)) {
    // What has failed in the middle of something is in no state to be asked.
    if (failed) throw failed;
    const text = encoder.encode(JSON.stringify(question));
    try {
      const input = exports.input(text.length + bytes.length) >>> 0;
      const buffer = new Uint8Array(exports.memory.buffer, input, text.length + bytes.length);
      buffer.set(text);
      buffer.set(bytes, text.length);
      exports.call(text.length);
    } catch (error) {
      failed = new FileError("worker", `the module that solves has failed: ${error.message}`);
      throw failed;
    }
    const output = new Uint8Array(exports.memory.buffer, exports.output() >>> 0, exports.output_len());
    // Neither a table nor a list of values begins like JSON.
    if (BYTES.includes(question.ask) && output[0] !== BRACE) return output.slice();
    const answer = JSON.parse(decoder.decode(output));
    if (answer.error) throw new Error(answer.error);
    return answer;
  }
  let version;
  try {
    ({ version } = ask({ ask: "version" }));
  } catch {
    // Older modules do not know the question.
  }
  if (version !== VERSION) throw another(`one of ${version ?? "another version"}`);
  return ask;
}
