// Tic-tac-toe as the rest of the package takes a game. What a state is worth is read from
// the table; so is whether a game reaches it, and whether the game is over.
//
// A state is x | o << 9, two masks of nine bits: cell i is bit i, row by row, and X moves first.

import { LINES, SYMMETRIES, lookup } from "./table.js";

const CELLS = [0, 1, 2, 3, 4, 5, 6, 7, 8];
const MASK = 511;
const maskOf = (cells) => cells.reduce((mask, cell) => mask | 1 << cell, 0);
const LINE_MASKS = LINES.map(maskOf);

/** How many cells a set has. */
export function count(mask) {
  let cells = 0;
  for (; mask; mask &= mask - 1) cells += 1;
  return cells;
}

/** The record of a state, or null for one that no game reaches. */
const record = (state) => lookup(state & MASK, state >> 9);

/** 1 where the first player has a mark, 2 for the second, 0 for neither, cell by cell. */
const squares = (state) => CELLS.map((cell) => state >> cell & 1 || 2 * (state >> cell + 9 & 1));

/** Why no game reaches a state; null for a state that some game reaches. */
function unreachable(state) {
  if (record(state)) return null;
  const counts = [count(state & MASK), count(state >> 9)];
  if (counts[0] !== counts[1] && counts[0] !== counts[1] + 1) return { reason: "counts", counts };
  const won = [state & MASK, state >> 9].map((own) => LINE_MASKS.some((line) => (own & line) === line));
  return won[0] && won[1] ? { reason: "bothWon" } : { reason: "playedOn", winner: won[0] ? 0 : 1 };
}

/** Both players' marks exchanged: a board as it is shown when O opens. */
const exchanged = (state) => (state & MASK) << 9 | state >> 9;

/** A board as text: "X.O/.X./..O". */
function format(state) {
  return squares(state).map((owner, cell) => (cell === 3 || cell === 6 ? "/" : "") + ".XO"[owner]).join("");
}

/** Reads what `format` writes, and the other spellings that the library reads; null for all else. */
function parse(text) {
  if (!/^[xo._-]{3}[/| \r\n]*[xo._-]{3}[/| \r\n]*[xo._-]{3}$/i.test(text)) return null;
  const marks = [...text.toUpperCase().replace(/[/| \r\n]/g, "")];
  const held = (mark) => maskOf(CELLS.filter((cell) => marks[cell] === mark));
  return held("X") | held("O") << 9;
}

/** One of a state and its mirror images, the same for all of them. */
function canonical(state) {
  const image = (mask, cells) => CELLS.reduce((held, cell) => held | (mask >> cell & 1) << cells[cell], 0);
  return Math.min(...SYMMETRIES.map((cells) => image(state & MASK, cells) | image(state >> 9, cells) << 9));
}

let known;

/** All reachable states, in the order of the masks. */
function reachable() {
  if (known) return known;
  known = [];
  for (let o = 0; o <= MASK; o += 1) {
    const free = MASK & ~o;
    // The subsets of the free cells by rising number, and after the last one none again.
    let x = 0;
    do {
      if (lookup(x, o)) known.push(x | o << 9);
      x = (x - free) & free;
    } while (x);
  }
  return known;
}

export const tictactoe = {
  name: "tictactoe",
  players: ["X", "O"],
  columns: 3,
  rows: 3,
  lines: LINES,
  pieces: [{ kind: "empty" }, { kind: "piece", owner: 0, text: "X" }, { kind: "piece", owner: 1, text: "O" }],
  shape: "marks",
  alternates: true,
  start: 0,

  has: (state) => Number.isInteger(state) && state >= 0 && state < 1 << 18 && record(state) !== null,
  /** Which of the players is to move; who would be next, if the game is over. */
  mover: (state) => count(state & MASK) - count(state >> 9),
  /** The value for that player, and the distance to the end. */
  worth: record,
  moves(state) {
    if (!record(state).distance) return [];
    const shift = 9 * tictactoe.mover(state);
    return CELLS.filter((cell) => !((state | state >> 9) >> cell & 1))
      .map((cell) => ({ move: cell, path: [cell], to: state | 1 << cell + shift }));
  },
  squares,
  get size() {
    return tictactoe.count;
  },
  entry: (state) => reachable().indexOf(state) + 1,
  get count() {
    return reachable().length;
  },
  at: (number) => reachable()[number],
  canonical,
  format,
  parse,

  /** What boards set up by hand need, and games in which O opens. */
  byHand: { exchanged, unreachable },
};
