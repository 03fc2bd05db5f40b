// The gallery: every game with its board in small, what it is about and who wins it, and the puzzle of the
// day. The page is a list of links without this.
//
// Each item of `.games` has the data of its game: all but `moves`, with `start`, as a page has them
// whose table stands beside it. It may have more: `sample`, the `squares`, `mover`, `points` and `text`
// of a state that shows the game better than its start, and as `covered` the `player` of each move that
// `covers` squares together; and `puzzles`, which is false if it has none.

import { readStart } from "./description.js";
import { drawPicture, sheetsOf } from "./draw/draw.js";
import { named } from "./named.js";
import { today } from "./play/days.js";
import { memory } from "./play/settings.js";
import { View } from "./play/view.js";
import { below, mix } from "./solved.js";
import { grouped, languageOf } from "./texts.js";
import { tictactoe } from "./tictactoe.js";
import { turn } from "./turns.js";
import { movesOf, winnerOf } from "./winning.js";

const WORDS = {
  en: {
    lang: "en",
    title: "Perfect Play",
    claim: "Play against perfection",
    lead: (games) => `${games} little games, each solved to the very end. Your opponent knows every position. How long can you hold on?`,
    puzzle: "Today’s puzzle",
    play: "Play",
    win: "You can win this one",
    draw: "You can hold a draw",
    loss: (count) => `You can hold out for ${count === 1 ? "1 move" : `${count} moves`}`,
    size: (size) => `${grouped(size)} positions`,
    own: { title: "Any size you like", about: "Solved here, in your browser.", game: "Game", size: "Size", solve: "Solve it" },
    make: { title: "Make a game", about: "Write the rules, and see who wins." },
    other: "中文",
  },
  zh: {
    lang: "zh-Hans",
    title: "完美对弈",
    claim: "与完美对弈",
    lead: (games) => `${games} 种小棋，每一种都已彻底解开。对手知道每个局面的胜负，你守得住吗？`,
    puzzle: "今日一题",
    play: "开始",
    win: "这一局你能赢",
    draw: "你能守和",
    loss: (count) => `你能撑 ${count} 步`,
    size: (size) => `${grouped(size)} 个局面`,
    own: { title: "自定大小", about: "在你的浏览器中求解。", game: "游戏", size: "大小", solve: "求解" },
    make: { title: "自己做游戏", about: "写下规则，看看谁会赢。" },
    other: "English",
  },
};

/** Games whose puzzles are worth a day: there is something to see in them. */
const PUZZLING = ["connect", "dots", "hexapawn", "breakthrough", "morris", "dodgem", "hounds", "vanishing", "domineering"];

/** How a picture differs from a board that is played on. */
const STYLE = `
.table { --board: 100%; display: block; width: 100%; }
.frame { position: static; max-width: min(100%, var(--picture, 9rem) * var(--columns) / var(--rows)); }
.bar, .letters, .tops, .choices, .hint, .result { display: none !important; }
.cell { border-width: 1px; }
.text { padding: 0; font-size: 2.4rem; }
.sticks { gap: 0.3rem; margin-top: 0.4rem; }
.sticks > i { width: 0.25rem; height: 2rem; }
`;
const sheet = new CSSStyleSheet();
sheet.replaceSync(STYLE);

/** The game of an item, as it is at the start. */
function gameOf({ start, sample, ...data }) {
  if (data.name === tictactoe.name) return { ...tictactoe, local: named(data.name) };
  const moves = { moves: [] };
  return { ...readStart({ ...data, ...moves, start: { ...start, ...moves } }), covers: Boolean(sample?.covered) };
}

const entries = [];

let language = languageOf("", navigator.languages);

const write = (selector, text, from = document) => {
  const element = from.querySelector(selector);
  if (element) element.textContent = text;
};

function drawItem({ item, game, view }) {
  const words = WORDS[language];
  view.settings.language = language;
  const [title, ...size] = (view.local.title ?? game.title).split(" · ");
  write(".title", title, item);
  write(".size", size.join(" · "), item);
  write(".rules", view.rules, item);
  // Whoever reads a card would move first.
  const { value } = game.worth(game.start);
  item.dataset.winner = winnerOf(game, game.start) ?? "draw";
  write(".verdict", value === "loss" ? words.loss(movesOf(game, game.start, game.mover(game.start))) : words[value], item);
  write(".count", words.size(game.size), item);
  write(".go", words.play, item);
}

/** Reads and writes each item in a turn of its own: all together would keep a slow phone busy for
 *  long. */
async function readItems() {
  for (const item of document.querySelectorAll(".games > [data-game]")) {
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
  write("h1", words.claim);
  write(".lead", words.lead(entries.length));
  write(".other", words.other);
  document.querySelector(".live > perfect-play")?.setAttribute("language", language);
  for (const [i, { game, view }] of entries.entries()) {
    if (field) field.querySelector("select").options[i].textContent = view.local.kind ?? game.title;
  }
  for (const name of ["title", "about", "game", "size", "solve"]) write(`.own-${name}`, words.own[name]);
  for (const name of ["title", "about"]) write(`.make-${name}`, words.make[name]);
  const puzzling = entries.filter(({ data }) => data.puzzles !== false && PUZZLING.includes(data.name.split(":")[0]));
  const { item, view } = (puzzling.length ? puzzling : entries)[below(mix(BigInt(today())), puzzling.length || entries.length)];
  const link = document.querySelector(".today");
  link.href = `${item.querySelector("a").getAttribute("href")}#puzzle`;
  write("b", words.puzzle, link);
  write("span", view.local.kind ?? view.game.title, link);
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
