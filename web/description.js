// What is the same in all states of a game other than tic-tac-toe, and its start. Nothing that is read is
// believed; README.md describes the format.

import { bookWords, isByTheBook } from "./book.js";
import { otherBoards } from "./draw/boards.js";
import { named } from "./named.js";

const FORMAT = "perfectplay game 1";
export const VALUES = ["loss", "draw", "win"];
const KINDS = ["piece", "common", "heap", "empty", "absent"];
const SHAPES = ["marks", "discs"];
/** How a piece may look. */
const PIECES = ["x", "o", "disc", "pawn", "car", "hound", "hare", "block", "stick"];

export function expect(holds, expected, found) {
  if (holds) return;
  const text = JSON.stringify(found) ?? String(found);
  throw new Error(`expected ${expected}, found ${text.length > 80 ? `${text.slice(0, 80)}…` : text}`);
}

export const isText = (value) => typeof value === "string";
const isBelow = (bound) => (value) => Number.isInteger(value) && value >= 0 && value < bound;
export const isList = (is) => (value) => Array.isArray(value) && value.every(is);
const isFlag = (value) => value === undefined || typeof value === "boolean";

/** That each of a list is as described: tells the first that is not. */
function expectEach(list, is, what) {
  expect(Array.isArray(list), `a list of ${what}s`, list);
  for (const one of list) expect(is(one), `a ${what}`, one);
}

/** Holds the data against the description, and gives what a player needs of them. */
export function described(data) {
  expect(data?.format === FORMAT, `format ${JSON.stringify(FORMAT)}`, data?.format);
  const {
    name, title, rules, players, columns, rows, squareNames, lines = [], pieces, moves, shape = "marks",
    lattice = false, drops = false, choices = false, alternates = false, edges, stores, poisoned, coordinates, local, playbook,
  } = data;
  expect(isText(name) && name, "a name", name);
  for (const text of [title, rules]) expect(text === undefined || isText(text), "a title and rules as texts", text);
  expect(isList(isText)(players) && players.length === 2, "two players", players);
  for (const size of [columns, rows]) expect(isBelow(256)(size), "columns and rows as numbers below 256", size);
  const room = columns * rows;
  const isSquare = isBelow(room);
  expect(isList(isText)(squareNames) && squareNames.length === room, `${room} names of squares`, squareNames?.length ?? squareNames);
  expect(pieces?.length > 0, "kinds of pieces", pieces);
  expectEach(pieces, (piece) => KINDS.includes(piece?.kind) && [undefined, 0, 1].includes(piece.owner)
    && (piece.text === undefined || isText(piece.text)) && (piece.age === undefined || Number.isInteger(piece.age))
    && (piece.letter === undefined || isText(piece.letter))
    && (piece.shape === undefined || PIECES.includes(piece.shape)), "kind of piece");
  const isMove = ([number, text, path, covers]) => isBelow(64)(number) && isText(text) && isList(isSquare)(path)
    && (covers === undefined || (isList(isSquare)(covers) && covers.length > 0));
  expectEach(moves, (move) => Array.isArray(move) && isMove(move), "move with its number, its name and its squares");
  expectEach(lines, (line) => isList(isSquare)(line) && line.length > 0, "line of squares");
  expect(SHAPES.includes(shape), `a shape out of ${SHAPES.join(" and ")}`, shape);
  for (const flag of ["lattice", "drops", "points", "choices", "alternates"]) expect(isFlag(data[flag]), `${flag} as true or false`, data[flag]);
  expect(playbook === undefined || (isList(isBelow(2))(playbook) && playbook.length > 0), "the players of a playbook", playbook);
  expectLook(data, isSquare);
  const live = new Set(moves.flatMap(([, , path, covers = []]) => [...path, ...covers]));
  return {
    name, title, rules, players, columns, rows, lattice, lines, squareNames, pieces, drops, shape, alternates,
    edges, stores, poisoned, coordinates,
    local: { ...named(name), ...local },
    moveNames: moves.map(([, text, path]) => [text, path]),
    covers: moves.some(([, , , covers]) => covers),
    boards: otherBoards,
    hasChoices: choices,
    book: playbook ? { sides: playbook, isKept: isByTheBook } : null,
    words: playbook && bookWords,
    isLive: (square) => live.has(square),
    start: 0,
  };
}

/** What a game may declare of its look, beside the shapes of its pieces and what its moves cover.
 *
 *  - `edges`: lines that pieces move along, each as the two squares that it joins: these are points.
 *  - `stores`: at which side of the board the points of the first and the second player are heaped.
 *  - `poisoned`: the squares whose piece is poisoned.
 *  - `coordinates`: by side of the board, what stands beside each row or column, instead of what
 *    follows from the names of the squares.
 *  - `local`: by language, title, rules, players, and words in the names of moves.
 */
function expectLook({ columns, rows, edges, stores, poisoned, coordinates, points, local }, isSquare) {
  if (edges !== undefined) expectEach(edges, (edge) => isList(isSquare)(edge) && edge.length === 2, "line between two squares");
  if (poisoned !== undefined) expectEach(poisoned, isSquare, "poisoned square");
  if (stores !== undefined) {
    expect(points && isList((side) => side === "left" || side === "right")(stores) && stores.length === 2, "stores of points at the left and the right", stores);
  }
  const counts = { top: columns, bottom: columns, left: rows, right: rows };
  for (const [side, texts] of Object.entries(coordinates ?? {})) {
    expect(side in counts, `a side out of ${Object.keys(counts).join(", ")}`, side);
    expect(isList(isText)(texts) && texts.length === counts[side], `${counts[side]} coordinates at the ${side}`, texts);
  }
  for (const { title, rules, players = ["", ""], words = {} } of Object.values(local ?? {})) {
    const texts = [title ?? "", rules ?? "", ...players, ...Object.values(words)];
    expect(isList(isText)(texts) && players.length === 2, "texts of a language", texts);
  }
}

/** The moves that are so numbered among all, with the states that they lead to. */
export const listed = (moves, kinds, to) => Array.from(kinds, (kind, i) => {
  const [move, text, path, covers] = moves[kind];
  return { move, text, path, covers, to: to(i) };
});

/** Reads a game of which only the start is known yet: an object with `start` in the place of the
 *  states. What its moves are worth is not known. */
export function readStart(data) {
  const game = described(data);
  expect(data.start, "a start", data.start);
  const { entries, squares, mover, points, worth, text, moves } = data.start;
  expect(isList(isBelow(data.pieces.length))(squares) && squares.length === data.squareNames.length, "a piece for each square of the start", squares);
  expect([0, 1].includes(mover), "a player to move", mover);
  expect(VALUES.includes(worth?.value), "a value of the start", worth);
  expect(isList(isBelow(data.moves.length))(moves), "moves of the start that are listed", moves);
  return {
    ...game,
    isStart: true,
    size: entries,
    has: (state) => state === 0,
    mover: () => mover,
    worth: () => worth,
    fewest: () => worth.fewest ?? null,
    moves: () => listed(data.moves, moves, (i) => i + 1),
    squares: () => squares,
    points: points && (() => points),
    text: text === undefined ? null : () => text,
    entry: () => 1,
  };
}

/** Reads a game that is not solved: what the start is worth is not known either. */
export const readUnsolved = ({ start, ...data }) =>
  readStart({ ...data, start: { ...start, entries: 0, worth: { value: "draw", distance: null } } });
