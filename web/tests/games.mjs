// The pages of all games, in a directory that `cargo test -p perfectplay-cli --test web` makes.

import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";

export const { GAMES } = process.env;

export const skip = GAMES ? false : "GAMES names no directory of games; `cargo test -p perfectplay-cli --test web` makes one";

/** The games that have a page there. */
export const games = GAMES
  ? readdirSync(GAMES).filter((file) => file.endsWith(".html") && file !== "index.html").map((file) => file.slice(0, -".html".length))
  : [];

/** What a page calls the players of a game, in English. */
export const playersOf = (game) => game.local?.en?.players ?? game.players;

/** Whether the data of a game stand beside its page. */
export const isBeside = (name) => existsSync(join(GAMES, `${name}.js`));

/** The data of a game in the script beside its page. */
export const tableIn = (script) => JSON.parse(/^globalThis\.table = (.*);\n$/s.exec(script)[1]).join("");

/** The script that gives a page such data. */
export const scriptOf = (data) => `globalThis.table = ${JSON.stringify([data])};\n`;

/** The data of a game, as text: what stands beside its page, or in it. */
export function dataOf(name) {
  if (isBeside(name)) return tableIn(readFileSync(join(GAMES, `${name}.js`), "utf8"));
  const page = readFileSync(join(GAMES, `${name}.html`), "utf8");
  return [...page.matchAll(/<script type="application\/json">(.*?)<\/script>/gs)].map(([, piece]) => piece).join("");
}
