// The game that is played at the top of the gallery, by a playbook that never loses. The playbook and the module
// that reads it are in a script beside the page: that is the one kind of file that a page may load from a folder
// which nobody serves.

import { registerCarried } from "./carried.js";
import { inflated } from "./inside.js";

const LACKING = {
  en: (file) => `The file ${file}, which belongs beside this page, cannot be read.`,
  zh: (file) => `无法读取应在本页旁边的文件 ${file}。`,
};

const [link, element, data] = ["a", "perfect-play", "script"].map((name) => document.querySelector(`.live ${name}`));

/** Waits until the page is read, so that all of the gallery is seen before the playbook comes. */
const read = () => new Promise((resolve) => {
  if (document.readyState === "complete") resolve();
  else globalThis.addEventListener("load", resolve, { once: true });
});

async function load() {
  const file = data.dataset.carried;
  await read();
  await new Promise((resolve, reject) => {
    const script = Object.assign(document.createElement("script"), { src: file, onload: resolve });
    script.onerror = () => {
      script.remove();
      const words = Object.fromEntries(Object.entries(LACKING).map(([name, text]) => [name, text(file)]));
      reject(Object.assign(new Error(words.en), { words }));
    };
    document.head.append(script);
  });
  const { book, module } = globalThis.carried;
  delete globalThis.carried;
  return { book: await inflated(book), module: inflated(module) };
}

element.addEventListener("change", ({ detail: { title } }) => { link.textContent = title; });
registerCarried(JSON.parse(data.textContent), load);
