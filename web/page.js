// The page around the player: its title and its heading.

import "./element.js";

const main = document.querySelector("perfect-play");

main.addEventListener("change", ({ detail: { language, title } }) => {
  document.documentElement.lang = language;
  document.title = title;
  document.querySelector("h1").textContent = title;
});
