// The game of a page that plays another one than tic-tac-toe: what stands in the page, or, if only
// its start does, what stands beside it. Where that cannot be had, the page says what it needs.

import { readGame, readStart } from "./data.js";
import { register } from "./element.js";

const element = document.querySelector("perfect-play");

async function load() {
  const { textContent } = document.querySelector('script[type="application/json"]');
  const { table } = element.dataset;
  if (!table) {
    register(await readGame(textContent));
    return;
  }
  register(readStart(JSON.parse(textContent)));
  const early = pressed(element.shadowRoot);
  await drawn();
  const response = await fetch(table);
  const game = await readGame(await response.text());
  const button = early();
  register(game);
  // Of a game that the address brought nobody has seen the board when it was pressed.
  if (!element.moves.length) button?.click();
}

/** Keeps what is pressed of a game that is not known yet: gives what ends that, and tells it. */
function pressed(root) {
  const ended = new AbortController();
  let button = null;
  root.addEventListener("click", (event) => {
    const found = event.target.closest("[data-cell], [data-move], [data-control=puzzle]");
    if (!found) return;
    button = found;
    event.stopPropagation();
  }, { capture: true, signal: ended.signal });
  return () => {
    ended.abort();
    return button;
  };
}

/** Waits until the start is seen, so that no table comes before it; a tab that nobody looks at
 *  draws nothing, and does not wait. */
const drawn = () => new Promise((resolve) => {
  if (document.hidden) resolve();
  else requestAnimationFrame(() => setTimeout(resolve));
});

load().catch(() => { element.dataset.failed = ""; });
