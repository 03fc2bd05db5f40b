// Everything that can change in a player, and what follows from it: all that is drawn. Nothing
// here reaches a document, and nothing is done: `playing.js` and its neighbours do.

import { Round } from "../round.js";
import { bestLine, options, outcome, review } from "../solved.js";
import { languageOf, texts } from "../texts.js";
import { streakOf } from "./days.js";
import { scoresFrom } from "./scores.js";
import { memory, settingsFrom } from "./settings.js";

/** A day in milliseconds. */
const DAY = 86_400_000;

export class View {
  /** What this round has added to the scores, and the streak before it; null for nothing. */
  counted = null;
  /** Whether the round's result counts; not after a reset, in a puzzle, or for a visitor. */
  counts = true;
  /** Whether the round came from an address, and nobody has moved in it since. */
  isVisited = false;
  /** Whether a move was taken back, or values were seen: such a win is none of a streak. */
  isHelped = false;
  /** Whether you, or in a game of two your mark, opened this round and the one before. */
  opens = true;
  opened = false;
  /** The settings that the round began with, if others would begin another one. */
  begun = null;
  /** The board that is being set up, and whether O opens on it. */
  setUp = null;
  /** A puzzle: its day, where it starts, what was tried, and whether it is solved. */
  puzzle = null;
  /** The start of the puzzle of the day; null if there is none, undefined until that is known. */
  today = undefined;
  /** Moves that are shown on the board without being played; and of which line they are steps:
   *  "line", "refutation" or none. */
  ahead = [];
  stepping = "";
  /** A move that is pointed at, and the state that it is made from; or null. */
  pointed = null;
  /** The squares of a move that is being entered. */
  chosen = [];
  /** What happened last, in words. */
  said = "";
  /** What is wrong with the link that led here: it is said until somebody moves, whatever the computer does. */
  wrongLink = "";
  /** What had been said when moves were last looked at. */
  saidBefore = "";
  /** Why the table cannot be had; and what tries again, if that may help. */
  problem = null;
  reload = null;
  /** The button that was pressed when no more than the start of the game was known. */
  early = null;
  /** What remembers the days on which a puzzle was solved, in whichever game. */
  days = memory("puzzles", false);
  /** Gives a picture of the board, with a title and lines below it; set by what draws. */
  photograph = null;
  /** Whether the game is kept in the address of the page. */
  hasAddress = false;
  /** Makes a sound, by its name. */
  sound = () => {};
  /** Tells the page of what happened. */
  tell = () => {};

  /** `store` remembers settings and scores; some settings are asked for; `tags` are the languages
   *  that the reader knows. */
  constructor(game, store, asked = {}, tags = []) {
    Object.assign(this, { game, store, tags, round: new Round(game) });
    this.settings = settingsFrom({ ...store.read("settings"), ...asked });
    this.points = scoresFrom(store.read("scores"));
    /** The square that the keyboard reaches. */
    this.cell = Math.floor(game.columns * game.rows / 2);
  }

  get language() {
    return languageOf(this.settings.language, this.tags);
  }

  /** The texts in the language; a game may have some of its own. */
  get words() {
    return { ...texts[this.language], ...this.game.words?.[this.language] };
  }

  /** What is said while an answer is on its way, by language. */
  get slow() {
    return Object.fromEntries(Object.entries(texts).map(([name, { slow }]) => [name, slow]));
  }

  /** What the game says of itself in the language, if it does: its title, its rules, its players,
   *  and words in the names of moves and squares. */
  get local() {
    return this.game.local?.[this.language] ?? {};
  }

  get title() {
    const { game, local, words } = this;
    return words.titles[game.name] ?? words.titleOf(local.title ?? game.title ?? game.name);
  }

  get rules() {
    return this.local.rules ?? this.game.rules ?? this.words[this.game.name] ?? "";
  }

  /** Who you are, in a sentence; "" where nobody here is you. */
  get sides() {
    const { round, local, words, setUp, isNeutral } = this;
    if (isNeutral || setUp || !round.humans.length) return "";
    const you = this.shown(round.humans[0]);
    return words.youAre(local.sides?.[you] ?? this.players[you]);
  }

  /** What the players' pieces are called. */
  get players() {
    return this.local.players ?? this.game.players;
  }

  get swapped() {
    return (this.setUp ?? this.round).swapped;
  }

  get state() {
    return (this.setUp ?? this.round).state;
  }

  /** The state that is shown: the last of those ahead. */
  get stage() {
    return this.ahead.length ? this.ahead.at(-1).to : this.state;
  }

  /** The move whose piece is shown where it would stand; null for none. */
  get ghost() {
    const { pointed, state, ahead, chosen } = this;
    return pointed?.from === state && !ahead.length && !chosen.length ? pointed.option : null;
  }

  /** Whether there is an upper and a lower side, so that the board may be seen from the other one: where pieces move,
   *  or each player has a row. */
  get hasSides() {
    const { moveNames = [], stores } = this.game;
    return Boolean(stores) || moveNames.some(([, path]) => path.length > 1);
  }

  get isFlipped() {
    return this.settings.flipped && this.hasSides;
  }

  get step() {
    return this.stepping ? this.ahead.length : 0;
  }

  /** Which of the players' marks a player is shown with, or the other way round. */
  shown(who) {
    return this.swapped ? 1 - who : who;
  }

  nameOf(who) {
    return this.players[this.shown(who)];
  }

  pieceName(piece) {
    const { kind, owner, age, figure, letter, text } = this.game.pieces[piece];
    const { heap, things, letters } = this.local;
    if (kind === "empty" || kind === "absent") return "";
    if (kind === "heap") return heap?.(text) ?? text;
    if (owner === undefined) return things?.[text] ?? this.words.things[text] ?? text;
    return [this.nameOf(owner), letters?.[letter] ?? letter, figure ?? age].filter((word) => word !== undefined).join(" ");
  }

  squareName(square) {
    const name = (this.words.places[this.game.name] ?? this.game.squareNames)[square];
    return this.local.square?.(name, square, this) ?? name;
  }

  place({ text, path }) {
    const { words = {} } = this.local;
    return text?.replace(/[a-z]{2,}/gi, (word) => words[word] ?? word) ?? this.squareName(path[0]);
  }

  /** What was done by a move, as a verb and more. */
  didOf({ text, path }) {
    const place = text ?? this.squareName(path[0]);
    return this.local.did?.(place) ?? this.words.did(place);
  }

  /** A day as a date. The browser's own way takes longer, once, than all else that a click does. */
  dayName(day) {
    const date = new Date(day * DAY);
    return this.words.date(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate());
  }

  /** Which of the scores counts wins that are shown on a side, or draws. */
  scoreName(side) {
    if (this.isDuel) return String(side);
    if (side === "draw") return "drawn";
    return this.round.isHuman(this.shown(side)) ? "you" : "computer";
  }

  get isDuel() {
    return this.round.humans.length === 2;
  }

  /** Whether nobody here is you. */
  get isNeutral() {
    return this.isDuel || this.isVisited;
  }

  get isEnd() {
    return !this.setUp && this.round.result !== null && this.round.isLatest;
  }

  get isComputersTurn() {
    return !this.game.isStart && !this.setUp && !this.isVisited && this.round.isLatest && this.round.awaitsComputer;
  }

  /** Whether all positions of the game are in a table. */
  get hasTable() {
    return !this.game.book && !this.game.proofs;
  }

  /** Whether the computer is to move at a point that is looked at: it waits to be asked. */
  get isWaiting() {
    return this.round.awaitsComputer && !this.isVisited;
  }

  /** Whether a setting waits for the next game. */
  get later() {
    const { begun, settings } = this;
    return Boolean(begun && !this.puzzle) && Object.keys(begun).some((name) => begun[name] !== settings[name]);
  }

  /** Whether a puzzle is to be solved. */
  get isPuzzling() {
    return Boolean(this.puzzle) && !this.puzzle.isSolved;
  }

  /** On how many days in a row a puzzle of the day was solved. */
  get streak() {
    return streakOf(this);
  }

  /** How often the solver of the puzzle slipped. */
  get slips() {
    return [...this.puzzle.tries].filter((kept) => kept === "0").length;
  }

  /** Whether it is said what moves are worth. */
  get isJudging() {
    const { game, round, settings } = this;
    return Boolean(settings.values || this.setUp || (round.result !== null && !round.isLatest))
      && !this.isPuzzling && !game.isStart && !game.book && game.has(this.state);
  }

  /** Whether it is shown on the board: not in the computer's pause. */
  get isAnalysing() {
    return this.isJudging && !this.isComputersTurn;
  }

  /** Best play from the board on. */
  get line() {
    return this.isJudging && this.game.isProved?.(this.state) !== false ? bestLine(this.game, this.state) : [];
  }

  /** Moves without those that mirror an earlier one, if that is wished. */
  distinct(list) {
    const { game, settings } = this;
    if (!game.canonical || !settings.mirrors) return list;
    const seen = new Set();
    return list.filter(({ to }) => !seen.has(game.canonical(to)) && seen.add(game.canonical(to)));
  }

  /** The move that led to the state of the round. */
  get lastOption() {
    const { game, round } = this;
    if (!round.played) return null;
    return options(game, round.states[round.played - 1]).find(({ move }) => move === round.moves[round.played - 1]);
  }

  /** What each move of the round was worth, also of those taken back. */
  get remarks() {
    return review(this.game, this.round.states[0], this.round.moves);
  }

  /** What the review says of the move that was made at the point that is looked at. */
  get remark() {
    const { game, round } = this;
    return game.book || this.setUp || round.result === null || round.isLatest || this.ahead.length ? null : this.remarks[round.played];
  }

  /** The mistake that is explained: at a point that is looked at the one that was made there; in a game
   *  that goes on your last one, as long as you have not moved since; at the end the last one of who did
   *  not win. */
  get mistake() {
    const { game, round, remarks, isNeutral } = this;
    if (game.book || game.isStart || this.setUp || this.puzzle) return null;
    const isBad = ({ kind }) => kind === "mistake";
    if (round.result === null && isNeutral) return null;
    if (!round.isLatest) return remarks.slice(round.played, round.played + 1).find((one) => isBad(one) && (round.result !== null || round.isHuman(one.player))) ?? null;
    if (round.result === null) {
      const mine = remarks.findLast(({ player }) => round.isHuman(player));
      return mine && isBad(mine) ? mine : null;
    }
    return remarks.findLast((one) => isBad(one) && one.player !== round.result && (isNeutral || round.isHuman(one.player))) ?? null;
  }

  /** That mistake, and what refutes it. */
  get refutation() {
    const { mistake } = this;
    return mistake ? [mistake.did, ...bestLine(this.game, mistake.did.to)] : [];
  }

  /** Who has won in the state that is shown, "draw", or null. */
  get shownOutcome() {
    return this.game.has(this.stage) ? outcome(this.game, this.stage) : null;
  }
}
