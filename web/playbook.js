// The page of a playbook of a large game. It contains the playbook, and the module that reads the playbook and
// knows the rules.

import "./page.js";
import { registerCarried } from "./carried.js";
import { inflated, within } from "./inside.js";

const data = JSON.parse(document.querySelector('script[type="application/json"]').textContent);
registerCarried(data, async () => ({
  book: await inflated(within("script.playbook")),
  module: inflated(within("script.solver-module")),
}));
