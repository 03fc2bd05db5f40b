// The drawing: writes the player's elements from what its view says, and decides nothing.

import { turn } from "../turns.js";
import { boardOf } from "./board.js";
import { drawLine, drawMistake, drawPlayed, drawPrinted } from "./lines.js";
import { drawEntry, drawHead, drawProblem, drawPuzzle, drawScores, drawSettings, drawSetUp, drawTexts, drawTools } from "./panels.js";
import { boardMarkup, markup, style } from "./sheets.js";
import { partsOf } from "./write.js";

const sheets = new Map();

const stylesOf = (game) => [style, game?.boards?.style].filter(Boolean);

/** The style of a game's player as a text. */
export const sheetsText = (game) => stylesOf(game).join("");

/** The style of a game's player, in sheets that are the same for all elements. */
export function sheetsOf(game) {
  return stylesOf(game).map((text) => {
    if (!sheets.has(text)) {
      sheets.set(text, new CSSStyleSheet());
      sheets.get(text).replaceSync(text);
    }
    return sheets.get(text);
  });
}

/** Pages may let nothing become elements but what a policy has seen. */
const policy = globalThis.trustedTypes?.createPolicy("perfectplay", { createHTML: (text) => text });

/** Fills a root with elements, among them the board of a game with its squares: gives what reaches
 *  them, and the board. */
function filled(root, game, text) {
  // The shapes of a game's pieces are in every square.
  const whole = text.replace("<!--board-->", boardMarkup).replace("<!--shapes-->", game.boards?.shapesOf(game) ?? "");
  root.innerHTML = policy?.createHTML(whole) ?? whole;
  const parts = partsOf(root);
  const table = parts.one(".table");
  // What stands in the place of a board is a row.
  table.style.setProperty("--columns", game.columns || 3);
  table.style.setProperty("--rows", game.rows || 1);
  const board = boardOf(parts, game);
  game.boards?.arrange(table, game, board.cells);
  return { parts, board };
}

/** Draws the board alone, for the eye only. */
export function drawPicture(root, view) {
  const { parts, board } = filled(root, view.game, '<div class="table"><!--board--></div>');
  parts.one(".table").inert = true;
  board.draw(view);
  view.game.boards?.follow(view, board.cells, parts);
}

/** Fills a root with the elements of the player of a game; gives what reaches and draws them. */
export function drawing(root, game) {
  const { parts, board } = filled(root, game, markup);
  const { one } = parts;
  one(".points").hidden = !game.points;
  one(".digits").hidden = game.columns * game.rows !== 9;

  const table = one(".table");
  let drawings = 0;

  /** What is at hand at once. Nothing is laid out before it is written. */
  function near(view) {
    for (const draw of [drawTexts, drawProblem, board.draw, drawHead, drawTools, drawScores]) draw(view, parts);
    game.boards?.follow(view, board.cells, parts);
    table.hidden = false;
  }

  /** And what follows it, each in a turn of its own, as the elements were made in one: all together
   *  would keep a slow phone busy for long. */
  const far = [drawSettings, drawPlayed, drawLine, drawMistake, drawSetUp, drawPuzzle, drawPrinted, drawEntry];

  /** Everything. What is as it was stays untouched. */
  async function page(view) {
    const number = ++drawings;
    for (const draw of [near, ...far]) {
      if (draw !== near || table.hidden) await turn();
      // What is drawn since then has it all.
      if (number !== drawings) return;
      draw(view, parts);
    }
    table.classList.add("drawn");
  }

  return { cells: board.cells, one, page, isAway: board.isAway, problem: (view) => drawProblem(view, parts) };
}
