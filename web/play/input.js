// What a reader does: clicks, keys, pointing. Each is turned into an action, a function that changes
// the view; an action that takes time gives a promise of the next one.

import { look, point, stepTo, whatThen } from "./ahead.js";
import { pick, pickMove } from "./choosing.js";
import { sharedAddress } from "./history.js";
import { change, playOn, startRound, toReview, travel } from "./playing.js";
import { pictureOf } from "./picture.js";
import { anotherPuzzle, puzzleResult, togglePuzzle } from "./puzzle.js";
import { resetScores } from "./scores.js";
import { exchangeMarks, playFromHere, setUp, toggleSetUp } from "./setup.js";

/** After how many milliseconds a press on a square asks what is after its move. */
const LONG_PRESS = 500;

/** Puts a text where it can be pasted; where that is denied, says it. */
async function copy(view, text, done) {
  let said = done;
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    said = view.words.notShared(text);
  }
  return () => { view.said = said; };
}

function copyResult(view) {
  const address = /^https?:$/.test(location.protocol) ? location.href.split("#")[0] : "";
  return copy(view, [puzzleResult(view), address].filter(Boolean).join("\n"), view.words.copied);
}

/** Sends a picture of the board by the way that a phone has for it, or else saves it. */
async function sendPicture(view) {
  const { round, title, lines } = pictureOf(view, location);
  const name = `${view.game.name.replace(/\W+/g, "-")}.png`;
  let file;
  try {
    file = new File([await view.photograph(round, title, lines)], name, { type: "image/png" });
  } catch {
    // Browsers and policies may deny it.
    return () => { view.said = view.words.notPictured; };
  }
  if (matchMedia("(pointer: coarse)").matches && navigator.canShare?.({ files: [file] })) {
    // Whoever changes their mind has seen nothing go wrong.
    await navigator.share({ files: [file], title }).catch(() => {});
    return null;
  }
  const href = URL.createObjectURL(file);
  Object.assign(document.createElement("a"), { href, download: name }).click();
  URL.revokeObjectURL(href);
  return () => { view.said = view.words.pictured; };
}

/** What the controls do, by their names. */
export const ACTIONS = {
  new: startRound,
  undo: (view) => travel(view, view.round.undoTarget),
  redo: (view) => travel(view, view.round.redoTarget),
  values(view) {
    look(view, []);
    change(view, "values", !view.settings.values);
  },
  flip: (view) => change(view, "flipped", !view.settings.flipped),
  share: (view) => copy(view, sharedAddress(view, globalThis), view.words.shared),
  puzzle: (view) => (view.isEnd && !view.puzzle ? toReview : togglePuzzle)(view),
  solve: togglePuzzle,
  copy: copyResult,
  picture: sendPicture,
  photo: sendPicture,
  another: anotherPuzzle,
  leave: startRound,
  setup: toggleSetUp,
  cancel: toggleSetUp,
  clear: (view) => setUp(view, 0),
  "play-from-here": playFromHere,
  "play-on": playOn,
  back: (view) => stepTo(view, view.step - 1),
  forward: (view) => stepTo(view, view.step + 1),
  reset: resetScores,
  load: (view) => view.reload(),
};

/** What is chosen and set, by the names of the controls. */
const INPUTS = {
  "setup-first": exchangeMarks,
  "error-rate": (view, { value }) => change(view, "errorRate", Number(value)),
  mirrors: (view, { checked }) => change(view, "mirrors", checked),
  sounds: (view, { checked }) => change(view, "sounds", checked),
  mark: (view, { value }) => change(view, "mark", Number(value)),
};

const KEYS = {
  u: ACTIONS.undo, r: ACTIONS.redo, v: (view) => { if (!view.puzzle && !view.game.book) ACTIONS.values(view); }, n: ACTIONS.new,
  ".": ACTIONS.forward, ",": ACTIONS.back, w: (view) => whatThen(view, view.cell),
};
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** What a button means, by its data, and where it was clicked; null for one that means nothing. */
export function actionOf({ cell, top, move, control, ply, retry, step, line, path }, point) {
  if (move) return (view) => pickMove(view, Number(move));
  if (cell ?? top) return (view) => pick(view, Number(cell ?? top), point);
  if (ply ?? retry) return (view) => travel(view, Number(ply ?? retry));
  if (step) return (view) => stepTo(view, Number(step), line);
  if (path) return (view) => look(view, path.split(".").map(Number));
  return ACTIONS[control] ?? null;
}

/** The square that an arrow leads to: the next of the row, or the nearest one of the next row that
 *  has any. `isFree` says which squares are there. */
export function nextSquare({ columns, rows }, from, [right, down], isFree) {
  const start = [from % columns, Math.floor(from / columns)];
  const at = () => columns * row + column;
  let [column, row] = start;
  do {
    column = (column + right + columns) % columns;
    row = (row + down + rows) % rows;
    const far = (other) => Math.abs(other - start[0]);
    const others = Array.from({ length: columns }, (_, other) => other).filter((other) => down && isFree(columns * row + other));
    if (others.length) column = others.reduce((nearest, other) => (far(other) < far(nearest) ? other : nearest));
  } while (!isFree(at()) && at() !== from);
  return at();
}

/** Leaves what is open: a preview, a move half entered, the set-up, a puzzle. */
function leave(view) {
  if (view.ahead.length || view.chosen.length) Object.assign(view, { ahead: [], chosen: [] });
  else if (view.setUp) toggleSetUp(view);
  else if (view.puzzle) startRound(view);
}

/** Hears all that happens in a player: `act` does an action, and draws what follows. */
export function hear({ root, view, cells, one, isAway, act, listen, toBoard }) {
  const board = one(".board");
  let press = 0;
  let isLongPress = false;
  let pressed = 0;

  /** Where a square was clicked, in squares from the top left, where moves cover several. */
  function pointOf({ detail, clientX, clientY }, button) {
    if (!view.game.covers || !detail || !button.dataset.cell) return null;
    const { left, top, width, height } = board.getBoundingClientRect();
    return [(clientX - left) / width * view.game.columns, (clientY - top) / height * view.game.rows];
  }

  function onClick(event) {
    // The click that ends a long press plays nothing.
    if (isLongPress) {
      isLongPress = false;
      return;
    }
    const button = event.target.closest("button, summary");
    const action = button && actionOf(button.dataset, pointOf(event, button));
    if (!action || button.getAttribute("aria-disabled") === "true") return;
    const { cell, top, move, control: name, ply, retry, path, line } = button.dataset;
    if (view.game.isStart && (cell ?? top ?? move ?? name === "puzzle")) {
      view.early = button;
      return;
    }
    const isReview = name === "puzzle" && view.isEnd && !view.puzzle;
    act(action, Boolean(path));
    if (["new", "play-from-here", "another", "leave"].includes(name) || retry) toBoard();
    if (["setup", "play-from-here", "another", "solve"].includes(name) || ply || retry || line) one(".frame").scrollIntoView({ block: "nearest" });
    if (isReview) {
      one(".played").scrollIntoView({ block: "nearest" });
      one("#played-title").focus({ preventScroll: true });
    }
  }

  function onInput({ target }) {
    const { control: name } = target.dataset;
    act((now) => (INPUTS[name] ? INPUTS[name](now, target) : change(now, name, target.value)));
  }

  function onKey(event) {
    const { key, target } = event;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (key === "Escape") act(leave);
    if (!target.closest(".board")) {
      goThrough(event);
      return;
    }
    const action = KEYS[key.toLowerCase()];
    if (ARROWS[key]) {
      event.preventDefault();
      const squares = view.game.squares(view.state);
      const way = ARROWS[key].map((by) => (view.isFlipped ? -by : by));
      view.cell = nextSquare(view.game, view.cell, way, (cell) => !isAway(cell, squares));
      cells.forEach((button, cell) => { button.tabIndex = cell === view.cell ? 0 : -1; });
      toBoard();
    } else if (/^[1-9]$/.test(key) && cells.length === 9) {
      cells[Number(key) - 1].click();
      toBoard();
    } else if (action && (!event.repeat || key === "." || key === ",")) {
      act(action);
    }
  }

  /** Goes through the game by the arrow keys, where they mean nothing else. */
  function goThrough({ key, target, ctrlKey, metaKey, altKey }) {
    const [by] = ARROWS[key] ?? [0];
    if (by && !(ctrlKey || metaKey || altKey) && !target.closest("input, select")) act(() => travel(view, view.round.played + by));
  }

  /** Shows the piece of the move on a square, while a pointer or the keyboard is there. */
  function pointAt(cell) {
    act(() => point(view, cell), true);
  }

  function stopPointing() {
    clearTimeout(press);
    if (view.pointed) act(() => { view.pointed = null; }, true);
  }

  /** Asks what is after the move on a square, when a finger or a button stays on it. */
  function onPress({ target, timeStamp }) {
    const cell = target.closest("[data-cell]")?.dataset.cell;
    clearTimeout(press);
    isLongPress = false;
    pressed = timeStamp;
    if (cell === undefined) return;
    press = setTimeout(() => {
      isLongPress = true;
      act(() => whatThen(view, Number(cell)), true);
    }, LONG_PRESS);
  }

  /** Lights the squares of a move that is pointed at in a list. */
  function light({ target }) {
    const squares = target.closest?.("[data-squares]")?.dataset.squares.split(".") ?? [];
    cells.forEach((cell, i) => cell.toggleAttribute("data-lit", squares.includes(String(i))));
  }

  for (const type of ["pointerover", "focusin"]) listen(root, type, light);
  listen(root.host, "pointerleave", light);
  listen(root, "click", onClick);
  listen(root, "input", onInput);
  listen(root, "keydown", onKey);
  // If the page contains only the player, the player hears keys while no other element has the focus.
  if (view.hasAddress) listen(document, "keydown", (event) => { if (event.target === document.body) goThrough(event); });
  listen(board, "focusin", ({ target }) => {
    view.cell = Number(target.dataset.cell);
    if (target.matches(":focus-visible")) pointAt(view.cell);
  });
  listen(board, "pointerover", ({ target, pointerType }) => {
    const cell = target.closest("[data-cell]")?.dataset.cell;
    if (pointerType === "mouse" && cell !== undefined) pointAt(Number(cell));
  });
  listen(board, "pointerdown", onPress);
  listen(board, "pointercancel", () => clearTimeout(press));
  listen(board, "pointerup", ({ timeStamp }) => {
    clearTimeout(press);
    // On a slow device the timer may run before a short press is heard of.
    if (!isLongPress || timeStamp - pressed >= LONG_PRESS) return;
    isLongPress = false;
    stopPointing();
  });
  // A long press opens no menu on a phone.
  listen(board, "contextmenu", (event) => { if (isLongPress || event.pointerType === "touch") event.preventDefault(); });
  listen(board, "pointerleave", stopPointing);
  listen(board, "focusout", ({ relatedTarget }) => { if (!relatedTarget || !board.contains(relatedTarget)) stopPointing(); });
  return { still: () => clearTimeout(press) };
}
