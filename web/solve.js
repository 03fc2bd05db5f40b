// perfectplay/solve: any game on the list solved here and now, in a worker; tables of any size read
// from a file on a static host; and playbooks. It is a second entry of the package, since the module that it
// needs is larger than all else.

import { gameOf } from "./answers.js";
import { expect } from "./arguments.js";
import { compiled, instantiated } from "./module.js";
import { readGame } from "./data.js";
import { readUnsolved } from "./description.js";
import { packed } from "./pack.js";
import { FileError, RangeFile } from "./ranges.js";
import { explored } from "./rules.js";
import { solvedGraph, tableOfGraph, worked } from "./work.js";

export { Waiting } from "./answers.js";
export { oracle } from "./oracle.js";
export { FileError } from "./ranges.js";
export { RulesError } from "./rules.js";

/** How much of a file is read before anything is asked: the header and the first blocks, and the end
 *  of the directories. */
const HEAD = 1 << 15;
const TAIL = 1 << 16;
/** In pages of so many bytes a module keeps what it is given. */
const PAGE = 1 << 12;
/** How many requests are made at the same time. */
const TOGETHER = 6;

/** The games on the list, with the parameters that they may have. */
export async function games({ module } = {}) {
  const ask = await instantiated(await compiled(module));
  return ask({ ask: "games" });
}

/** How many states a game has, as a text, and whether it is too large to solve here; counted in a worker. */
export const forecast = async (name, { signal, module, worker } = {}) =>
  worked({ module: await compiled(module), question: { ask: "forecast", game: name } }, { onProgress: () => {}, signal, worker });

/** A game as it begins, which is not solved: what moves are worth is not known. */
export async function beginning(name, { signal, module, worker } = {}) {
  const task = { module: await compiled(module), question: { ask: "start", game: name } };
  return readUnsolved(await worked(task, { onProgress: () => {}, signal, worker }));
}

/** The game of rules in JavaScript: they are asked about every state here, and solved in a worker. */
async function solvedRules(rules, { limit, onProgress = () => {}, ...how }) {
  const limits = limit === undefined ? {} : { states: limit };
  const graph = explored(rules, { limits, onProgress: ({ done, total }) => onProgress({ phase: "finding", done, total }) });
  const game = await readGame(await packed("own", graph, await solvedGraph(graph, { onProgress, ...how })));
  return Object.assign(game, { table: () => tableOfGraph(graph, how) });
}

/** Solves a game such as "connect:5x4" in a worker, or rules in JavaScript. `onProgress` is told how far it is, `signal` ends
 *  it; `limit` is the most states that are tried. Gives the game, which answers at once. */
export async function solve(name, { onProgress = () => {}, signal, limit, module, worker } = {}) {
  signal?.throwIfAborted();
  if (Object(name) === name) return solvedRules(name, { onProgress, signal, limit, module, worker });
  expect(typeof name === "string", "the name of a game, or rules", name);
  const code = await compiled(module);
  const bytes = await worked({ module: code, game: name, limit }, { onProgress, signal, worker });
  const ask = await instantiated(code);
  return gameOf(ask, ask({ ask: "load", name }, bytes));
}

/** Opens a playbook of a game such as "connect:7x6", from the bytes that `perfectplay playbook -o`
 *  wrote. Gives the game, whose `book.move` answers at once, however large the game is. */
export async function openPlaybook(name, bytes, { module } = {}) {
  expect(typeof name === "string", "the name of a game", name);
  const ask = await instantiated(await compiled(module));
  return gameOf(ask, ask({ ask: "playbook", game: name }, new Uint8Array(bytes)));
}

/** Opens a table at an address, which any static host may have: it is read by range requests, as far
 *  as it is asked. Gives the game, which answers at once what is here, and throws `Waiting` for
 *  what is not. */
export async function open(url, { signal, module, ...times } = {}) {
  const address = new URL(url, globalThis.document?.baseURI);
  const file = new RangeFile(address, { signal, ...times });
  const code = await compiled(module);
  const instance = await instantiated(code);
  /** What an instance cannot read is a damaged table, whenever that shows. */
  const ask = (...given) => {
    try {
      return instance(...given);
    } catch (error) {
      throw new FileError("damaged", error.message);
    }
  };
  const supply = async (from, end) => ask({ ask: "supply", offset: from }, await file.read(from, end));
  /** Gets ranges, some of them at the same time. */
  async function fetched(ranges) {
    const left = [...ranges];
    const next = async () => {
      for (let range = left.shift(); range; range = left.shift()) await supply(...range);
    };
    await Promise.all(Array.from({ length: TOGETHER }, next));
  }
  const damaged = (error) => {
    throw error instanceof FileError || error.name === "AbortError" ? error : new FileError("damaged", error.message);
  };

  const head = await file.read(0, HEAD);
  const { length, whole } = file;
  const opening = { ask: "open", name: String(address), length };
  try {
    if (whole) return Object.assign(gameOf(ask, ask({ ask: "load", name: String(address) }, whole)), { file });
    // Its pages are told from others by the length of the file.
    let about = ask(opening);
    ask({ ask: "supply", offset: 0 }, head);
    const tail = Math.max(HEAD, Math.floor((length - TAIL) / PAGE) * PAGE);
    if (tail < length) await supply(tail, length);
    for (about = ask(opening); about.missing; about = ask(opening)) await fetched(about.missing);
    const game = gameOf(ask, about, (ranges) => fetched(ranges).catch(damaged));
    await game.ready(game.start);
    return Object.assign(game, { file });
  } catch (error) {
    return damaged(error);
  }
}
