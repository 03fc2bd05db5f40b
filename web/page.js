// The page around the player: its title, its heading, and the way back to the gallery, if there is one.

import "./element.js";
import { texts } from "./texts.js";

const main = document.querySelector("perfect-play");

main.addEventListener("change", ({ detail: { language, title } }) => {
  document.documentElement.lang = language;
  document.title = title;
  document.querySelector("h1").textContent = title;
  const home = document.querySelector(".home");
  if (home) home.textContent = Object.values(texts).find(({ lang }) => lang === language).allGames;
});
