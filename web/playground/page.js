// The page of the playground, in which rules are written, solved and played.

import { readGame } from "../data.js";
import { register } from "../element.js";
import { module, savedPage, worker } from "../inside.js";
import { packed } from "../pack.js";
import { RulesError } from "../rules.js";
import { solvedGraph, tableOfGraph } from "../work.js";
import { languageOf } from "../texts.js";
import { adviceOf, lineOf } from "./advice.js";
import { changeOf } from "./changes.js";
import { drafts, keep, mine } from "./drafts.js";
import { editor } from "./editor.js";
import { EXAMPLES, titleOf } from "./examples.js";
import { UNREADABLE } from "./message.js";
import { reportOf } from "./report.js";
import { asked } from "./sandbox.js";
import { limitsOf, smaller } from "./smaller.js";
import { LONGEST, fragmentOf, numbersOf, rulesOf, withNumber } from "./share.js";
import { WORDS } from "./words.js";

/** The limits of the states that rules may have, by the memory of the device. */
const LIMITS = limitsOf(navigator.deviceMemory);

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
/** The error that is shown. */
let wrong = null;
/** Ends the search for smaller numbers. */
let endSearch = () => {};
/** The text that this page has kept last, if the reader is still changing it. */
let kept = null;
/** The text that an address has brought. */
let sent = null;
/** The greatest number of results that are shown. */
const RUNS = 8;

function item(text, name = "li") {
  const made = document.createElement(name);
  made.textContent = text;
  return made;
}

/** Returns a sentence with the winner of the game of a report. */
function verdictOf({ winner, count, isEndless }, { players }) {
  if (winner === null) return isEndless ? words.endless : words.draw;
  return words.wins(players[winner], count);
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
  edited.describe(words.rules, words.keys);
  drawList();
  drawReport();
  drawFault();
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

/** Returns what is shown of a game among others: its result, its first moves, its longest win and its size. */
function partsOf({ report, game }) {
  const { win, draw, loss } = report.opening;
  return [verdictOf(report, game), words.opening(win + draw + loss, report.opening), report.longest !== null && words.longest(report.longest), words.run(report.states)].filter(Boolean);
}

/** Returns what changed in the rules of a game since the one before. */
function changeIn({ source, game }, before) {
  const { numbers, line, isOther } = changeOf(source, before?.source);
  if (isOther) return words.anotherGame(game.title);
  if (!before) return numbers || game.title;
  return [numbers, line && words.changed(line.number, line.text)].filter(Boolean).join(", ") || words.unchanged;
}

/** Draws the results of the games of this page. What differs from the game before is bold. */
function drawRuns() {
  one(".runs").hidden = runs.length < 2;
  one(".runs ol").replaceChildren(...runs.map((run, number) => {
    const made = item(changeIn(run, runs[number - 1]));
    const before = number && !changeOf(run.source, runs[number - 1].source).isOther ? partsOf(runs[number - 1]) : [];
    const parts = partsOf(run).map((text, i) => item(text, before.length && before[i] !== text ? "b" : "span"));
    made.append(": ", ...parts.flatMap((part) => [" · ", part]).slice(1));
    return made;
  }));
}

function drawReport() {
  drawAge();
  if (!solved) return;
  const { report, game, graph, seconds } = solved;
  one(".verdict").textContent = verdictOf(report, game);
  one(".verdict").dataset.winner = report.winner ?? "draw";
  one(".size").textContent = words.done(report.states, seconds);
  const { win, draw, loss } = report.opening;
  one(".facts").replaceChildren(...[
    ...graph.remarks.map((remark) => words.remarks[remark]),
    words.first(win + draw + loss, report.opening),
    report.lengths && words.length(game.players, report.lengths, report.longest),
    `${words.width(report.width)} ${words.losing(report.losing)}`,
    words.only(report.only),
    words.dull(report.dull),
  ].filter(Boolean).map((text) => item(text)));
  one(".course").replaceChildren(plotOf(report.course), item(words.course(...game.players), "figcaption"));
  drawRuns();
}

/** Shows whether the report and the board are of the rules in the editor. Beside an error there are none. */
function drawAge() {
  const isShown = Boolean(solved && !wrong);
  const isOld = isShown && edited.text !== solved.source;
  for (const name of [".report", ".outcome", ".playing"]) one(name).hidden = !isShown;
  one(".desk").classList.toggle("is-old", isOld);
  one(".old").hidden = !isOld;
}

/** Shows an error, its state, the moves that lead to it, its line, and advice. */
function drawFault() {
  const place = one(".fault");
  place.hidden = !wrong;
  drawAge();
  if (!wrong) return;
  const { error, line, advice, smallerOne } = wrong;
  const { state = "", path = [], states, isMore } = error;
  const where = state || path.length ? `${state ? words.at(state) : ""}${path.length ? words.after(path) : words.atStart}` : "";
  place.querySelector("b").textContent = states ? words.large(states, isMore) : error instanceof RulesError ? words.wrong : words.failed;
  place.querySelector("span").textContent = states ? words.room(LIMITS.states) : `${line ? words.line(line) : ""}${error.message}`;
  place.querySelector("small").textContent = states ? "" : where;
  place.querySelector(".advice").textContent = states ? words.search[smallerOne === undefined ? "on" : smallerOne ? "found" : "none"]
    : advice ? words.advice[advice.kind](advice.state) : "";
  const instead = place.querySelector(".try");
  instead.hidden = !smallerOne;
  instead.textContent = smallerOne ? words.instead(smallerOne.numbers, smallerOne.states) : "";
  place.querySelector(".go").textContent = words.go(line);
  place.querySelector(".go").hidden = !line;
}

/** Looks for numbers with which the rules of the error that is shown have few enough states. */
async function search(source) {
  const shown = wrong;
  const ended = new AbortController();
  endSearch = () => ended.abort();
  const explore = (text, limits) => asked(text, { limits, signal: ended.signal });
  shown.smallerOne = await smaller(source, LIMITS.states, explore).catch(() => null);
  if (wrong === shown) drawFault();
}

/** Shows an error in the rules of a text, or none. */
function setFault(error, source) {
  endSearch();
  const line = error?.message === UNREADABLE ? edited.errorLine() : error instanceof RulesError && !error.states ? lineOf(error, source) : 0;
  wrong = error && { error, line, advice: adviceOf(error.message, source) };
  edited.mark(wrong?.line || null);
  drawFault();
  if (error?.states) search(source);
}

/** Lists the examples, and the texts of the reader that are not in the editor. */
function drawList() {
  const list = one(".examples");
  const { text } = edited;
  const own = drafts().filter((draft) => draft !== text && !EXAMPLES.includes(draft));
  const group = Object.assign(document.createElement("optgroup"), { label: words.yours });
  group.append(...own.map((draft) => new Option(titleOf(draft) || words.untitled, draft)));
  const other = Object.assign(new Option(EXAMPLES.includes(text) ? words.choose : titleOf(text) || words.untitled, ""), { hidden: true });
  list.replaceChildren(...EXAMPLES.map((source) => new Option(titleOf(source), source)), ...(own.length ? [group] : []), other);
  list.value = EXAMPLES.includes(text) ? text : "";
}

// -------------------------------------------------------------------------- what is done

async function solve() {
  stop?.();
  const stopped = new AbortController();
  const mine = () => stopped.abort(new Error("stopped"));
  stop = mine;
  setFault(null);
  one(".solve").textContent = words.stop;
  const source = edited.text;
  const start = performance.now();
  const { signal } = stopped;
  try {
    tell(() => words.finding(0, 1));
    const graph = await asked(source, { limits: LIMITS, signal, onProgress: ({ done, total, surveyed }) => tell(() => (surveyed ? words.estimating(surveyed) : words.finding(done, total))) });
    tell(() => words.solving);
    const worths = await solvedGraph(graph, { module: await module(), worker, signal });
    const seconds = ((performance.now() - start) / 1000).toFixed(1);
    const data = await packed("own", graph, worths);
    const game = await readGame(data);
    const report = await reportOf(game, graph, worths);
    if (stop !== mine) return;
    solved = { graph, data, game, report, seconds, source };
    runs.push({ report, game, source });
    if (runs.length > RUNS) runs.shift();
    show(game);
    tell(() => words.solved(verdictOf(report, game)));
    drawReport();
  } catch (error) {
    if (stop !== mine) return;
    tell(() => (signal.aborted ? words.stopped : ""));
    if (!signal.aborted) setFault(error, source);
  } finally {
    if (stop === mine) {
      stop = null;
      one(".solve").textContent = words.solve;
    }
  }
}

let shown = 0;

/** Whether all is in one column: then the board has only its buttons, so that the editor is near. */
const isNarrow = matchMedia("(max-width: 43.99rem)");
const fit = () => element.toggleAttribute("bare", isNarrow.matches);
isNarrow.addEventListener("change", fit);
fit();

/** Shows the game in the element that plays, under a name that no game had before. */
function show(game) {
  shown += 1;
  game.name = `own ${shown}`;
  register(game);
  element.game = game.name;
  one(".playing").append(element);
}

/** Keeps what the reader writes, and takes the text of the address out of it, which the editor no longer shows. */
function changed() {
  const { text } = edited;
  keep(text, kept);
  kept = text;
  if (text !== sent && location.hash) setHash("");
  if (!one(".undo").hidden) {
    one(".undo").hidden = true;
    tell(() => "");
    drawList();
  }
  drawNumbers();
  drawAge();
}

/** Sets the part of the address after "#". */
function setHash(fragment) {
  try {
    history.replaceState(null, "", `#${fragment}`);
  } catch {
    // Some frames deny this.
  }
}

/** Asks whether a text may replace the rules that the reader has written. */
function mayReplace(title) {
  const dialog = one(".asking");
  dialog.querySelector("p").textContent = words.asking(title);
  dialog.showModal();
  return new Promise((resolve) => {
    const end = (answer) => () => {
      resolve(answer);
      dialog.close();
    };
    dialog.querySelector(".replace").onclick = end(true);
    dialog.querySelector(".keep").onclick = end(false);
    dialog.onclose = end(false);
  });
}

/** Puts a text in the place of the one in the editor, and solves it. A text that the reader has written is kept. */
async function replace(text) {
  const before = edited.text;
  const title = titleOf(text) || words.untitled;
  const isWritten = ![...EXAMPLES, text, sent].includes(before);
  if (isWritten && !await mayReplace(title)) {
    drawList();
    return;
  }
  kept = null;
  edited.text = text;
  runs.length = 0;
  drawList();
  await solve();
  if (!isWritten || edited.text !== text) return;
  tell(() => words.replaced(title));
  one(".undo").hidden = false;
}

async function share() {
  const fragment = await fragmentOf(edited.text);
  const address = `${location.href.split("#")[0]}#${fragment}`;
  if (fragment.length > LONGEST) {
    tell(() => words.tooLong(fragment.length, LONGEST));
    return;
  }
  sent = edited.text;
  setHash(fragment);
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

/** Returns the rules in the address, or null. Says if it has some that cannot be read. */
async function rulesInAddress() {
  const fragment = location.hash.slice(1);
  sent = await rulesOf(fragment);
  if (sent === null && fragment) tell(() => words.unreadable);
  return sent;
}

async function begin() {
  const source = await rulesInAddress();
  const isUnreadable = source === null && location.hash.length > 1;
  edited = editor(one(".editor"), source ?? mine() ?? drafts()[0] ?? EXAMPLES[0], { onChange: changed, onSolve: solve });
  // A text that another tab may show is not replaced.
  if (sent === null) kept = mine();
  one(".examples").addEventListener("change", ({ target }) => replace(target.value));
  addEventListener("hashchange", async () => {
    const text = await rulesInAddress();
    if (text !== null) replace(text);
  });
  one(".solve").addEventListener("click", () => (stop ? stop() : solve()));
  one(".share").addEventListener("click", share);
  one(".undo").addEventListener("click", () => {
    edited.undo();
    runs.length = 0;
    drawList();
    solve();
  });
  one(".try").addEventListener("click", () => {
    edited.text = wrong.smallerOne.text;
    solve();
  });
  one(".go").addEventListener("click", () => edited.goTo(wrong.line));
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
  await solve();
  // The result of other rules does not hide that those of the address are not these.
  if (isUnreadable) tell(() => words.unreadable);
}

begin();
