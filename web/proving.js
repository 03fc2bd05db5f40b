// The page of a game that is too large to solve. Its start is in the page; so are the module that proves, the script
// of its worker, and, if there is one, the playbook of the player who wins.

import "./page.js";
import { provedWords } from "./book.js";
import { readUnsolved } from "./description.js";
import { register, registerLater } from "./element.js";
import { inflated, module, within, worker } from "./inside.js";
import { oracle } from "./oracle.js";
import { proofsOf } from "./play/proving.js";
import { unprovedWords } from "./unproved.js";

const { playbook, spec, proved, ...data } = JSON.parse(document.querySelector('script[type="application/json"]').textContent);
const ofBook = proved && provedWords({ ...proved, sides: playbook });
const words = Object.fromEntries(Object.entries(unprovedWords).map(([language, own]) => [language,
  ofBook ? { ...own, howItWorks: () => [...own.howItWorks(), ...ofBook[language].howItWorks()] } : own]));
const start = Object.assign(readUnsolved(data), { words });
register(start);
registerLater(start.name, async () => {
  const carried = within("script.playbook");
  const book = carried.length ? await inflated(carried) : null;
  const game = await oracle(spec ?? start.name, { module: await module(), worker, playbook: book, wins: proved?.value === "win" });
  // The player of the playbook is one that is proved, and not the only one.
  return Object.assign(game, { name: start.name, book: null, words, proofs: proofsOf(game) });
});
