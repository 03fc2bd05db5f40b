// The game of a page that plays another one than tic-tac-toe: what stands in the page, or, if only
// its start does, what stands beside it.

import { readGame, readStart } from "./data.js";
import { register, registerLater } from "./element.js";

const element = document.querySelector("perfect-play");
/** A large text is in several of these, so that the browser reads it piece by piece. */
const inside = [...document.querySelectorAll('script[type="application/json"]')];
const { table } = element.dataset;

/** How long after its drawing a page is seen for sure, in milliseconds. */
const SEEN = 100;

/** Why a table cannot be had, in both languages, by what went wrong. */
const WHY = {
  folder: () => ({
    en: `The table stands beside this page, in ${table}, and browsers read no such file of a folder that nobody serves. Serve the folder, as “python3 -m http.server” does; or let “perfectplay web --game ${element.game} -o page.html” write all into one file.`,
    zh: `数据表在本页旁边的 ${table} 中，而浏览器不会从未经服务器的文件夹读取它。请用服务器打开此文件夹，例如“python3 -m http.server”；或用“perfectplay web --game ${element.game} -o page.html”写成一个文件。`,
  }),
  network: () => ({
    en: `The table, ${table}, could not be fetched: the network or the server fails.`,
    zh: `无法取得数据表 ${table}：网络或服务器出错。`,
  }),
  status: (status) => ({
    en: `The table, ${table}, could not be fetched: the server says ${status}.`,
    zh: `无法取得数据表 ${table}：服务器返回 ${status}。`,
  }),
  damage: (message) => ({
    en: `The table is damaged: ${message}.`,
    zh: `数据表已损坏：${message}。`,
  }),
};

class NoTable extends Error {
  constructor(why, detail) {
    const words = WHY[why](detail);
    super(words.en);
    Object.assign(this, { words, final: why === "folder" });
  }
}

/** The pieces of a file beside the page. */
async function* beside() {
  const failed = () => { throw new NoTable(location.protocol === "file:" ? "folder" : "network"); };
  const response = await fetch(table).catch(failed);
  if (!response.ok) throw new NoTable("status", response.status);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  for (let next = await reader.read().catch(failed); !next.done; next = await reader.read().catch(failed)) yield next.value;
}

/** The pieces of what is in the page, of which a parser makes several, too. */
const within = () => inside.flatMap(({ childNodes }) => Array.from(childNodes, ({ data }) => data));

async function read(pieces) {
  try {
    return await readGame(pieces);
  } catch (error) {
    throw error instanceof NoTable ? error : new NoTable("damage", error.message);
  }
}

if (table) {
  register(readStart(JSON.parse(within().join(""))));
  registerLater(element.game, async () => {
    await drawn();
    return read(beside());
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
