// The game without its drawing: rules, levels of play, a round in progress, its review.
//
// A state is two masks of nine bits, `x` and `o`: cell i is bit i, row by row. X stands
// for whoever moves first. Which mark that player is shown with is the round's affair,
// since on paper O may open, too. What a state is worth is read from the table; nothing
// here searches.
"use strict";

const game = (() => {
  const table = typeof require === "function" ? require("./table.js") : perfectplay;

  // ---------------------------------------------------------------- states and rules

  const CELLS = [0, 1, 2, 3, 4, 5, 6, 7, 8];
  const BOARD = 0b111_111_111;
  /** Rows, columns, diagonals. */
  const LINES = [
    [0, 1, 2], [3, 4, 5], [6, 7, 8],
    [0, 3, 6], [1, 4, 7], [2, 5, 8],
    [0, 4, 8], [6, 4, 2],
  ];
  const LINE_MASKS = LINES.map((line) => maskOf(line));
  const EMPTY = Object.freeze({ x: 0, o: 0 });

  /** The set of some cells. */
  function maskOf(cells) {
    return cells.reduce((mask, cell) => mask | 1 << cell, 0);
  }

  /** The cells of a set, by rising number. */
  function cellsOf(mask) {
    return CELLS.filter((cell) => mask >> cell & 1);
  }

  /** How many cells a set has. */
  function count(mask) {
    let cells = 0;
    for (; mask; mask &= mask - 1) cells += 1;
    return cells;
  }

  function other(player) {
    return player === "X" ? "O" : "X";
  }

  /** "X", "O" or "", for an empty cell. */
  function markAt(state, cell) {
    return state.x >> cell & 1 ? "X" : state.o >> cell & 1 ? "O" : "";
  }

  /** The player to move, by the counts; who would be next, if the game is over. */
  function toMove(state) {
    return count(state.x) > count(state.o) ? "O" : "X";
  }

  /** The lines that a set of cells holds. */
  function linesIn(mask) {
    return LINES.filter((_, i) => (mask & LINE_MASKS[i]) === LINE_MASKS[i]);
  }

  /** "X" or "O", who has a line; "draw" when the board is full; "" while it goes on. */
  function outcome(state) {
    if (linesIn(state.x).length) return "X";
    if (linesIn(state.o).length) return "O";
    return (state.x | state.o) === BOARD ? "draw" : "";
  }

  /** The lines of the winner: two, where one mark ended both. */
  function winningLines(state) {
    const winner = outcome(state);
    return winner === "X" ? linesIn(state.x) : winner === "O" ? linesIn(state.o) : [];
  }

  /** The state after the player to move has marked a cell that is known to be empty. */
  function after(state, cell) {
    return toMove(state) === "X"
      ? { x: state.x | 1 << cell, o: state.o }
      : { x: state.x, o: state.o | 1 << cell };
  }

  /** Why no game reaches a state; null for a state that some game reaches. */
  function unreachable(state) {
    const x = count(state.x);
    const o = count(state.o);
    if (x !== o && x !== o + 1) return { reason: "counts", x, o };
    const lines = { X: linesIn(state.x).length, O: linesIn(state.o).length };
    if (lines.X && lines.O) return { reason: "bothWon" };
    if (lines.X && x === o) return { reason: "playedOn", winner: "X" };
    if (lines.O && x !== o) return { reason: "playedOn", winner: "O" };
    return null;
  }

  /** The state with both players' marks exchanged: as it is shown when O opens. */
  function exchanged({ x, o }) {
    return { x: o, o: x };
  }

  /** A board as text: "X.O/.X./..O". */
  function format(state) {
    const marks = CELLS.map((cell) => markAt(state, cell) || ".").join("");
    return `${marks.slice(0, 3)}/${marks.slice(3, 6)}/${marks.slice(6)}`;
  }

  /** Reads what `format` writes, and the other spellings that the library reads. */
  function parse(text) {
    if (!/^[xo._-]{3}[/| \r\n]*[xo._-]{3}[/| \r\n]*[xo._-]{3}$/i.test(text)) return null;
    const marks = [...text.toUpperCase().replace(/[/| \r\n]/g, "")];
    const held = (mark) => maskOf(CELLS.filter((cell) => marks[cell] === mark));
    return { x: held("X"), o: held("O") };
  }

  // ------------------------------------------------------------- what the table says

  /** The record of a state: masks, value, distance; null for states no game reaches. */
  function lookup(state) {
    return table.lookup(state.x, state.o);
  }

  function legal(record) {
    return record.winning | record.neutral | record.losing;
  }

  /** The moves that turn a win into less, or a draw into a loss. */
  function mistakes(record) {
    if (record.value === "win") return record.neutral | record.losing;
    return record.value === "draw" ? record.losing : 0;
  }

  /** What a legal move is worth to the player who makes it: a value, and the distance
   *  with this move counted in. */
  function worth(record, state, cell) {
    const verdict = record.winning >> cell & 1 ? "win" : record.losing >> cell & 1 ? "loss" : "draw";
    return { verdict, distance: lookup(after(state, cell)).distance + 1, best: Boolean(record.best >> cell & 1) };
  }

  /** What every legal move is worth, by cell; null for the other cells. */
  function hints(state) {
    const record = lookup(state);
    return CELLS.map((cell) =>
      record && legal(record) >> cell & 1 ? worth(record, state, cell) : null);
  }

  /** Best play to the end: of several best moves always the first. */
  function bestLine(state) {
    const cells = [];
    for (let now = state, record; (record = lookup(now)) && record.best; now = after(now, cells.at(-1))) {
      cells.push(cellsOf(record.best)[0]);
    }
    return cells;
  }

  // ------------------------------------------------------------------ levels of play

  const LEVELS = ["perfect", "invincible", "casual", "random"];

  /** What a level does in a state that goes on: with the chance `rate`, in percent, one
   *  of the `errors`, else one of the `usual` moves, each of a set as likely as another. */
  function plan(state, { level, errorRate }) {
    const record = lookup(state);
    const always = (usual) => ({ usual, errors: 0, rate: 0 });
    switch (level) {
      case "perfect":
        return always(record.value === "draw" ? traps(state, record.best) : record.best);
      case "invincible":
        return always(record.winning || record.neutral || record.losing);
      case "casual": {
        const own = toMove(state) === "X" ? state.x : state.o;
        const atHand = maskOf(cellsOf(legal(record)).filter((cell) => linesIn(own | 1 << cell).length));
        const errors = mistakes(record);
        return atHand ? always(atHand) : { usual: record.best, errors, rate: errors ? errorRate : 0 };
      }
      default:
        return always(legal(record));
    }
  }

  /** Those of some moves after which the largest share of the opponent's replies loses. */
  function traps(state, moves) {
    const shares = cellsOf(moves).map((cell) => {
      const reply = lookup(after(state, cell));
      return { cell, share: count(reply.losing) / (count(legal(reply)) || 1) };
    });
    const largest = Math.max(...shares.map(({ share }) => share));
    return maskOf(shares.filter(({ share }) => share === largest).map(({ cell }) => cell));
  }

  /** A move of a level. `random` gives numbers from 0 to less than 1. */
  function choose(state, level, random = Math.random) {
    const { usual, errors, rate } = plan(state, level);
    const cells = cellsOf(random() * 100 < rate ? errors : usual);
    return cells[Math.floor(random() * cells.length)];
  }

  // ------------------------------------------------------------- a round in progress

  /** One game: who plays, where it began, what was played, and what was taken back. */
  class Round {
    /** `humans` are those of the players X, who moves first, and O that a human plays;
     *  `firstMark` is the mark that X is shown with. */
    constructor({ humans = ["X", "O"], firstMark = "X", start = EMPTY } = {}) {
      this.humans = humans;
      this.firstMark = firstMark;
      this.moves = [];
      this.states = [start];
      this.played = 0;
    }

    get state() {
      return this.states[this.played];
    }

    /** How many moves there are, those taken back included. */
    get known() {
      return this.moves.length;
    }

    /** Whether nothing is taken back. */
    get isLatest() {
      return this.played === this.known;
    }

    /** The result of the whole round, also while an earlier point is looked at. */
    get result() {
      return this.known ? outcome(this.states[this.known]) : "";
    }

    /** The mark that a player is shown with, or the player that a mark stands for. */
    shown(player) {
      return this.firstMark === "X" ? player : other(player);
    }

    isHuman(player) {
      return this.humans.includes(player);
    }

    /** Whether the game goes on and the computer is to move. */
    get awaitsComputer() {
      return !outcome(this.state) && !this.isHuman(toMove(this.state));
    }

    /** Plays for the player to move, and forgets what was taken back. Says why not:
     *  "over" or "occupied"; null when the move was made. */
    play(cell) {
      if (outcome(this.state)) return "over";
      if (markAt(this.state, cell)) return "occupied";
      const next = after(this.state, cell);
      this.moves.length = this.played;
      this.states.length = this.played + 1;
      this.moves.push(cell);
      this.states.push(next);
      this.played += 1;
      return null;
    }

    /** Forgets what was taken back, so that the game goes on from here. */
    resume() {
      this.moves.length = this.played;
      this.states.length = this.played + 1;
    }

    /** Whether the state after so many moves waits for a human, or no state ever does. */
    mayStopAt(ply) {
      return !this.humans.length || this.isHuman(toMove(this.states[ply]));
    }

    /** Where `undo` leads: to the last choice of a human; null if there is none. */
    get undoTarget() {
      for (let ply = this.played - 1; ply >= 0; ply -= 1) if (this.mayStopAt(ply)) return ply;
      return null;
    }

    /** Where `redo` leads: to the next choice of a human, or the last known state. */
    get redoTarget() {
      for (let ply = this.played + 1; ply <= this.known; ply += 1) {
        if (ply === this.known || this.mayStopAt(ply)) return ply;
      }
      return null;
    }

    undo() {
      return this.goTo(this.undoTarget);
    }

    redo() {
      return this.goTo(this.redoTarget);
    }

    /** Goes to the state after so many moves; null goes nowhere. Says whether it went. */
    goTo(ply) {
      if (ply === null || ply === this.played || ply < 0 || ply > this.known) return false;
      this.played = ply;
      return true;
    }
  }

  /** What each move of a round was worth beside the best ones. `kind` is "best",
   *  "slower" (the value is kept, but a win comes later or a loss sooner) or "mistake",
   *  which turns the value `could` into `did`. */
  function review(round) {
    return round.moves.map((cell, ply) => {
      const state = round.states[ply];
      const record = lookup(state);
      const played = worth(record, state, cell);
      const kind = played.best ? "best" : mistakes(record) >> cell & 1 ? "mistake" : "slower";
      return {
        ply,
        cell,
        player: toMove(state),
        kind,
        could: { verdict: record.value, distance: record.distance },
        did: { verdict: played.verdict, distance: played.distance },
        better: played.best ? [] : cellsOf(record.best),
      };
    });
  }

  // ------------------------------------------------------------- settings and scores

  const CHOICES = {
    players: ["1", "2"],
    mark: ["X", "O"],
    first: ["you", "computer", "alternate"],
    level: LEVELS,
    language: ["", "en", "zh"],
  };

  /** Settings from whatever was stored: what is not understood gets its default. */
  function settingsFrom(stored) {
    const source = Object(stored);
    const settings = { hints: source.hints === true };
    for (const [name, choices] of Object.entries(CHOICES)) {
      settings[name] = choices.includes(source[name]) ? source[name] : choices[0];
    }
    const rate = source.errorRate;
    settings.errorRate = Number.isInteger(rate) && rate >= 0 && rate <= 100 ? rate : 25;
    return settings;
  }

  /** The next round by the settings. `opens` says whether you begin or, in a game of two,
   *  your mark does. */
  function newRound({ players, mark }, opens) {
    const firstMark = opens ? mark : other(mark);
    return new Round({ humans: players === "2" ? ["X", "O"] : opens ? ["X"] : ["O"], firstMark });
  }

  /** Scores from whatever was stored. One player and two are counted apart: by who won
   *  against the computer, by mark else. */
  function scoresFrom(stored) {
    const scores = { you: 0, computer: 0, drawn: 0, X: 0, O: 0, draw: 0 };
    for (const name of Object.keys(scores)) {
      const points = Object(stored)[name];
      if (Number.isSafeInteger(points) && points > 0) scores[name] = points;
    }
    return scores;
  }

  /** Which of the scores a result goes to: the shown mark of a winner, or "draw". */
  function scoreName(round, result) {
    if (round.humans.length === 2) return result;
    if (result === "draw") return "drawn";
    return round.isHuman(round.shown(result)) ? "you" : "computer";
  }

  return {
    CELLS, EMPTY, LINES, LEVELS, Round,
    after, bestLine, cellsOf, choose, count, exchanged, format, hints, legal, lookup,
    markAt, newRound, other, outcome, parse, plan, review, scoreName, scoresFrom,
    settingsFrom, toMove, unreachable, winningLines,
  };
})();

if (typeof module === "object") module.exports = game;
