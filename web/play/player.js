// One player in one element: does what is asked, draws what follows, and keeps time.

import { drawing } from "../draw/draw.js";
import { photograph } from "../draw/photo.js";
import { puzzleOf } from "../puzzles.js";
import { Round } from "../round.js";
import { countDay, today } from "./days.js";
import { readAddress, writeAddress } from "./history.js";
import { hear } from "./input.js";
import { change, respond, startRound } from "./playing.js";
import { score, scoresFrom } from "./scores.js";
import { sound } from "./sound.js";
import { CHOICES, memory, settingsFrom } from "./settings.js";
import { View } from "./view.js";

/** How long the computer pauses before its move, in milliseconds. */
const PAUSE = 400;
/** After how long an address that could not be written is tried again. */
const RETRY = 1000;

/** After how long it is said that an answer is still on its way. */
const SLOW = 2000;

/** The attributes that ask for a setting. */
const ASKED = ["level", "language"];

/** The nearest to a square of those that are there; itself, if none is. */
export function nearest({ columns }, from, free) {
  const at = (cell) => [cell % columns, Math.floor(cell / columns)];
  const far = (cell) => Math.hypot(at(cell)[0] - at(from)[0], at(cell)[1] - at(from)[1]);
  return free.reduce((found, cell) => (found < 0 || far(cell) < far(found) ? cell : found), -1);
}

export function player(host, root, game) {
  const store = memory(game.name, host.hasAttribute("memory"));
  const asked = ASKED.filter((name) => host.getAttribute(name)).map((name) => [name, host.getAttribute(name)]);
  const view = new View(game, store, Object.fromEntries(asked), navigator.languages);
  view.hasAddress = host.hasAttribute("address");
  view.days = memory("puzzles", host.hasAttribute("memory"));
  view.photograph = (round, ...words) => {
    const shown = new View(game, memory("", false), { values: false, language: view.language });
    return photograph(Object.assign(shown, { round }), ...words);
  };
  view.sound = (name) => { if (view.settings.sounds) sound(name); };
  view.tell = (type, detail) => host.dispatchEvent(new CustomEvent(type, { detail }));
  const draw = drawing(root, game);
  const { cells, one, isAway } = draw;
  const stopped = new AbortController();
  const listen = (target, type, heard) => target.addEventListener(type, heard, { signal: stopped.signal });
  let timer = 0;
  let retry = 0;

  /** Does something, draws the outcome, and sees to what is due then: the score, the computer's
   *  move, and last the address. So no click is lost, and no timer outlives its purpose. */
  function act(action, isLook = false) {
    input.still();
    if (!isLook) clearTimeout(timer);
    const focused = root.activeElement;
    try {
      const next = action(view);
      // What takes time does the rest when it is done.
      if (next instanceof Promise) next.then((rest) => rest && act(rest), (error) => later(error, () => act(action, isLook)));
      settle();
    } catch (error) {
      later(error, () => act(action, isLook));
      return;
    }
    if (!isLook) {
      score(view);
      countDay(view);
    }
    game.proofs?.follow(view, act, root);
    show(focused);
    if (isLook) return;
    if (view.isComputersTurn) timer = setTimeout(() => act(respond), PAUSE);
    view.tell("change", { moves: [...view.round.moves], played: view.round.played, language: view.words.lang, title: view.title });
    keepAddress();
  }

  /** Draws everything, once it is known. */
  function show(focused) {
    draw.page(view).then(() => keepFocus(focused), (error) => later(error, show));
  }

  /** What had the focus and is gone leaves it to the board, unless the reader has gone on. */
  function keepFocus(focused) {
    const { activeElement } = root;
    if (activeElement && activeElement !== focused) return;
    if (focused && (!focused.isConnected || focused.disabled || !focused.checkVisibility())) toBoard();
  }

  /** Does something again when the answer is here that it needs, or says why it cannot be had. An action
   *  has changed nothing until then. */
  function later(error, again) {
    const fail = (problem) => {
      Object.assign(view, { problem, reload: again });
      draw.problem(view);
    };
    if (error.reason) return fail(error);
    if (!error.ready) throw error;
    const slow = setTimeout(() => fail({ words: view.slow, final: true }), SLOW);
    error.ready.then(() => {
      view.problem = null;
      if (!stopped.signal.aborted) again();
    }, fail).finally(() => clearTimeout(slow));
  }

  /** The square that the keyboard reaches is one that is there. */
  function settle() {
    const squares = game.squares(view.state);
    const free = [...cells.keys()].filter((cell) => !isAway(cell, squares));
    if (free.length && !free.includes(view.cell)) view.cell = nearest(game, view.cell, free);
  }

  function toBoard() {
    (cells[view.cell] ?? one(".choices button") ?? one('[data-control="new"]')).focus({ preventScroll: true });
  }

  function keepAddress() {
    clearTimeout(retry);
    if (view.hasAddress && !game.isStart && !writeAddress(view, globalThis)) retry = setTimeout(keepAddress, RETRY);
  }

  const toAddress = () => readAddress(view, globalThis);

  /** Begins where the address says; at the start, as long as no more is known of the game. */
  function begin() {
    // The whole game does not know the states of its start.
    view.round = new Round(game);
    act(view.hasAddress && !game.isStart ? toAddress : startRound);
    if (game.isStart) return;
    // Of a game that the address brought nobody has seen the board when it was pressed.
    if (!view.round.known) view.early?.click();
    view.early = null;
    if (view.hasTable) puzzleOf(game, today(), false).then((start) => act(() => { view.today = start; }, true));
  }

  /** Changes a setting that an attribute asks for; what there is not is told. */
  function set(name, value) {
    if (!value || CHOICES[name].includes(value)) {
      act(() => change(view, name, settingsFrom({ [name]: value })[name]));
      return;
    }
    const told = view.words.unknown(name, value, CHOICES[name].filter(Boolean).join(", "));
    console.error(`<perfect-play>: ${told}`);
    act(() => { view.said = told; });
  }

  const input = hear({ root, view, cells, one, isAway, act, listen, toBoard });
  if (view.hasAddress) listen(globalThis, "hashchange", () => act(toAddress));
  listen(globalThis, "storage", ({ key }) => {
    if (key === store.key("scores")) act(() => { view.points = scoresFrom(store.read("scores")); }, true);
  });
  begin();
  for (const [name, value] of asked) if (!CHOICES[name].includes(value)) set(name, value);
  return {
    begin,
    set,
    /** Says why the table cannot be had, or that it is tried again. */
    fail(problem, reload) {
      if (problem !== view.problem) act(() => Object.assign(view, { problem, reload }), true);
    },
    get round() {
      return view.round;
    },
    stop() {
      stopped.abort();
      input.still();
      clearTimeout(timer);
      clearTimeout(retry);
      game.proofs?.end();
    },
  };
}
