// The page around the player: its game, if it is not tic-tac-toe, its title and its heading.

import { readGame } from "./data.js";
import { register } from "./element.js";
import { texts } from "./texts.js";

const main = document.querySelector("perfect-play");
const inside = document.querySelector('script[type="application/json"]');
const { table, title: name } = main.dataset;

function entitle(language) {
  const words = Object.values(texts).find(({ lang }) => lang === language);
  const title = words.titles[main.getAttribute("game")] ?? words.titleOf(name);
  document.documentElement.lang = words.lang;
  document.title = title;
  document.querySelector("h1").textContent = title;
}

main.addEventListener("change", ({ detail }) => entitle(detail.language));
/** The game that is not in the package; where it cannot be had, the page says what it needs. */
function open(data) {
  data.then(readGame).then(register).catch(() => { main.dataset.failed = ""; });
}

if (table) open(fetch(table).then((response) => response.text()));
else if (inside) open(Promise.resolve(inside.textContent));
else entitle(main.lang);
