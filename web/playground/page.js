// The page of the playground, in which rules are written, solved and played.

import { readGame } from "../data.js";
import { register } from "../element.js";
import { module, savedPage, worker } from "../inside.js";
import { packed } from "../pack.js";
import { LIMITS, RulesError } from "../rules.js";
import { solvedGraph, tableOfGraph } from "../work.js";
import { languageOf } from "../texts.js";
import { editor } from "./editor.js";
import { EXAMPLES, titleOf } from "./examples.js";
import { reportOf } from "./report.js";
import { asked } from "./sandbox.js";
import { LONGEST, fragmentOf, numbersOf, rulesOf, withNumber } from "./share.js";
import { WORDS } from "./words.js";

const one = (selector) => document.querySelector(selector);
/** The element that plays. It is added with the first game. */
const element = document.createElement("perfect-play");
let language = languageOf("", navigator.languages);
let words = WORDS[language];
let edited = null;
let stop = null;
/** The message of the page, as a function of the words of a language. */
let told = () => "";
/** The data and the report of the last solved game, and the results of earlier games. */
let solved = null;
const runs = [];
/** The greatest number of results that are shown. */
const RUNS = 8;

function item(text, name = "li") {
  const made = document.createElement(name);
  made.textContent = text;
  return made;
}

/** Returns a sentence with the winner of the game of a report. */
function verdictOf({ winner, distance, isEndless }, { players }) {
  if (winner === null) return isEndless ? words.endless : words.draw;
  return words.wins(players[winner], distance);
}

// ------------------------------------------------------------------------ what is drawn

function drawWords() {
  document.documentElement.lang = words.lang;
  document.title = words.title;
  for (const each of document.querySelectorAll("[data-words]")) each.textContent = words[each.dataset.words];
  one(".solve").textContent = stop ? words.stop : words.solve;
  one(".told").textContent = told();
  one(".functions").replaceChildren(...words.functions.flatMap(([name, text]) => [item(name, "dt"), item(text, "dd")]));
  element.language = language;
  drawReport();
  drawNumbers();
}

function tell(text) {
  told = text;
  one(".told").textContent = told();
}

/** Draws a slider for each number that the rules declare at their top. */
function drawNumbers() {
  const numbers = numbersOf(edited.text);
  const place = one(".numbers");
  place.hidden = !numbers.length;
  const names = numbers.map(({ name }) => name).join();
  const list = place.querySelector("div");
  if (list.dataset.names !== names) {
    list.dataset.names = names;
    list.replaceChildren(...numbers.map(({ name, value }) => {
      const label = item(name, "label");
      const input = Object.assign(document.createElement("input"), { type: "range", min: 1, max: Math.max(8, 2 * value), name });
      label.append(input, document.createElement("output"));
      return label;
    }));
  }
  [...list.children].forEach((label, i) => {
    label.querySelector("input").value = numbers[i].value;
    label.querySelector("output").textContent = numbers[i].value;
  });
}

const SVG = "http://www.w3.org/2000/svg";

/** The greatest number of columns of a plot. */
const COLUMNS = 200;

/** Draws how many positions each player wins: a column for each number of moves from the start. In long games, a
 *  column stands for several of them. */
function plotOf(plies) {
  const width = Math.ceil(plies.length / COLUMNS);
  const course = [];
  plies.forEach((counts, ply) => {
    const column = course[Math.floor(ply / width)] ??= [0, 0, 0];
    counts.forEach((count, kind) => { column[kind] += count; });
  });
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", `0 0 ${10 * course.length} 40`);
  svg.setAttribute("preserveAspectRatio", "none");
  svg.setAttribute("aria-hidden", "true");
  course.forEach((counts, ply) => {
    const all = counts.reduce((sum, count) => sum + count, 0);
    let below = 40;
    counts.forEach((count, kind) => {
      const bar = document.createElementNS(SVG, "rect");
      const height = 40 * count / all;
      below -= height;
      for (const [name, value] of Object.entries({ x: 10 * ply + 0.5, y: below, width: 9, height })) bar.setAttribute(name, value);
      bar.dataset.kind = kind;
      svg.append(bar);
    });
  });
  return svg;
}

function drawReport() {
  one(".report").hidden = !solved;
  if (!solved) return;
  const { report, game, graph, seconds } = solved;
  one(".verdict").textContent = verdictOf(report, game);
  one(".verdict").dataset.winner = report.winner ?? "draw";
  one(".size").textContent = words.done(report.states, seconds);
  const { win, draw, loss } = report.opening;
  one(".facts").replaceChildren(...[
    ...graph.remarks.map((remark) => words.remarks[remark]),
    words.first(win + draw + loss, report.opening),
    words.length(report.length, report.longest),
    `${words.width(report.width)} ${words.losing(report.losing)}`,
    words.only(report.only),
    words.dull(report.dull),
  ].map((text) => item(text)));
  one(".course").replaceChildren(plotOf(report.course), item(words.course(...game.players), "figcaption"));
  one(".runs").hidden = runs.length < 2;
  one(".runs ol").replaceChildren(...runs.map((run) => item(`${run.numbers || run.game.title}: ${verdictOf(run.report, run.game)} · ${words.run(run.report.states)}`)));
}

/** Shows an error in rules, its state, and the moves that lead to it. */
function drawFault(error) {
  const place = one(".fault");
  place.hidden = !error;
  if (!error) return;
  const where = error.state === undefined || (!error.state && !error.path.length) ? ""
    : `${error.state ? words.at(error.state) : ""}${error.path.length ? words.after(error.path) : words.atStart}`;
  place.querySelector("b").textContent = words.wrong;
  place.querySelector("span").textContent = `${error.line ? words.line(error.line) : ""}${error.message}`;
  place.querySelector("small").textContent = where;
}

// -------------------------------------------------------------------------- what is done

async function solve() {
  stop?.();
  const stopped = new AbortController();
  const mine = () => stopped.abort(new Error("stopped"));
  stop = mine;
  drawFault(null);
  one(".solve").textContent = words.stop;
  const source = edited.text;
  const start = performance.now();
  const { signal } = stopped;
  try {
    tell(() => words.finding(0, 1));
    const graph = await asked(source, { limits: LIMITS, signal, onProgress: ({ done, total }) => tell(() => words.finding(done, total)) });
    tell(() => words.solving);
    const worths = await solvedGraph(graph, { module: await module(), worker, signal });
    const seconds = ((performance.now() - start) / 1000).toFixed(1);
    const data = await packed("own", graph, worths);
    const game = await readGame(data);
    const report = await reportOf(game);
    if (stop !== mine) return;
    solved = { graph, data, game, report, seconds, source };
    runs.push({ report, game, numbers: numbersOf(source).map(({ name, value }) => `${name} ${value}`).join(", ") });
    if (runs.length > RUNS) runs.shift();
    show(game);
    tell(() => "");
    drawReport();
  } catch (error) {
    if (stop !== mine) return;
    tell(() => (signal.aborted ? words.stopped : ""));
    if (!signal.aborted) drawFault(error instanceof RulesError ? error : Object.assign(error, { path: [] }));
  } finally {
    if (stop === mine) {
      stop = null;
      one(".solve").textContent = words.solve;
    }
  }
}

let shown = 0;

/** Shows the game in the element that plays, under a name that no game had before. */
function show(game) {
  shown += 1;
  game.name = `own ${shown}`;
  register(game);
  element.game = game.name;
  one(".playing").append(element);
  one(".playing").hidden = false;
}

async function share() {
  const fragment = await fragmentOf(edited.text);
  const address = `${location.href.split("#")[0]}#${fragment}`;
  if (fragment.length > LONGEST) {
    tell(() => words.tooLong(fragment.length, LONGEST));
    return;
  }
  try {
    history.replaceState(null, "", `#${fragment}`);
  } catch {
    // Some frames deny this.
  }
  const isCopied = await navigator.clipboard?.writeText(address).then(() => true, () => false);
  tell(() => (isCopied ? words.shared : words.notShared(address)));
}

/** Saves a text or bytes of the solved game as a file with this ending. */
function download(ending, type, content) {
  const name = solved.data.title.toLowerCase().replace(/[^\p{L}\d]+/gu, "-");
  const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(new Blob([content], { type })), download: `${name}.${ending}` });
  link.click();
  URL.revokeObjectURL(link.href);
}

/** Escapes a text for an attribute or between tags. */
const escaped = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");

/** Saves the game as one HTML page that needs nothing else. */
async function save() {
  const { data } = solved;
  const title = escaped(data.title);
  const json = JSON.stringify(data).replaceAll("<", "\\u003c");
  const page = (await savedPage())
    .replace('game="tictactoe"', () => `game="own" data-title="${title}"`)
    .replace(/(?<=<(title|h1)>|<meta property="og:title" content=")Perfect tic-tac-toe/g, () => title)
    .replace(/(?<=<meta (name="description"|property="og:description") content=")[^"]*/g, () => escaped(data.rules))
    .replace("</main>", () => `<script type="application/json">${json}</script></main>`);
  download("html", "text/html", page);
}

/** Saves the game as a table, which the same rules in Rust or Python open. */
async function saveTable() {
  download("table", "application/octet-stream", await tableOfGraph(solved.graph, { module: await module(), worker }));
}

// ------------------------------------------------------------------------------ the page

async function begin() {
  const sent = await rulesOf(location.hash.slice(1));
  edited = editor(one(".editor"), sent ?? EXAMPLES[0], words.rules, { onChange: drawNumbers, onSolve: solve });
  const list = one(".examples");
  list.append(...EXAMPLES.map((source, i) => new Option(titleOf(source), i)));
  if (sent) list.selectedIndex = -1;
  list.addEventListener("change", () => {
    edited.text = EXAMPLES[list.value];
    runs.length = 0;
    solve();
  });
  one(".solve").addEventListener("click", () => (stop ? stop() : solve()));
  one(".share").addEventListener("click", share);
  one(".save").addEventListener("click", save);
  one(".data").addEventListener("click", () => download("json", "application/json", JSON.stringify(solved.data)));
  one(".table").addEventListener("click", saveTable);
  one(".numbers").addEventListener("change", ({ target }) => {
    edited.text = withNumber(edited.text, target.name, target.value);
    solve();
  });
  one(".numbers").addEventListener("input", ({ target }) => { target.nextElementSibling.textContent = target.value; });
  one(".other").addEventListener("click", () => {
    language = language === "en" ? "zh" : "en";
    words = WORDS[language];
    drawWords();
  });
  drawWords();
  solve();
}

begin();
