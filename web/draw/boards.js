// What the boards of other games than tic-tac-toe need: lattices, lines between points, stores,
// frames into which pieces fall, letters at the edges, moves that cover several squares, lists of
// moves, and the shapes of their pieces. A game that is read brings them along.

import { judged } from "../solved.js";
import { boardsStyle } from "./sheets.js";
import { boxOf, coordinatesOf, coveringMove, coversOf, middleOf, pathOfEdges } from "./look.js";
import { worthOf } from "./sayings.js";
import { signOf } from "./squares.js";
import { rows, setData, write } from "./write.js";

/** Shapes that are in the picture of every square where the pieces of a game have them, beside a cross
 *  and a ring. */
const SHAPES = {
  disc: '<circle class="disc" cx="50" cy="50" r="34"></circle>',
  block: '<rect class="block" x="7" y="7" width="86" height="86" rx="12"></rect>',
  stick: '<path class="stick" d="M50 12 50 88"></path>',
  pawn: '<path class="pawn" d="M50 13a16 16 0 0 1 9 29l7 6v5h-7c1 9 5 15 12 20v15H29V73c7-5 11-11 12-20h-7v-5l7-6a16 16 0 0 1 9-29Z"></path>',
  car: '<path class="car" d="M16 56c0-8 4-11 11-12l9-15c2-3 5-5 9-5h16c4 0 7 2 9 5l8 15c5 1 8 4 8 9v19H16Z"></path>',
  hound: '<path class="hound" d="M14 40l10-4 4-12 9 8c8 1 10 5 12 11h22c4 0 7-3 9-8l7 3c-1 7-3 11-7 13v30H69V64H45v17H34V58c-5-2-8-6-9-10l-10 1Z"></path>',
  hare: '<path class="hare" d="M36 9c8 6 11 16 11 26h6c0-10 3-20 11-26 6 11 4 24-2 31 9 6 14 14 14 24 0 16-11 25-26 25s-26-9-26-25c0-10 5-18 14-24-6-7-8-20-2-31Z"></path>',
  hole: '<circle class="hole" cx="50" cy="50" r="13"></circle>',
  cross: '<path class="cross" d="M40 40 60 60M60 40 40 60"></path>',
  poison: '<g class="poison"><path d="M50 22c-17 0-28 11-28 25 0 9 4 15 11 19v10h34V66c7-4 11-10 11-19 0-14-11-25-28-25Z"></path><circle cx="39" cy="48" r="7"></circle><circle cx="61" cy="48" r="7"></circle><path d="M43 70v8M50 70v8M57 70v8"></path></g>',
};

/** The shapes of things: these have the sign of their player in them, for readers who see no colours. */
const THINGS = ["disc", "pawn", "car", "hound", "hare"];

/** The shapes of a game's pieces: no others, because each is in every square. */
function shapesOf(game) {
  const signs = new Set(game.pieces.map((piece) => signOf(game, piece)));
  if (THINGS.some((thing) => signs.has(thing))) signs.add("hole").add("cross");
  if (game.poisoned) signs.add("poison");
  return Object.entries(SHAPES).map(([name, shape]) => (signs.has(name) ? shape : "")).join("");
}

/** How wide points and lines of a lattice are, where a face is 1. */
const THIN = 0.32;
/** How wide a store is, where a square is 1. */
const STORE = 0.8;

/** What a square of a lattice is, by its row and its column. */
const PARTS = [["point", "across"], ["down", "face"]];

/** An element of a class, for the eye only. */
function decoration(name, className, space) {
  const element = space ? document.createElementNS("http://www.w3.org/2000/svg", name) : document.createElement(name);
  element.setAttribute("class", className);
  element.setAttribute("aria-hidden", "true");
  return element;
}

const picture = (game, className) => {
  const svg = decoration("svg", className, true);
  svg.setAttribute("viewBox", `0 0 ${game.columns} ${game.rows}`);
  return svg;
};

/** Gives the board of a game its size and its parts. */
function arrange(table, game, cells) {
  arrangeParts(table, game, cells);
  // Nothing has room beside such a board.
  const [columns, rows] = ["--columns", "--rows"].map((name) => table.style.getPropertyValue(name));
  table.toggleAttribute("data-wide", columns >= 1.45 * rows);
}

function arrangeParts(table, game, cells) {
  const frame = table.querySelector(".frame");
  const board = table.querySelector(".board");
  const setSizes = (sizes) => Object.entries(sizes).forEach(([name, value]) => table.style.setProperty(name, value));
  frame.dataset.shape = game.shape;
  table.querySelector(".text").hidden = !game.text;
  if (!game.columns) return;
  let [columns, rowTracks, columnTracks] = [game.columns, "", ""];
  let extra = 0;

  if (game.lattice) {
    // Points and lines are thin, so that the lattice is as large as fewer squares.
    const sizes = (count) => Array.from({ length: count }, (_, i) => (i % 2 ? 1 : THIN));
    const sum = (count) => sizes(count).reduce((all, size) => all + size, 0);
    const tracks = (count) => sizes(count).map((size) => `minmax(0, ${size}fr)`).join(" ");
    columns = sum(game.columns);
    [columnTracks, rowTracks] = [tracks(game.columns), tracks(game.rows)];
    frame.dataset.lattice = "";
    setSizes({ "--rows": sum(game.rows).toFixed(2) });
    cells.forEach((button, cell) => {
      button.dataset.part = PARTS[Math.floor(cell / game.columns) % 2][cell % game.columns % 2];
    });
  }
  if (game.edges) {
    const edges = picture(game, "edges");
    const lines = document.createElementNS("http://www.w3.org/2000/svg", "path");
    lines.setAttribute("d", pathOfEdges(game));
    edges.append(lines);
    board.prepend(edges);
    for (const square of game.edges.flat()) cells[square].dataset.spot = "";
    frame.dataset.edges = "";
  }
  for (const [player, side] of (game.stores ?? []).entries()) {
    const store = decoration("div", "store");
    setData(store, { player, side });
    frame.append(store);
    columns += STORE;
  }
  if (game.covers) {
    board.append(picture(game, "covers"), decoration("div", "chips"));
    frame.dataset.covers = "";
  }
  if (game.drops) {
    const tops = decoration("div", "tops");
    tops.append(...Array.from({ length: game.columns }, (_, column) => topOf(column)));
    frame.append(tops);
    frame.dataset.drops = "";
    extra += 3;
    for (const type of ["pointerover", "focusin"]) {
      frame.addEventListener(type, ({ target }) => hover(tops, game, target.closest("[data-cell], [data-top]")?.dataset));
    }
    frame.addEventListener("pointerleave", () => hover(tops, game));
  }
  for (const [side, texts] of Object.entries(coordinatesOf(game))) {
    const edge = decoration("div", `letters ${side}`);
    edge.append(...texts.map((text) => Object.assign(document.createElement("span"), { textContent: text })));
    frame.append(edge);
    if (side === "top" || side === "bottom") extra += 1.2;
  }
  // What a book proves takes another line above.
  if (game.book) extra += 1.5;
  if (frame.querySelector(".letters, .tops, .store")) frame.dataset.look = "";
  setSizes({
    "--columns": Number(columns.toFixed(2)),
    "--extra": `${extra}rem`,
    "--tracks": columnTracks || `repeat(${game.columns}, minmax(0, 1fr))`,
    "--lines": rowTracks || `repeat(${game.rows}, minmax(0, 1fr))`,
  });
}

/** What stands over a column into which pieces fall: its value, and the piece that would fall. */
function topOf(column) {
  const top = document.createElement("button");
  top.type = "button";
  top.tabIndex = -1;
  top.dataset.top = column;
  top.append(document.createElement("i"));
  return top;
}

function hover(tops, { columns }, { cell, top } = {}) {
  const column = top ?? (cell === undefined ? -1 : cell % columns);
  [...tops.children].forEach((element, i) => element.toggleAttribute("data-over", i === Number(column)));
}

/** All that follows the board: what stands over columns, in stores, over several squares, and moves
 *  that are chosen from a list. */
function follow(view, cells, { one, all }) {
  const { game, stage } = view;
  drawChoices(view, one);
  one(".frame").toggleAttribute("data-flipped", view.isFlipped);
  drawSeeds(view, cells, all(".store"));
  if (game.text) drawText(one(".text"), game.text(stage));
  if (game.drops) drawTops(view, cells, one(".tops"));
  if (game.covers) drawCovers(view, cells, one);
}

/** The most things that are drawn in the place of their number. */
const COUNTED = 40;

/** Draws each seed of the heaps and the stores. */
function drawSeeds({ game, stage }, cells, stores) {
  if (!game.has(stage)) return;
  for (const store of stores) {
    store.dataset.shown = game.points(stage)[store.dataset.player];
    drawThings(store, Number(store.dataset.shown));
  }
  game.squares(stage).forEach((number, cell) => {
    const { kind, text } = game.pieces[number];
    if (kind === "heap") drawThings(cells[cell], Number(text));
  });
}

/** Puts so many things into an element, where there is one each. */
function drawThings(element, count) {
  if (!element.querySelector(".seeds")) element.append(decoration("span", "seeds"));
  rows(element.querySelector(".seeds"), count > COUNTED ? 0 : count, () => document.createElement("i"));
}

/** What stands in the place of a board: a text, and below a number as many sticks. */
function drawText(element, text) {
  if (element.dataset.shown === text) return;
  element.dataset.shown = text;
  const count = /^\d+$/.test(text) && Number(text) <= COUNTED ? Number(text) : 0;
  const sticks = decoration("span", "sticks");
  sticks.append(...Array.from({ length: count }, () => document.createElement("i")));
  element.replaceChildren(text, ...(count ? [sticks] : []));
}

/** Moves that no square stands for, or several with the same squares once these are chosen. */
function drawChoices(view, one) {
  const { game, state, chosen, isAnalysing } = view;
  // A game may tell of such moves only when there are some.
  if (game.hasChoices) {
    one(".choices").hidden = false;
    one(".table").dataset.choices = "";
  }
  const list = view.setUp || !game.has(state) ? [] : judged(game, state).filter(({ path }) => !path.length
    || (path.length === chosen.length && path.every((square, i) => square === chosen[i])));
  rows(one(".choices"), list.length, () => {
    const button = document.createElement("button");
    button.type = "button";
    button.append(document.createElement("b"), " ", document.createElement("i"));
    return button;
  }).forEach((button, i) => {
    const option = list[i];
    setData(button, {
      move: option.move,
      squares: option.path.join(".") || null,
      value: isAnalysing ? option.value : null,
      best: isAnalysing && option.best ? "" : null,
    });
    button.style.setProperty("--near", 1);
    write(one("b", button), view.place(option));
    write(one("i", button), isAnalysing ? worthOf(view, option) : "");
  });
}

function drawTops(view, cells, tops) {
  const { game, stage } = view;
  const isOver = !game.has(stage) || view.shownOutcome !== null;
  [...tops.children].forEach((top, column) => {
    const cell = cells.find(({ dataset }) => dataset.value && dataset.cell % game.columns === column);
    const isFull = game.pieces[game.squares(stage)[column]].kind !== "empty";
    setData(top, {
      value: cell?.dataset.value ?? null,
      best: cell?.dataset.best ?? null,
      player: isOver || isFull ? null : view.shown(game.mover(view.state)),
    });
    top.style.setProperty("--near", cell?.style.getPropertyValue("--near") ?? 0);
    write(top.firstChild, cell?.querySelector("i").dataset.shown ?? "");
  });
}

function drawCovers(view, cells, one) {
  const { game, isAnalysing, ahead } = view;
  const covers = coversOf(view);
  const covered = new Set(covers.flatMap(({ covers: squares, isGhost }) => (isGhost ? [] : squares)));
  cells.forEach((cell, i) => cell.toggleAttribute("data-covered", covered.has(i)));
  one(".covers").replaceChildren(...covers.map(({ covers: squares, player, step, isGhost }) => {
    const box = document.createElementNS("http://www.w3.org/2000/svg", "rect");
    for (const [name, value] of Object.entries({ ...boxOf(game, squares), rx: 0.16 })) box.setAttribute(name, value);
    setData(box, { player: view.shown(player), step: step || null, ghost: isGhost ? "" : null });
    return box;
  }));
  const hints = isAnalysing ? view.distinct(judged(game, view.stage)) : [];
  const longest = Math.max(1, ...hints.map(({ distance }) => distance ?? 1));
  rows(one(".chips"), hints.length, () => document.createElement("span")).forEach((chip, i) => {
    const { covers: squares, value, distance, best } = hints[i];
    const [x, y] = middleOf(game, squares);
    setData(chip, { value, best: best ? "" : null, ahead: ahead.length ? "" : null });
    chip.style.left = `${100 * x / game.columns}%`;
    chip.style.top = `${100 * y / game.rows}%`;
    chip.style.setProperty("--near", (1 - ((distance ?? longest) - 1) / longest).toFixed(2));
    write(chip, worthOf(view, hints[i]));
  });
}

/** From where a piece comes to its square, in squares: from above the board, where pieces fall. */
function setSlide(button, { game, isFlipped, lastOption: { path } }) {
  const [from, to] = [path[0], path.at(-1)].map((cell) => [cell % game.columns, Math.floor(cell / game.columns)]);
  const way = isFlipped ? -1 : 1;
  button.style.setProperty("--dx", way * (from[0] - to[0]));
  button.style.setProperty("--dy", game.drops ? -1 - to[1] : way * (from[1] - to[1]));
}

export const otherBoards = { style: boardsStyle, shapesOf, arrange, follow, setSlide, coveringMove };
