// The drawing: writes the player's elements from what its view says, and decides nothing.

import { turn } from "../turns.js";
import { boardOf } from "./board.js";
import { drawLine, drawMistake, drawPlayed, drawPrinted } from "./lines.js";
import { markup } from "./markup.js";
import { drawEntry, drawHead, drawPuzzle, drawScores, drawSettings, drawSetUp, drawTexts, drawTools } from "./panels.js";
import { partsOf } from "./write.js";

/** Pages may let nothing become elements but what a policy has seen. */
const policy = globalThis.trustedTypes?.createPolicy("perfectplay", { createHTML: (text) => text });

/** Fills a root with the elements of the player of a game; gives what reaches and draws them. */
export function drawing(root, game) {
  // The shapes of a game's pieces are in every square.
  const text = markup.replace("<!--shapes-->", game.boards?.shapes ?? "");
  root.innerHTML = policy?.createHTML(text) ?? text;
  const parts = partsOf(root);
  const { one } = parts;
  const table = one(".table");
  if (game.columns) {
    table.style.setProperty("--columns", game.columns);
    table.style.setProperty("--rows", game.rows);
  }
  one(".points").hidden = !game.points;
  one(".digits").hidden = game.columns * game.rows !== 9;
  const board = boardOf(parts, game);
  game.boards?.arrange(table, game, board.cells);

  /** What is at hand at once, and what may follow it. */
  const near = [drawTexts, board.draw, drawHead, drawTools];
  const far = [drawScores, drawSettings, drawPlayed, drawLine, drawMistake, drawSetUp, drawPuzzle, drawPrinted, drawEntry];
  let isDrawn = false;

  /** Everything. What is as it was stays untouched. All that may follow does so at first, so that
   *  the board is seen and can be used before it. */
  async function page(view) {
    for (const draw of near) draw(view, parts);
    game.boards?.drawChoices(view, parts);
    if (!isDrawn) await turn();
    isDrawn = true;
    for (const draw of far) draw(view, parts);
  }

  return { cells: board.cells, one, page, isAway: board.isAway };
}
