// What happens on the page: events, the computer's pauses, what is stored, and the address.
"use strict";

(() => {
  const { cells, control, one } = draw;
  /** How long the computer pauses before its move, in milliseconds. */
  const PAUSE = 400;
  /** How long a finished board is seen before the dialog. */
  const SEEN = 900;

  /** What is remembered between visits, where the browser allows it. */
  const storage = {
    read(name) {
      try {
        return JSON.parse(localStorage.getItem(`perfectplay.${name}`));
      } catch {
        return null;
      }
    },
    write(name, value) {
      try {
        localStorage.setItem(`perfectplay.${name}`, JSON.stringify(value));
      } catch {
        // The page works without a memory.
      }
    },
  };

  /** Everything that can change, and what follows from it: all that is drawn. */
  const view = {
    settings: game.settingsFrom(storage.read("settings")),
    /** Those of the rounds before this one. */
    scores: game.scoresFrom(storage.read("scores")),
    round: new game.Round(),
    /** Whether the round's result counts; not after a reset of the scores. */
    counts: true,
    /** Whether you, or in a game of two your mark, opened this round and the one before. */
    opens: true,
    opened: false,
    /** The board that is being set up, as it is shown, and who moves first on it. */
    setUp: null,
    /** How many moves of best play are shown on the board. */
    step: 0,
    /** What happened last, in words. */
    said: "",
    /** Whether a setting waits for the next game. */
    later: false,
    /** Whether the end is yet to be announced by the dialog. */
    ended: false,
    /** The cell that the keyboard reaches. */
    cell: 4,
    timer: 0,

    /** The language that was chosen, or else the first of the browser's that there is. */
    get language() {
      return view.settings.language
        || (navigator.languages.find((tag) => /^(en|zh)\b/i.test(tag)) || "en").slice(0, 2).toLowerCase();
    },
    get words() {
      return texts[view.language];
    },
    /** The mark that X of the state on the board is shown with. */
    get firstMark() {
      return (view.setUp || view.round).firstMark;
    },
    get state() {
      return view.setUp ? asShown(view.setUp.board, view.firstMark) : view.round.state;
    },
    markOf(player) {
      return view.firstMark === "X" ? player : game.other(player);
    },
    /** Your mark in a round against the computer. */
    get yourMark() {
      return view.round.shown(view.round.humans[0]);
    },
    get isDuel() {
      return view.round.humans.length === 2;
    },
    get isComputersTurn() {
      return !view.setUp && view.round.isLatest && view.round.awaitsComputer;
    },
    /** The scores with the result of this round. */
    get points() {
      const { round, scores, counts } = view;
      if (!counts || !round.result) return scores;
      const result = round.result === "draw" ? "draw" : round.shown(round.result);
      const name = game.scoreName(round, result);
      return { ...scores, [name]: scores[name] + 1 };
    },
    /** Best play from the board on, where hints are shown; else nothing. */
    get line() {
      const isAsked = view.settings.hints || view.setUp;
      return isAsked && !view.isComputersTurn ? game.bestLine(view.state) : [];
    },
  };

  /** From a state to the board that is shown, and back. */
  function asShown(state, firstMark) {
    return firstMark === "X" ? state : game.exchanged(state);
  }

  // ------------------------------------------------------------------- what is done

  /** Does something, draws the outcome, and sees to what is due then: the computer's move,
   *  or the dialog at the end. So no click is lost, and no timer outlives its purpose. */
  function act(deed) {
    clearTimeout(view.timer);
    deed();
    view.step = Math.min(view.step, view.line.length);
    draw.page(view);
    writeAddress();
    if (view.isComputersTurn) view.timer = setTimeout(() => act(respond), PAUSE);
    else if (view.ended) view.timer = setTimeout(showEnd, SEEN);
  }

  /** Plays in a cell for whoever is to move. */
  function play(cell) {
    const { round, words } = view;
    const mover = game.toMove(round.state);
    const refusal = round.play(cell);
    view.step = 0;
    if (refusal) {
      view.said = refusal === "over" ? words.over : words.taken(words.places[cell]);
      return;
    }
    const name = view.isDuel ? round.shown(mover) : round.isHuman(mover) ? words.you : words.computer;
    view.said = words.moved(name, words.places[cell]);
    if (round.result) {
      view.ended = true;
      storage.write("scores", view.points);
    }
  }

  function respond() {
    const { round, settings } = view;
    play(game.choose(round.state, settings));
  }

  /** What a click on a cell does. */
  function pick(cell) {
    view.cell = cell;
    if (view.setUp) {
      cycle(cell);
      return;
    }
    // Who clicks an empty cell during the computer's pause has seen enough of it: the
    // computer moves at once, and the click counts.
    if (view.isComputersTurn && !game.markAt(view.round.state, cell)) respond();
    if (view.round.awaitsComputer && !game.markAt(view.round.state, cell)) {
      Object.assign(view, { step: 0, said: view.words.waits });
    } else {
      play(cell);
    }
  }

  function startRound() {
    const { settings, round } = view;
    if (isTouched(round)) view.opened = view.opens;
    view.scores = view.points;
    view.opens = settings.first === "you" || (settings.first === "alternate" && !view.opened);
    enter(game.newRound(settings, view.opens));
  }

  /** Whether a human has moved in the round, or it was set up. */
  function isTouched(round) {
    const start = round.states[0];
    return Boolean(start.x | start.o) || round.moves.some((_, ply) => round.isHuman(game.toMove(round.states[ply])));
  }

  /** Makes a round the one on the board. */
  function enter(round) {
    Object.assign(view, { round, counts: true, setUp: null, step: 0, said: "", later: false, ended: false });
    one("dialog").close();
  }

  /** Goes to another point of the round, if it can. */
  function travel(go) {
    if (view.setUp || !go()) return;
    const { round, words } = view;
    Object.assign(view, { step: 0, ended: false, said: round.isLatest ? "" : words.point(round.played, round.known) });
    one("dialog").close();
  }

  function showEnd() {
    view.ended = false;
    one("dialog").showModal();
  }

  function change(name, value) {
    view.settings[name] = value;
    storage.write("settings", view.settings);
    if (name === "language") view.said = "";
    if (!["players", "mark", "first"].includes(name)) return;
    if (isTouched(view.round)) view.later = true;
    else startRound();
  }

  function resetScores() {
    view.scores = game.scoresFrom(null);
    view.counts = !view.round.result;
    storage.write("scores", view.scores);
  }

  // --------------------------------------------------------- boards set up by hand

  function toggleSetUp() {
    if (view.setUp) {
      view.setUp = null;
    } else {
      const { state, firstMark } = view.round;
      view.setUp = { board: asShown(state, firstMark), firstMark };
    }
    Object.assign(view, { step: 0, said: "", ended: false });
  }

  /** Makes a board the one that is being set up. */
  function setUp(change) {
    Object.assign(view.setUp, change);
    Object.assign(view, { step: 0, said: "" });
  }

  /** Empty, X, O, and empty again. */
  function cycle(cell) {
    const { board } = view.setUp;
    const bit = 1 << cell;
    const mark = game.markAt(board, cell);
    setUp({
      board: {
        x: mark === "" ? board.x | bit : board.x & ~bit,
        o: mark === "X" ? board.o | bit : board.o & ~bit,
      },
    });
  }

  function playFromHere() {
    const { state, firstMark } = view;
    if (game.lookup(state)) enterAt(state, firstMark);
  }

  /** Begins a round at a state: you have the mark of your choice. */
  function enterAt(start, firstMark) {
    const { players, mark } = view.settings;
    view.scores = view.points;
    view.opens = mark === firstMark;
    enter(new game.Round({ humans: players === "2" ? ["X", "O"] : [view.opens ? "X" : "O"], firstMark, start }));
  }

  // -------------------------------------------------------------------- the address

  /** Names the board in the address, and keeps beside it, for a reload, whose sides are whose. */
  function writeAddress() {
    const { state, firstMark, round, settings, opens, later } = view;
    const isStart = !view.setUp && !state.x && !state.o;
    const board = game.format(asShown(state, firstMark));
    const hash = isStart ? "" : `#${board}${firstMark === "O" ? "&first=O" : ""}`;
    const kept = view.setUp || isStart ? null : { humans: round.humans, mark: settings.mark, opens, later };
    if (hash === location.hash && JSON.stringify(kept) === JSON.stringify(history.state)) return;
    history.replaceState(kept, "", hash || location.pathname + location.search);
  }

  /** Opens the position that the address names. */
  function readAddress() {
    const [text, first] = decoded(location.hash.slice(1)).split("&first=");
    const board = game.parse(text);
    if (!board) {
      startRound();
      if (text) view.said = view.words.strangeAddress;
      return;
    }
    const firstMark = first === "O" ? "O" : "X";
    const state = asShown(board, firstMark);
    if (!game.lookup(state)) {
      startRound();
      view.setUp = { board, firstMark };
      return;
    }
    const kept = history.state;
    if (kept) {
      // A reload: all are who they were, whoever is to move, or nobody.
      const { humans, mark, opens, later } = kept;
      view.settings.mark = mark;
      view.scores = view.points;
      enter(new game.Round({ humans, firstMark, start: state }));
      Object.assign(view, { opens, later });
      return;
    }
    // You are to move in a game that goes on.
    const mover = game.toMove(state);
    if (!game.outcome(state)) view.settings.mark = firstMark === "X" ? mover : game.other(mover);
    enterAt(state, firstMark);
  }

  function decoded(text) {
    try {
      return decodeURIComponent(text);
    } catch {
      return text;
    }
  }

  // ------------------------------------------------------------------------- events

  const DEEDS = {
    new: startRound,
    again: startRound,
    undo: () => travel(() => view.round.undo()),
    redo: () => travel(() => view.round.redo()),
    hints() {
      view.step = 0;
      change("hints", !view.settings.hints);
    },
    setup: toggleSetUp,
    cancel: toggleSetUp,
    clear: () => setUp({ board: game.EMPTY }),
    "play-from-here": playFromHere,
    "play-on"() {
      view.round.resume();
      view.said = "";
    },
    back() {
      view.step = Math.max(0, view.step - 1);
    },
    forward() {
      view.step += 1;
    },
    reset: resetScores,
    close: () => one("dialog").close(),
    "to-review"() {
      one("dialog").close();
      one("#review-title").scrollIntoView({ block: "center" });
      one("#review-title").focus({ preventScroll: true });
    },
  };

  const KEYS = { u: DEEDS.undo, r: DEEDS.redo, h: DEEDS.hints, n: DEEDS.new };
  const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

  function onClick(event) {
    const button = event.target.closest("button");
    if (!button) return;
    const { cell, control: name, ply, retry, step } = button.dataset;
    if (cell) act(() => pick(Number(cell)));
    else if (ply) act(() => travel(() => view.round.goTo(Number(ply))));
    else if (retry) act(() => travel(() => view.round.goTo(Number(retry))));
    else if (step) act(() => { view.step = Number(step); });
    else if (DEEDS[name]) act(DEEDS[name]);
    if (name === "new" || name === "again" || name === "play-from-here" || retry) cells[view.cell].focus();
  }

  function onInput({ target }) {
    const { control: name } = target.dataset;
    if (name === "setup-first") act(() => setUp({ firstMark: target.value }));
    else if (name === "error-rate") act(() => change("errorRate", Number(target.value)));
    else act(() => change(name, target.value));
  }

  function onKey(event) {
    const { key, target } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || target.closest("select, input")) return;
    if (ARROWS[key]) {
      if (target !== document.body && !target.closest(".board")) return;
      event.preventDefault();
      moveFocus(ARROWS[key], target.closest(".board"));
    } else if (/^[1-9]$/.test(key) && !one("dialog").open) {
      act(() => pick(Number(key) - 1));
      cells[view.cell].focus();
    } else if (KEYS[key.toLowerCase()] && !event.repeat) {
      act(KEYS[key.toLowerCase()]);
    }
  }

  /** Moves the focus on the board; the first arrow only brings it there. */
  function moveFocus([right, down], isOnBoard) {
    if (isOnBoard) {
      const column = (view.cell + right + 3) % 3;
      const row = (Math.floor(view.cell / 3) + down + 3) % 3;
      view.cell = 3 * row + (right ? column : view.cell % 3);
    }
    draw.page(view);
    cells[view.cell].focus();
  }

  document.addEventListener("click", onClick);
  document.addEventListener("input", onInput);
  document.addEventListener("keydown", onKey);
  one(".board").addEventListener("focusin", ({ target }) => { view.cell = Number(target.dataset.cell); });
  addEventListener("hashchange", () => act(readAddress));

  act(readAddress);
})();
