// The player as an element of its own: <perfect-play game="tictactoe" level="casual">.
//
// It lives in a shadow root, leaves no name behind but that of the element, and hears keys only
// while it has the focus. Attributes ask for more: `address` keeps the game in the address of the
// page, `memory` keeps settings and scores in the browser. README.md lists them all.

import { formatAddress, parseAddress } from "./address.js";
import { drawing } from "./draw.js";
import { Round } from "./round.js";
import { memory, scoresFrom, settingsFrom } from "./settings.js";
import { bestLine, choose, options, outcome, puzzleOf, puzzles, review } from "./solved.js";
import { style } from "./style.js";
import { texts } from "./texts.js";
import { tictactoe } from "./tictactoe.js";

/** How long the computer pauses before its move, in milliseconds. */
const PAUSE = 400;
/** After how long an address that could not be written is tried again. */
const RETRY = 1000;
/** How long a pointer rests on a square before it shows what is after it. */
const REST = 150;

/** A day in milliseconds. */
const DAY = 86_400_000;

const games = new Map([[tictactoe.name, tictactoe]]);
/** Elements whose game is not known yet, or not as a whole. */
const waiting = new Set();

/** Makes a game known by its name, for the attribute `game`. A game of which only the start was
 *  known becomes whole where it is played. */
export function register(game) {
  const known = games.get(game.name);
  if (known?.isStart) Object.assign(known, { isStart: false }, game);
  else games.set(game.name, game);
  for (const element of waiting) element.connectedCallback();
}

const sheets = new Map();

/** A sheet of style, the same for all elements. */
function sheet(text) {
  if (!sheets.has(text)) {
    sheets.set(text, new CSSStyleSheet());
    sheets.get(text).replaceSync(text);
  }
  return sheets.get(text);
}

export class PerfectPlay extends HTMLElement {
  static observedAttributes = ["level"];

  #player = null;

  connectedCallback() {
    const game = games.get(this.getAttribute("game") ?? tictactoe.name);
    waiting[game && !game.isStart ? "delete" : "add"](this);
    if (this.#player) this.#player.begin();
    if (this.#player || !game) return;
    const root = this.shadowRoot ?? this.attachShadow({ mode: "open" });
    root.adoptedStyleSheets = [style, game.boards?.style].filter(Boolean).map(sheet);
    this.#player = player(this, root, game);
  }

  disconnectedCallback() {
    waiting.delete(this);
    this.#player?.stop();
    this.#player = null;
  }

  attributeChangedCallback(name, _, value) {
    if (this.#player) this.#player.set(name, value);
  }

  /** The moves played so far. */
  get moves() {
    return this.#player ? [...this.#player.round.moves] : [];
  }
}

/** Everything that happens in one element: events, the computer's pauses, what is stored. */
function player(host, root, game) {
  const draw = drawing(root, game);
  const { cells, one, isAway } = draw;
  const store = memory(game.name, host.hasAttribute("memory"));
  const stopped = new AbortController();
  const listen = (target, type, heard, more) => target.addEventListener(type, heard, { signal: stopped.signal, ...more });

  /** Everything that can change, and what follows from it: all that is drawn. */
  const view = {
    settings: settingsFrom({ ...store.read("settings"), ...given() }),
    points: scoresFrom(store.read("scores")),
    round: new Round(game),
    /** What this round has added to the scores, and the streak before it; null for nothing. */
    counted: null,
    /** Whether the round's result counts; not after a reset, in a puzzle, or for a visitor. */
    counts: true,
    /** Whether the round came from an address, and nobody has moved in it since. */
    isVisited: false,
    /** Whether the review was asked for. */
    isReviewing: false,
    /** Whether a move was taken back, or hints were seen: such a win is none of a streak. */
    isHelped: false,
    /** Whether you, or in a game of two your mark, opened this round and the one before. */
    opens: true,
    opened: false,
    /** The board that is being set up, and whether O opens on it. */
    setUp: null,
    /** A puzzle: its day, where it starts, what was tried, and whether it is solved. */
    puzzle: null,
    /** Moves that are shown on the board without being played, and whether they are steps of
     *  best play. */
    ahead: [],
    isStepping: false,
    /** The squares of a move that is being entered. */
    chosen: [],
    /** What happened last, in words. */
    said: "",
    /** Whether a setting waits for the next game. */
    later: false,
    /** The square that the keyboard reaches. */
    cell: Math.floor(game.columns * game.rows / 2),

    /** The language that was chosen, or asked for, or else the first of the browser's that there is. */
    get language() {
      return view.settings.language
        || (navigator.languages.find((tag) => /^(en|zh)\b/i.test(tag)) || "en").slice(0, 2).toLowerCase();
    },
    get words() {
      return texts[view.language];
    },
    get swapped() {
      return (view.setUp ?? view.round).swapped;
    },
    get state() {
      return view.setUp ? view.setUp.state : view.round.state;
    },
    /** The state that is shown: the last of those ahead. */
    get stage() {
      return view.ahead.length ? view.ahead.at(-1).to : view.state;
    },
    get step() {
      return view.isStepping ? view.ahead.length : 0;
    },
    /** Which of the players' marks a player is shown with, or the other way round. */
    shown: (who) => (view.swapped ? 1 - who : who),
    nameOf: (who) => game.players[view.shown(who)],
    pieceName(piece) {
      const { kind, owner, age, text } = game.pieces[piece];
      if (kind === "empty" || kind === "absent") return "";
      if (owner === undefined || kind === "heap") return view.words.things[text] ?? text;
      return age === undefined ? view.nameOf(owner) : `${view.nameOf(owner)} ${age}`;
    },
    squareName: (square) => (view.words.places[game.name] ?? game.squareNames)[square],
    place: (option) => option.text ?? view.squareName(option.path[0]),
    get isDuel() {
      return view.round.humans.length === 2;
    },
    get isEnd() {
      return !view.setUp && view.round.result !== null && view.round.isLatest;
    },
    get isComputersTurn() {
      return !game.isStart && !view.setUp && !view.isVisited && view.round.isLatest && view.round.awaitsComputer;
    },
    /** Whether moves are shown with their worth. */
    get isAnalysing() {
      const { round, puzzle } = view;
      if (puzzle && !puzzle.isSolved) return false;
      return Boolean(view.settings.hints || view.setUp || (round.result !== null && !round.isLatest))
        && !game.isStart && !view.isComputersTurn && game.has(view.state);
    },
    /** Best play from the board on, where moves are shown with their worth; else nothing. */
    get line() {
      return view.isAnalysing ? bestLine(game, view.state) : [];
    },
    /** Moves without those that mirror an earlier one, if that is wished. */
    distinct(list) {
      if (!game.canonical || !view.settings.mirrors) return list;
      const seen = new Set();
      return list.filter(({ to }) => !seen.has(game.canonical(to)) && seen.add(game.canonical(to)));
    },
    /** The move that led to the state of the round. */
    get lastOption() {
      const { round } = view;
      if (!round.played) return null;
      return options(game, round.states[round.played - 1]).find(({ move }) => move === round.moves[round.played - 1]);
    },
    /** What the review says of the move that was made at the point that is looked at. */
    get remark() {
      const { round } = view;
      if (view.setUp || round.result === null || round.isLatest || view.ahead.length) return null;
      return review(game, round.states[0], round.moves)[round.played];
    },
    /** Which of the scores counts wins shown on a side, or draws. */
    scoreName(side) {
      if (view.isDuel) return side;
      if (side === "draw") return "drawn";
      return view.round.isHuman(view.shown(side)) ? "you" : "computer";
    },
    dayName: (day) => new Date(day * DAY).toLocaleDateString(view.words.lang, { dateStyle: "long", timeZone: "UTC" }),
  };

  /** What the attributes ask for. */
  function given() {
    const level = host.getAttribute("level");
    const language = host.getAttribute("language");
    return { ...(level ? { level } : {}), ...(language ? { language } : {}) };
  }

  // ------------------------------------------------------------------- what is done

  let timer = 0;
  let retry = 0;
  let rest = 0;

  /** Does something, draws the outcome, and sees to what is due then: the score, the computer's
   *  move, and last the address. So no click is lost, and no timer outlives its purpose. */
  function act(deed, isLook = false) {
    clearTimeout(rest);
    if (!isLook) clearTimeout(timer);
    const focused = root.activeElement;
    deed();
    settle();
    if (!isLook) score();
    draw.page(view);
    keepFocus(focused);
    if (isLook) return;
    if (view.isComputersTurn) timer = setTimeout(() => act(respond), PAUSE);
    host.dispatchEvent(new CustomEvent("change", {
      detail: { moves: [...view.round.moves], played: view.round.played, language: view.words.lang },
    }));
    writeAddress();
  }

  /** What had the focus and is gone leaves it to the board. */
  function keepFocus(focused) {
    if (focused && (!focused.isConnected || focused.disabled || !focused.checkVisibility())) toBoard();
  }

  /** The square that the keyboard reaches is one that is there: the nearest such. */
  function settle() {
    const squares = game.squares(view.state);
    const at = (cell) => [cell % game.columns, Math.floor(cell / game.columns)];
    const [column, row] = at(view.cell);
    const far = (cell) => Math.hypot(at(cell)[0] - column, at(cell)[1] - row);
    const free = cells.map((_, cell) => cell).filter((cell) => !isAway(cell, squares));
    if (free.length && !free.includes(view.cell)) view.cell = free.reduce((nearest, cell) => (far(cell) < far(nearest) ? cell : nearest));
  }

  /** Plays a move for whoever is to move. */
  function play(option) {
    const { round, words } = view;
    const mover = game.mover(round.state);
    const name = view.isDuel ? view.nameOf(mover) : round.isHuman(mover) ? words.you : words.computer;
    round.play(option.move);
    Object.assign(view, { ahead: [], chosen: [], isVisited: false, isReviewing: false, said: words.moved(name, view.place(option)) });
    if (outcome(game, round.state) !== null) {
      if (view.puzzle) view.puzzle.isSolved = true;
      host.dispatchEvent(new CustomEvent("end", { detail: { result: round.result } }));
    }
  }

  function respond() {
    const { round, settings } = view;
    const move = choose(game, round.state, view.puzzle ? { level: "perfect" } : settings);
    play(options(game, round.state).find((option) => option.move === move));
  }

  /** Whether a square that is chosen stands for one of a move: where pieces fall, any square of
   *  the column does. */
  const isAt = (square, chosen) => square === chosen || Boolean(game.drops && square % game.columns === chosen % game.columns);

  /** What a click on a square does. */
  function pick(cell) {
    view.cell = cell;
    view.ahead = [];
    if (view.setUp) {
      cycle(cell);
      return;
    }
    // A click on a legal move during the computer's pause ends the pause, and counts.
    if (view.isComputersTurn && options(game, view.state).some(({ path }) => path.some((square) => isAt(square, cell)))) respond();
    if (view.round.awaitsComputer && !view.isVisited) {
      view.said = view.words.waits;
      return;
    }
    const all = options(game, view.state);
    if (!all.length) {
      view.said = view.words.over;
      return;
    }
    const onPath = (squares) => all.filter(({ path }) => squares.every((square, i) => isAt(path[i], square)));
    const chosen = onPath([...view.chosen, cell]).length ? [...view.chosen, cell] : [cell];
    const found = onPath(chosen);
    const wholes = found.filter(({ path }) => path.length === chosen.length);
    if (view.chosen.at(-1) === cell) {
      view.chosen = [];
    } else if (!found.length) {
      Object.assign(view, { chosen: [], said: view.words.notHere(view.squareName(cell)) });
    } else if (wholes.length !== 1) {
      // The next square is to be chosen, or one of several moves.
      Object.assign(view, { chosen, said: wholes.length ? view.words.which(view.squareName(cell)) : "" });
    } else {
      enterMove(wholes[0]);
    }
  }

  /** Plays a move that was chosen, or tries it. */
  function enterMove(option) {
    if (view.puzzle && !view.puzzle.isSolved) attempt(option);
    else play(option);
  }

  /** What a click on a move in the list does. */
  function pickMove(move) {
    view.ahead = [];
    if (view.isComputersTurn) respond();
    const option = options(game, view.state).find((one) => one.move === move);
    if (view.round.awaitsComputer && !view.isVisited) view.said = view.words.waits;
    else if (option) enterMove(option);
  }

  function startRound() {
    const { settings, round } = view;
    if (isTouched(round) && !view.puzzle) view.opened = view.opens;
    view.opens = settings.first === "you" || (settings.first === "alternate" && !view.opened);
    const swapped = Boolean(game.byHand) && view.opens !== (settings.mark === 0);
    const own = view.opens ? 0 : 1;
    enter(new Round(game, { humans: settings.players === "2" ? [0, 1] : [own], swapped }));
  }

  /** Whether a human has moved in the round, or it was set up. */
  function isTouched(round) {
    return round.states[0] !== game.start || round.moves.some((_, ply) => round.isHuman(game.mover(round.states[ply])));
  }

  /** Makes a round the one on the board. */
  function enter(round) {
    Object.assign(view, {
      round, counted: null, counts: true, isVisited: false, isHelped: false, isReviewing: false,
      setUp: null, puzzle: null, ahead: [], chosen: [], said: "", later: false,
    });
  }

  /** Goes to another point of the round, if it can. */
  function travel(ply) {
    if (view.setUp || (view.puzzle && !view.puzzle.isSolved) || !view.round.goTo(ply)) return;
    const { round, words } = view;
    Object.assign(view, {
      ahead: [], chosen: [], isHelped: true, said: round.isLatest ? "" : words.point(round.played, round.known),
    });
  }

  function change(name, value) {
    view.settings[name] = value;
    // Only what changed, so that another tab keeps what it chose.
    store.write("settings", { ...store.read("settings"), [name]: value });
    if (name === "language") view.said = "";
    if (!["players", "mark", "first"].includes(name) || view.puzzle) return;
    if (isTouched(view.round)) view.later = true;
    else startRound();
  }

  // ------------------------------------------------------------------------- scores

  /** Adds the round's result to the scores, or takes back what it has added. Every tab adds and
   *  takes its own, to what is stored at that moment. */
  function score() {
    const { round, counted, settings } = view;
    if (view.settings.hints && !view.puzzle) view.isHelped = true;
    const result = view.counts ? round.result : null;
    const name = result === null ? null : String(view.scoreName(result === "draw" ? "draw" : view.shown(result)));
    if (name === (counted?.name ?? null)) return;
    const points = scoresFrom(store.read("scores"));
    if (counted) {
      points[counted.name] = Math.max(0, points[counted.name] - 1);
      points.streak = counted.streak;
    }
    view.counted = name === null ? null : { name, streak: points.streak };
    if (name !== null) {
      points[name] += 1;
      if (name !== "you" && !view.isDuel) points.streak = 0;
      else if (name === "you" && settings.level === "casual" && !view.isHelped) points.streak += 1;
    }
    view.points = points;
    store.write("scores", points);
  }

  function resetScores() {
    Object.assign(view, { points: scoresFrom(null), counted: null, counts: view.round.result === null });
    store.write("scores", view.points);
  }

  // ------------------------------------------------------------ best play, looking ahead

  function stepTo(step) {
    const { line } = view;
    Object.assign(view, { isStepping: true, ahead: line.slice(0, Math.max(0, Math.min(step, line.length))), chosen: [] });
  }

  /** Shows moves on the board that are not played. */
  function look(path) {
    const ahead = [];
    for (const move of path) {
      const option = options(game, ahead.at(-1)?.to ?? view.state).find((one) => one.move === move);
      if (!option) break;
      ahead.push(option);
    }
    Object.assign(view, { isStepping: false, ahead });
  }

  /** Shows what is after the move on a square, while a pointer or the keyboard is there. */
  function explore(cell) {
    if (!view.isAnalysing || view.setUp || view.chosen.length || (view.isStepping && view.ahead.length)) return;
    const option = options(game, view.state).find(({ path }) => path.length === 1 && isAt(path[0], cell));
    act(() => look(option ? [option.move] : []), true);
  }

  function stopExploring() {
    clearTimeout(rest);
    if (!view.isStepping && view.ahead.length) act(() => look([]), true);
  }

  // ------------------------------------------------------------- boards set up by hand

  function toggleSetUp() {
    const { state, swapped } = view.round;
    Object.assign(view, { setUp: view.setUp ? null : { state, swapped }, puzzle: null, ahead: [], chosen: [], said: "" });
  }

  /** Makes a board the one that is being set up. */
  function setUp(state, swapped = view.swapped) {
    Object.assign(view, { setUp: { state, swapped }, ahead: [], said: "" });
  }

  /** Empty, X, O, and empty again. */
  function cycle(cell) {
    const [first, second] = [1 << cell, 512 << cell];
    const { state, swapped } = view.setUp;
    const piece = game.squares(state)[cell];
    const next = piece === 0 ? (swapped ? 2 : 1) : piece === (swapped ? 2 : 1) ? (swapped ? 1 : 2) : 0;
    setUp(state & ~first & ~second | (next === 1 ? first : next === 2 ? second : 0));
  }

  /** Begins a round at a state: you have the mark of your choice. */
  function enterAt(start, swapped, more) {
    const { players, mark } = view.settings;
    view.opens = swapped ? mark === 1 : mark === 0;
    enter(new Round(game, { humans: players === "2" ? [0, 1] : [view.opens ? 0 : 1], swapped, start, ...more }));
  }

  // ----------------------------------------------------------------------- puzzles

  /** The day that it is where the reader is. */
  const today = () => Math.floor((Date.now() - new Date().getTimezoneOffset() * 60_000) / DAY);

  function enterPuzzle(start, day) {
    enter(new Round(game, { humans: [game.mover(start)], start }));
    Object.assign(view, { counts: false, puzzle: { day, start, tries: "", isSolved: false } });
  }

  function anotherPuzzle() {
    const list = puzzles(game);
    enterPuzzle(list[Math.floor(Math.random() * list.length)], null);
  }

  /** A try to solve: a move that keeps what there is goes on, all others are refused. */
  function attempt(option) {
    const { puzzle, words } = view;
    const isKept = option.value === game.worth(view.state).value;
    puzzle.tries += isKept ? "1" : "0";
    if (isKept) play(option);
    else Object.assign(view, { chosen: [], said: words.slip(view.place(option), option) });
  }

  /** Puts a text where it can be pasted; where that is denied, says it. */
  async function copy(text, done) {
    let said = done;
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      said = view.words.notShared(text);
    }
    act(() => { view.said = said; });
  }

  function pageAddress() {
    return /^https?:$/.test(location.protocol) ? location.href.split("#")[0] : "";
  }

  function copyResult() {
    const { puzzle, words } = view;
    const marks = puzzle.tries.replace(/./g, (kept) => (kept === "1" ? "🟩" : "🟥"));
    const result = words.result(words.titles[game.name] ?? words.titleOf(game.title ?? game.name), view.dayName(puzzle.day), marks);
    copy([result, pageAddress()].filter(Boolean).join("\n"), words.copied);
  }

  function share() {
    const text = roundAddress();
    copy(location.href.split("#")[0] + (text ? `#${text}` : ""), view.words.shared);
  }

  // -------------------------------------------------------------------- the address

  /** The board that is set up, or the round, as the address has it. */
  function roundAddress() {
    const { setUp: board, round } = view;
    return formatAddress(game, board
      ? { states: [board.state], moves: [], played: 0, known: 0, swapped: board.swapped }
      : round);
  }

  /** Writes the game into the address, and beside it, for a reload, all that the address does
   *  not say. Browsers refuse this in some frames, and when it comes too often. */
  function writeAddress() {
    if (!host.hasAttribute("address") || game.isStart) return;
    clearTimeout(retry);
    const text = roundAddress();
    const { round, setUp: board, puzzle, opens, opened, later, counted, counts, isVisited, isHelped, isReviewing, settings } = view;
    const isFresh = !text && !board && !puzzle;
    const kept = {
      text, opens, opened, later, counted, counts, isVisited, isHelped, isReviewing, puzzle,
      setUp: board, mark: settings.mark,
      round: { humans: round.humans, swapped: round.swapped, start: round.states[0], moves: round.moves, played: round.played },
    };
    try {
      if (isFresh && !location.hash && !history.state?.perfectplay) return;
      const hash = text ? `#${text}` : "";
      if (JSON.stringify(history.state?.perfectplay) === JSON.stringify(kept) && decodeURI(location.hash) === hash) return;
      history.replaceState({ perfectplay: kept }, "", hash || location.pathname + location.search);
    } catch {
      retry = setTimeout(writeAddress, RETRY);
    }
  }

  /** Opens the game that the address names. */
  function readAddress() {
    if (!host.hasAttribute("address")) {
      startRound();
      return;
    }
    const text = location.hash.slice(1);
    const kept = history.state?.perfectplay;
    if (kept && decodeURI(text) === kept.text) {
      restore(kept);
      return;
    }
    const found = parseAddress(game, text);
    if (found.isStrange || !found.isBoard) {
      startRound();
      if (found.isStrange && text) view.said = view.words.strangeAddress;
      return;
    }
    const { start, swapped, moves, played } = found;
    if (!game.has(start)) {
      startRound();
      view.setUp = { state: start, swapped };
      return;
    }
    const round = new Round(game, { start, swapped, moves, played });
    // You are to move in a game that goes on; of one that is over you are a visitor.
    const isOver = outcome(game, round.states.at(-1)) !== null;
    if (!isOver) view.settings.mark = swapped ? 1 - game.mover(round.state) : game.mover(round.state);
    enterAt(start, swapped, { moves, played });
    view.counts = !isOver;
    view.isVisited = isOver;
  }

  /** A reload: everything is as it was. */
  function restore({ round, mark, ...kept }) {
    view.settings.mark = mark;
    enter(new Round(game, round));
    Object.assign(view, kept);
    delete view.text;
  }

  // ------------------------------------------------------------------------- events

  const toBoard = () => (cells[view.cell] ?? one(".choices button") ?? one(`[data-control="new"]`)).focus({ preventScroll: true });
  const DEEDS = {
    new: startRound,
    undo: () => travel(view.round.undoTarget),
    redo: () => travel(view.round.redoTarget),
    hints() {
      view.ahead = [];
      change("hints", !view.settings.hints);
    },
    share,
    puzzle() {
      if (view.isEnd && !view.puzzle) {
        toReview = true;
        return;
      }
      const day = today();
      if (view.puzzle) startRound();
      else if (!puzzles(game).length) view.said = view.words.noPuzzle;
      else enterPuzzle(puzzleOf(game, day), day);
    },
    copy: copyResult,
    another: anotherPuzzle,
    leave: startRound,
    setup: toggleSetUp,
    cancel: toggleSetUp,
    clear: () => setUp(0),
    "play-from-here"() {
      if (game.has(view.state)) enterAt(view.state, view.swapped);
    },
    "play-on"() {
      view.round.resume();
      view.said = "";
    },
    back: () => stepTo(view.step - 1),
    forward: () => stepTo(view.step + 1),
    reset: resetScores,
  };
  let toReview = false;

  function onClick(event) {
    const button = event.target.closest("button, summary");
    if (!button) return;
    const { cell, move, control: name, ply, retry: again, step, path } = button.dataset;
    if (move) act(() => pickMove(Number(move)));
    else if (cell) act(() => pick(Number(cell)));
    else if (ply) act(() => travel(Number(ply)));
    else if (again) act(() => travel(Number(again)));
    else if (step) act(() => stepTo(Number(step)));
    else if (path) act(() => look(path.split(".").map(Number)), true);
    else if (DEEDS[name] && button.getAttribute("aria-disabled") !== "true") act(DEEDS[name]);
    if (["new", "play-from-here", "another", "leave"].includes(name) || again) toBoard();
    if (["setup", "play-from-here", "another"].includes(name) || ply || again) one(".frame").scrollIntoView({ block: "nearest" });
    if (toReview) {
      toReview = false;
      act(() => {
        view.isReviewing = true;
        travel(firstMistake());
      });
      one(".review").scrollIntoView({ block: "nearest" });
      one("#review-title").focus({ preventScroll: true });
    }
  }

  /** Where the review begins: before the first mistake, else before the last move. */
  function firstMistake() {
    const { round } = view;
    const ply = review(game, round.states[0], round.moves).findIndex(({ kind }) => kind === "mistake");
    return ply < 0 ? round.known - 1 : ply;
  }

  function onInput({ target }) {
    const { control: name } = target.dataset;
    if (name === "setup-first") act(() => setUp(game.byHand.exchanged(view.state), !view.swapped));
    else if (name === "error-rate") act(() => change("errorRate", Number(target.value)));
    else if (name === "mirrors") act(() => change("mirrors", target.checked));
    else if (name === "mark") act(() => change("mark", Number(target.value)));
    else act(() => change(name, target.value));
  }

  const KEYS = {
    u: DEEDS.undo, r: DEEDS.redo, h: () => (view.puzzle ? null : DEEDS.hints()), n: DEEDS.new,
    ".": DEEDS.forward, ",": DEEDS.back,
  };
  const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

  function onKey(event) {
    const { key, target } = event;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (key === "Escape") leave();
    if (!target.closest(".board")) return;
    if (ARROWS[key]) {
      event.preventDefault();
      moveFocus(ARROWS[key]);
    } else if (/^[1-9]$/.test(key) && cells.length === 9) {
      cells[Number(key) - 1].click();
      toBoard();
    } else if (KEYS[key.toLowerCase()] && (!event.repeat || key === "." || key === ",")) {
      act(KEYS[key.toLowerCase()]);
    }
  }

  /** Leaves what is open: a preview, a move half entered, the set-up, a puzzle. */
  function leave() {
    if (view.ahead.length || view.chosen.length) act(() => Object.assign(view, { ahead: [], chosen: [] }));
    else if (view.setUp) act(toggleSetUp);
    else if (view.puzzle) act(startRound);
  }

  /** Goes to the next square of the row, or to the nearest one of the next row that has any. */
  function moveFocus([right, down]) {
    const { columns, rows } = game;
    const squares = game.squares(view.state);
    const start = [view.cell % columns, Math.floor(view.cell / columns)];
    const isFree = (column, row) => !isAway(columns * row + column, squares);
    let [column, row] = start;
    do {
      column = (column + right + columns) % columns;
      row = (row + down + rows) % rows;
      const others = Array.from({ length: columns }, (_, other) => other).filter((other) => down && isFree(other, row));
      const far = (other) => Math.abs(other - start[0]);
      if (others.length) column = others.reduce((nearest, other) => (far(other) < far(nearest) ? other : nearest));
    } while (!isFree(column, row) && (column !== start[0] || row !== start[1]));
    view.cell = columns * row + column;
    cells.forEach((button, cell) => { button.tabIndex = cell === view.cell ? 0 : -1; });
    toBoard();
  }

  listen(root, "click", onClick);
  listen(root, "input", onInput);
  listen(root, "keydown", onKey);
  const board = one(".board");
  listen(board, "focusin", ({ target }) => {
    view.cell = Number(target.dataset.cell);
    if (target.matches(":focus-visible")) explore(view.cell);
  });
  listen(board, "pointerover", ({ target, pointerType }) => {
    const cell = target.closest("[data-cell]")?.dataset.cell;
    clearTimeout(rest);
    if (pointerType === "mouse" && cell !== undefined) rest = setTimeout(() => explore(Number(cell)), REST);
  });
  listen(board, "pointerleave", stopExploring);
  listen(board, "focusout", ({ relatedTarget }) => { if (!relatedTarget || !board.contains(relatedTarget)) stopExploring(); });
  if (host.hasAttribute("address")) listen(globalThis, "hashchange", () => act(readAddress));
  listen(globalThis, "storage", ({ key }) => {
    if (key === store.key("scores")) act(() => { view.points = scoresFrom(store.read("scores")); }, true);
  });

  /** Begins where the address says; at the start, as long as no more is known of the game. */
  const begin = () => act(game.isStart ? startRound : readAddress);

  begin();
  return {
    begin,
    get round() {
      return view.round;
    },
    set: (name, value) => act(() => change(name, settingsFrom({ [name]: value })[name])),
    stop() {
      stopped.abort();
      for (const one of [timer, retry, rest]) clearTimeout(one);
    },
  };
}

customElements.define("perfect-play", PerfectPlay);
