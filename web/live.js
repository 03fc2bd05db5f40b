// The game that is played at the top of the gallery, by a playbook that never loses. The playbook and the module
// that reads it are in a script beside the page.

import { beside } from "./beside.js";
import { registerCarried } from "./carried.js";
import { inflated } from "./inside.js";

const [link, element, data] = ["a", "perfect-play", "script"].map((name) => document.querySelector(`.live ${name}`));

/** Waits until the page is read, so that all of the gallery is seen before the playbook comes. */
const read = () => new Promise((resolve) => {
  if (document.readyState === "complete") resolve();
  else globalThis.addEventListener("load", resolve, { once: true });
});

async function load() {
  await read();
  const { book, module } = await beside(data.dataset.carried, "carried");
  return { book: await inflated(book), module: inflated(module) };
}

element.addEventListener("change", ({ detail: { title } }) => { link.textContent = title; });
registerCarried(JSON.parse(data.textContent), load);
