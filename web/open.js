// The game of a page that plays another one than tic-tac-toe: what stands in the page, or, if only
// its start does, what stands beside it.

import { beside } from "./beside.js";
import { readGame } from "./data.js";
import { readStart } from "./description.js";
import { register, registerLater } from "./element.js";

const element = document.querySelector("perfect-play");
/** A large text is in several of these, so that the browser reads it piece by piece. */
const inside = [...document.querySelectorAll('script[type="application/json"]')];
const { table } = element.dataset;

/** How long after its drawing a page is seen for sure, in milliseconds. */
const SEEN = 100;

/** The pieces of what is in the page, of which a parser makes several, too. */
const within = () => inside.flatMap(({ childNodes }) => Array.from(childNodes, ({ data }) => data));

async function read(pieces) {
  let game;
  try {
    game = await readGame(pieces);
  } catch ({ message }) {
    throw Object.assign(new Error(message), { words: { en: `The table is damaged: ${message}.`, zh: `数据表已损坏：${message}。` } });
  }
  if (game.name === element.game) return game;
  const words = {
    en: `The file ${table} beside this page has the table of another game, ${game.name}. This page needs that of ${element.game}.`,
    zh: `本页旁边的文件 ${table} 是另一个游戏 ${game.name} 的数据表，本页需要 ${element.game} 的。`,
  };
  throw Object.assign(new Error(words.en), { words });
}

if (table) {
  register(readStart(JSON.parse(within().join(""))));
  registerLater(element.game, async () => {
    await drawn();
    return read(await beside(table, "table"));
  });
} else {
  registerLater(element.game, () => read(within()));
}

/** Waits until the start is drawn and seen, so that no table comes before it; a tab that nobody looks at draws
 *  nothing, and does not wait. */
function drawn() {
  return new Promise((resolve) => {
    if (document.hidden) resolve();
    else element.addEventListener("change", () => requestAnimationFrame(() => setTimeout(resolve, SEEN)), { once: true });
  });
}
