// The game of a page that plays another one than tic-tac-toe: what stands in the page, or beside
// it. Where that cannot be had, the page says what it needs.

import { readGame } from "./data.js";
import { register } from "./element.js";

const element = document.querySelector("perfect-play");
const { table } = element.dataset;
const data = table
  ? fetch(table).then((response) => response.text())
  : Promise.resolve(document.querySelector('script[type="application/json"]').textContent);
data.then(readGame).then(register).catch(() => { element.dataset.failed = ""; });
