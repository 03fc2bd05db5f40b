// Reads data in a page, or beside it: compressed, in base 64.

import { turn } from "./turns.js";

/** The texts of all elements of a selector. */
export const within = (selector) => Array.from(document.querySelectorAll(selector), ({ textContent }) => textContent);

/** Inflates data from its texts, piece by piece, so that the browser draws in between. */
export async function inflated(texts) {
  const pieces = [];
  for (const text of texts) {
    const packed = atob(text);
    const bytes = new Uint8Array(packed.length);
    for (let i = 0; i < packed.length; i += 1) bytes[i] = packed.charCodeAt(i);
    pieces.push(bytes);
    await turn();
  }
  return new Response(new Blob(pieces).stream().pipeThrough(new DecompressionStream("deflate"))).arrayBuffer();
}

/** Returns the page for a saved game. */
export const savedPage = async () => new TextDecoder().decode(await inflated(within("script.saved-page")));

let compiled = null;

/** Returns the module, which is compiled on the first call. */
export const module = () => (compiled ??= inflated(within("script.solver-module")).then((bytes) => WebAssembly.compile(bytes)));

export function worker() {
  const address = URL.createObjectURL(new Blob([document.querySelector("script.solver-worker").textContent], { type: "text/javascript" }));
  const made = new Worker(address);
  URL.revokeObjectURL(address);
  return made;
}
