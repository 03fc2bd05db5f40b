// The gallery: every game with its board in small, its verdict and its rules, and the puzzle of the
// day. The page is a list of links without this.
//
// Each item of `.games` has the data of its game: all but `moves`, with `start`, as a page has them
// whose table stands beside it; `{ "name": "tictactoe" }` for the game of the package. It may have
// more: `sample`, the `squares` and the `mover` of a state that shows the game better than its start;
// `longest`, the plies of its longest win; and `puzzles`, which is false if it has none.

import { inChinese } from "./chinese.js";
import { readStart } from "./data.js";
import { drawPicture, sheetsOf } from "./draw/draw.js";
import { tableVerdict } from "./draw/sayings.js";
import { today } from "./play/puzzle.js";
import { memory } from "./play/settings.js";
import { View } from "./play/view.js";
import { below, mix } from "./solved.js";
import { grouped, languageOf } from "./texts.js";
import { tictactoe } from "./tictactoe.js";

const WORDS = {
  en: {
    lang: "en",
    title: "Perfect play",
    lead: "Every position of these games is solved. Nothing here thinks: it looks up.",
    puzzle: "Today’s puzzle",
    size: (size, longest) => `${grouped(size)} positions${longest ? `, longest win ${longest} moves` : ""}.`,
    other: "中文",
  },
  zh: {
    lang: "zh-Hans",
    title: "完美对弈",
    lead: "这些棋的每个局面都已解开。这里没有思考，只有查表。",
    puzzle: "今日一题",
    size: (size, longest) => `${grouped(size)} 个局面${longest ? `，最长 ${longest} 步胜` : ""}。`,
    other: "English",
  },
};

/** How a picture differs from a board that is played on. */
const STYLE = `
.table { --board: 100%; display: block; }
.frame { position: static; max-width: min(100%, 8.5rem * var(--columns) / var(--rows)); }
.bar, .letters, .tops, .choices, .hint { display: none !important; }
.cell { border-width: 1px; }
.text { padding: 1.5rem 0; }
`;
const sheet = new CSSStyleSheet();
sheet.replaceSync(STYLE);

/** The game of an item, as it is at the start, or in the state that shows it. */
function gameOf({ start, sample, ...data }) {
  if (data.name === tictactoe.name) return { ...tictactoe, title: "Tic-tac-toe", local: { zh: inChinese(data.name, tictactoe.players) } };
  const moves = { moves: [] };
  return readStart({ ...data, ...moves, start: { ...start, ...moves } });
}

const entries = [...document.querySelectorAll(".games li")].map((item) => {
  const data = JSON.parse(item.querySelector("script").textContent);
  const game = gameOf(data);
  if (game.name === tictactoe.name) data.sample = { squares: [1, 0, 0, 0, 2, 0, 0, 0, 1], mover: 1 };
  return { item, data, game, view: new View(game, memory("", false), { values: false }) };
});

let language = languageOf("", navigator.languages);

function draw() {
  const words = WORDS[language];
  document.documentElement.lang = words.lang;
  document.title = words.title;
  const write = (selector, text, from = document) => { from.querySelector(selector).textContent = text; };
  write("h1", words.title);
  write(".lead", words.lead);
  write(".other", words.other);
  for (const { item, data, game, view } of entries) {
    view.settings.language = language;
    write("h2", view.local.title ?? game.title, item);
    write(".verdict", `${view.words.sentence(tableVerdict(view, game.start))} ${words.size(game.size, data.longest)}`, item);
    if (view.rules) write(".rules", view.rules, item);
  }
  const puzzles = entries.filter(({ data }) => data.puzzles !== false);
  const { item, view } = puzzles[below(mix(BigInt(today())), puzzles.length)];
  const link = document.querySelector(".today a");
  link.href = `${item.querySelector("a").getAttribute("href")}#puzzle`;
  link.textContent = `${words.puzzle}: ${view.local.title ?? view.game.title}`;
  document.querySelector(".today").hidden = false;
}

function drawPictures() {
  for (const { item, data, game, view } of entries) {
    const root = item.querySelector(".picture").attachShadow({ mode: "open" });
    root.adoptedStyleSheets = [...sheetsOf(game), sheet];
    const shown = data.sample ? { ...game, squares: () => data.sample.squares, mover: () => data.sample.mover } : game;
    drawPicture(root, Object.assign(view, { game: shown }));
    view.game = game;
  }
}

const other = document.querySelector(".other");
other.hidden = false;
other.addEventListener("click", () => {
  language = language === "en" ? "zh" : "en";
  draw();
});
draw();
drawPictures();
