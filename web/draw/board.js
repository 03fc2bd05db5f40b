// The board: its squares, and the lines of the winner.

import { outcome } from "../solved.js";
import { standing } from "./sayings.js";
import { squaresOf, strokeOf, winningLines } from "./squares.js";
import { setData, write } from "./write.js";

/** Makes the squares of a game: gives what draws them. */
export function boardOf({ one, copyOf }, game) {
  const cells = Array.from({ length: game.columns * game.rows }, (_, cell) => {
    const button = copyOf("cell");
    button.dataset.cell = cell;
    if (game.isLive && !game.isLive(cell)) button.dataset.still = "";
    one(".board").append(button);
    return button;
  });
  one(".strike").setAttribute("viewBox", `0 0 ${100 * game.columns} ${100 * game.rows}`);

  /** A square that is none, or on which nothing ever happens. */
  const isAway = (cell, squares) => game.pieces[squares[cell]].kind === "absent" || cells[cell].dataset.still !== undefined;

  function draw(view) {
    const { ahead, stage } = view;
    const isKnown = game.has(stage);
    const over = isKnown && outcome(game, stage) !== null;
    const board = one(".board");
    setData(board, {
      preview: ahead.length ? "on" : "",
      turn: over || !isKnown ? "" : view.shown(game.mover(stage)),
      over: over ? "on" : "",
    });
    board.setAttribute("aria-busy", String(Boolean(game.isStart || view.isComputersTurn)));
    const here = game.squares(view.state);
    squaresOf(view).forEach((square, cell) => drawSquare(cells[cell], square, cell === view.cell, isAway(cell, here)));
    cells.forEach((button) => {
      if (button.dataset.last !== undefined) game.boards?.setSlide(button, view);
    });
    drawStrike(stage);
    const isEnd = view.isEnd && !ahead.length;
    write(one(".result"), isEnd ? standing(view) : "");
    setData(one(".result"), { player: isEnd && view.round.result !== "draw" ? view.shown(view.round.result) : null });
  }

  function drawSquare(button, { data, near, label, text, sign, worth, short }, isReached, isHidden) {
    setData(button, data);
    button.style.setProperty("--near", near.toFixed(2));
    button.setAttribute("aria-label", label);
    button.tabIndex = isReached ? 0 : -1;
    // For nobody to reach.
    if (isHidden) button.setAttribute("aria-hidden", "true");
    else button.removeAttribute("aria-hidden");
    button.disabled = isHidden;
    one(".label", button).dataset.shown = text;
    one("b", button).dataset.shown = sign;
    setData(one("i", button), { shown: worth, short });
  }

  /** Draws a stroke through each line of the winner. */
  function drawStrike(stage) {
    const lines = winningLines(game, stage);
    const strike = one(".strike");
    const drawn = lines.map((line) => line.join()).join(" ");
    if (strike.dataset.lines === drawn) return;
    strike.dataset.lines = drawn;
    strike.replaceChildren(...lines.map((line) => {
      const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
      path.setAttribute("d", `M${strokeOf(game, line).join(" ")}`);
      path.setAttribute("pathLength", "1");
      return path;
    }));
  }

  return { cells, isAway, draw };
}
