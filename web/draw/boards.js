// What the boards of other games than tic-tac-toe need: lattices, lists of moves, the shapes of
// their pieces, their sizes, and how they move. A game that is read brings them along.

import { options } from "../solved.js";
import { boardsStyle } from "./boards-style.js";
import { rows, setData, write } from "./write.js";

/** Shapes that are in the picture of every square, beside a cross and a ring. */
const boardShapes = `
<circle class="disc" cx="50" cy="50" r="34"></circle>
<circle class="hole" cx="50" cy="50" r="15"></circle>
<rect class="block" x="7" y="7" width="86" height="86" rx="12"></rect>
<path class="stick" d="M50 16 50 84"></path>
<path class="cross" d="M38 38 62 62M62 38 38 62"></path>
`;

/** How wide points and lines of a lattice are, where a face is 1. */
const THIN = 0.32;

/** What a square of a lattice is, by its row and its column. */
const PARTS = [["point", "across"], ["down", "face"]];

/** Gives the board of a game its size and its parts. */
function arrange(table, game, cells) {
  const frame = table.querySelector(".frame");
  frame.dataset.shape = game.shape;
  table.querySelector(".text").hidden = !game.text;
  table.querySelector(".choices").hidden = !game.hasChoices;
  if (game.hasChoices) table.dataset.choices = "";
  if (!game.lattice) return;
  // Points and lines are thin, so that the lattice is as large as fewer squares.
  const sizes = (count) => Array.from({ length: count }, (_, i) => (i % 2 ? 1 : THIN));
  const sum = (count) => sizes(count).reduce((all, size) => all + size, 0).toFixed(2);
  const tracks = (count) => sizes(count).map((size) => `minmax(0, ${size}fr)`).join(" ");
  frame.dataset.lattice = "";
  for (const [name, value] of Object.entries({
    "--columns": sum(game.columns), "--rows": sum(game.rows), "--tracks": tracks(game.columns), "--lines": tracks(game.rows),
  })) table.style.setProperty(name, value);
  cells.forEach((button, cell) => {
    button.dataset.part = PARTS[Math.floor(cell / game.columns) % 2][cell % game.columns % 2];
  });
}

/** Moves that no square stands for, or several with the same squares once these are chosen. */
function drawChoices(view, { one }) {
  const { game, state, chosen, words, isAnalysing } = view;
  const list = view.setUp || !game.has(state) ? [] : options(game, state).filter(({ path }) => !path.length
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
      value: isAnalysing ? option.value : null,
      best: isAnalysing && option.best ? "" : null,
    });
    button.style.setProperty("--near", 1);
    write(one("b", button), view.place(option));
    write(one("i", button), isAnalysing ? words.worth(option) : "");
  });
  if (game.text) write(one(".text"), game.text(view.stage));
}

/** From where a piece comes to its square, in squares: from above the board, where pieces fall. */
function setSlide(button, game, { path }) {
  const [from, to] = [path[0], path.at(-1)].map((cell) => [cell % game.columns, Math.floor(cell / game.columns)]);
  button.style.setProperty("--dx", from[0] - to[0]);
  button.style.setProperty("--dy", game.drops ? -1 - to[1] : from[1] - to[1]);
}

export const otherBoards = { style: boardsStyle, shapes: boardShapes, arrange, drawChoices, setSlide };
