// A game that is played by a playbook in the page, or beside it: its start is shown at once, and it is played
// once the playbook and the module that reads it are here.

import { provedWords } from "./book.js";
import { readUnsolved } from "./description.js";
import { register, registerLater } from "./element.js";
import { openPlaybook } from "./solve.js";

/** Makes a game known by what the command tells of it. `load` gives a promise of the bytes of the `book`, and
 *  a `module`. */
export function registerCarried({ spec, proved, ...data }, load) {
  const words = provedWords({ ...proved, sides: data.playbook });
  const start = readUnsolved(data);
  start.words = words;
  register(start);
  registerLater(start.name, async () => {
    const { book, module } = await load();
    const game = await openPlaybook(spec, book, { module });
    game.words = words;
    return game;
  });
}
