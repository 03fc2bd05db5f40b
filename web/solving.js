// The page of one game that is solved when it is opened. Its start is in the page; so are the module that
// solves, and the script of its worker.

import "./page.js";
import { readUnsolved } from "./description.js";
import { register, registerLater } from "./element.js";
import { module, worker } from "./inside.js";
import { solve } from "./solve.js";

const start = readUnsolved(JSON.parse(document.querySelector('script[type="application/json"]').textContent));
start.coming = { en: "It is being solved, on this device.", zh: "正在本机求解。" };
register(start);
registerLater(start.name, async () => solve(start.name, { module: await module(), worker }));
