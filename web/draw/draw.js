// The drawing: writes the player's elements from what its view says, and decides nothing.

import { turn } from "../turns.js";
import { boardOf } from "./board.js";
import { drawLine, drawMistake, drawPlayed, drawPrinted } from "./lines.js";
import { markup } from "./markup.js";
import { drawEntry, drawHead, drawPuzzle, drawScores, drawSettings, drawSetUp, drawTexts, drawTools } from "./panels.js";
import { partsOf } from "./write.js";

/** Fills a root with the elements of the player of a game; gives what reaches and draws them. */
export function drawing(root, game) {
  root.innerHTML = markup;
  const parts = partsOf(root);
  const { one } = parts;
  one(".cell-template").content.querySelector("svg").insertAdjacentHTML("beforeend", game.boards?.shapes ?? "");
  const table = one(".table");
  if (game.columns) {
    table.style.setProperty("--columns", game.columns);
    table.style.setProperty("--rows", game.rows);
  }
  one(".points").hidden = !game.points;
  one(".digits").hidden = game.columns * game.rows !== 9;
  const board = boardOf(parts, game);
  game.boards?.arrange(table, game, board.cells);

  let isDrawn = false;

  /** Everything. What is as it was stays untouched. */
  function page(view) {
    drawTexts(view, parts);
    drawSettings(view, parts);
    board.draw(view);
    game.boards?.drawChoices(view, parts);
    for (const draw of [drawHead, drawScores, drawTools, drawPlayed, drawLine, drawMistake, drawSetUp, drawPuzzle, drawPrinted]) draw(view, parts);
    // To count the entries takes as long as all else, and so waits until the board can be used.
    if (isDrawn) drawEntry(view, parts);
    else turn().then(() => drawEntry(view, parts));
    isDrawn = true;
  }

  return { cells: board.cells, one, page, isAway: board.isAway };
}
