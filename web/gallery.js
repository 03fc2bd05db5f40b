// The gallery: every game with its board in small, its verdict and its rules, and the puzzle of the
// day. The page is a list of links without this.
//
// Each item of `.games` has the data of its game: all but `moves`, with `start`, as a page has them
// whose table stands beside it. It may have more: `sample`, the `squares`, `mover`, `points` and `text`
// of a state that shows the game better than its start, and as `covered` the `player` of each move that
// `covers` squares together; `longest`, the plies of its longest win; and `puzzles`, which is false if
// it has none.

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
import { turn } from "./turns.js";

const WORDS = {
  en: {
    lang: "en",
    title: "Perfect play",
    lead: "Every position of these games is solved. Nothing here thinks: it looks up.",
    puzzle: "Today’s puzzle",
    size: (size, longest) => `${grouped(size)} positions${longest ? `, longest win ${longest} moves` : ""}.`,
    own: { game: "Game", size: "Your own size", solve: "Solve it" },
    other: "中文",
  },
  zh: {
    lang: "zh-Hans",
    title: "完美对弈",
    lead: "这些棋的每个局面都已解开。这里没有思考，只有查表。",
    puzzle: "今日一题",
    size: (size, longest) => `${grouped(size)} 个局面${longest ? `，最长 ${longest} 步胜` : ""}。`,
    own: { game: "游戏", size: "自定大小", solve: "求解" },
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

/** The game of an item, as it is at the start. */
function gameOf({ start, sample, ...data }) {
  if (data.name === tictactoe.name) return { ...tictactoe, title: "Tic-tac-toe", local: { zh: inChinese(data.name, tictactoe.players) } };
  const moves = { moves: [] };
  return { ...readStart({ ...data, ...moves, start: { ...start, ...moves } }), covers: Boolean(sample?.covered) };
}

const entries = [];

let language = languageOf("", navigator.languages);

const write = (selector, text, from = document) => { from.querySelector(selector).textContent = text; };

function drawItem({ item, data, game, view }) {
  view.settings.language = language;
  write("h2", view.local.title ?? game.title, item);
  write(".verdict", `${view.words.sentence(tableVerdict(view, game.start))} ${WORDS[language].size(game.size, data.longest)}`, item);
  if (view.rules) write(".rules", view.rules, item);
}

/** Reads and writes each item in a turn of its own: all together would keep a slow phone busy for
 *  long. */
async function readItems() {
  for (const item of document.querySelectorAll(".games li")) {
    await turn();
    const data = JSON.parse(item.querySelector("script").textContent);
    const game = gameOf(data);
    const entry = { item, data, game, view: new View(game, memory("", false), { values: false }) };
    entries.push(entry);
    drawItem(entry);
  }
}

/** Writes all but the items. */
function drawPage() {
  const words = WORDS[language];
  document.documentElement.lang = words.lang;
  document.title = words.title;
  write("h1", words.title);
  write(".lead", words.lead);
  write(".other", words.other);
  for (const [i, { game, view }] of entries.entries()) {
    if (field) field.querySelector("select").options[i].textContent = view.local.title ?? game.title;
  }
  for (const name of ["game", "size", "solve"]) if (field) write(`.own-${name}`, words.own[name]);
  const puzzles = entries.filter(({ data }) => data.puzzles !== false);
  const { item, view } = puzzles[below(mix(BigInt(today())), puzzles.length)];
  const link = document.querySelector(".today a");
  link.href = `${item.querySelector("a").getAttribute("href")}#puzzle`;
  link.textContent = `${words.puzzle}: ${view.local.title ?? view.game.title}`;
}

/** Draws each in a turn of its own, too. */
async function drawPictures() {
  for (const { item, data, game, view } of entries) {
    const root = item.querySelector(".picture").attachShadow({ mode: "open" });
    root.adoptedStyleSheets = [...sheetsOf(game), sheet];
    const shown = { ...game };
    const { covered, ...scene } = data.sample ?? {};
    for (const [name, value] of Object.entries(scene)) shown[name] = () => value;
    shown.covered = covered;
    drawPicture(root, Object.assign(view, { game: shown }));
    view.game = game;
    await turn();
  }
}

/** The field for a size of one's own, if there is a page that solves it. */
const field = document.querySelector("form.own");
function fillField() {
  const [list, size] = [field.querySelector("select"), field.querySelector("input")];
  list.append(...entries.map(({ data }) => {
    const [name, parameters = ""] = data.name.split(/:(.*)/s);
    const option = new Option("", name);
    option.dataset.parameters = parameters;
    return option;
  }));
  const choose = () => {
    size.value = list.selectedOptions[0].dataset.parameters;
    size.disabled = !size.value;
  };
  list.addEventListener("change", choose);
  list.value = "connect";
  choose();
  field.addEventListener("submit", (event) => {
    event.preventDefault();
    location.href = `own.html?game=${encodeURIComponent([list.value, size.value.trim()].filter(Boolean).join(":"))}`;
  });
}

readItems().then(() => {
  if (field) fillField();
  drawPage();
  document.querySelector(".other").addEventListener("click", () => {
    language = language === "en" ? "zh" : "en";
    entries.forEach(drawItem);
    drawPage();
  });
  return drawPictures();
});
