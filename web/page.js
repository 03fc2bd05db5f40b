// The page around the player: its game, if it is not tic-tac-toe, its title and its heading.

import { readGame } from "./data.js";
import { register } from "./element.js";
import { texts } from "./texts.js";

const main = document.querySelector("perfect-play");
const data = document.querySelector('script[type="application/json"]');

function entitle(language) {
  const words = Object.values(texts).find(({ lang }) => lang === language);
  const name = main.getAttribute("game");
  const title = words.titles[name] ?? words.titleOf(name);
  document.documentElement.lang = words.lang;
  document.title = title;
  document.querySelector("h1").textContent = title;
}

main.addEventListener("change", ({ detail }) => entitle(detail.language));
if (data) readGame(data.textContent).then(register);
else entitle(main.lang);
