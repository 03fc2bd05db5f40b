// The page around the player: its title and its heading.

import "./element.js";
import { texts } from "./texts.js";

const main = document.querySelector("perfect-play");

function entitle(language) {
  const words = Object.values(texts).find(({ lang }) => lang === language);
  const title = words.titles[main.getAttribute("game")] ?? words.titleOf(main.dataset.title);
  document.documentElement.lang = words.lang;
  document.title = title;
  document.querySelector("h1").textContent = title;
}

main.addEventListener("change", ({ detail }) => entitle(detail.language));
if (main.lang) entitle(main.lang);
