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
