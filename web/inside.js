// What stands in a page beside its script: compressed, in base 64.

import { turn } from "./turns.js";

/** What the elements of a selector hold together, inflated: pieces, between which the browser draws. */
export async function inflated(selector) {
  const pieces = [];
  for (const { textContent } of document.querySelectorAll(selector)) {
    const packed = atob(textContent);
    const bytes = new Uint8Array(packed.length);
    for (let i = 0; i < packed.length; i += 1) bytes[i] = packed.charCodeAt(i);
    pieces.push(bytes);
    await turn();
  }
  return new Response(new Blob(pieces).stream().pipeThrough(new DecompressionStream("deflate"))).arrayBuffer();
}

/** The page that a game is saved as: that of the package, which can read another game. */
export const savedPage = async () => new TextDecoder().decode(await inflated("script.saved-page"));

let compiled = null;

/** The module: it is compiled when it is first asked for. */
export const module = () => (compiled ??= inflated("script.solver-module").then((bytes) => WebAssembly.compile(bytes)));

export function worker() {
  const address = URL.createObjectURL(new Blob([document.querySelector("script.solver-worker").textContent], { type: "text/javascript" }));
  const made = new Worker(address);
  URL.revokeObjectURL(address);
  return made;
}
