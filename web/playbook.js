// The page of a playbook of a large game. It contains the playbook, and the module that reads the playbook and
// knows the rules.

import "./page.js";
import { provedWords } from "./book.js";
import { registerLater } from "./element.js";
import { inflated } from "./inside.js";
import { openPlaybook } from "./solve.js";

const { game: name } = document.querySelector("perfect-play");
const { spec, proved } = JSON.parse(document.querySelector('script[type="application/json"]').textContent);

registerLater(name, async () => {
  const bytes = await inflated("script.playbook");
  const game = await openPlaybook(spec, bytes, { module: inflated("script.solver-module") });
  game.book.words = provedWords(proved);
  return game;
});
