// Games other than tic-tac-toe: read from what `perfectplay` writes, rules and all. No rule is
// known here; README.md describes the format.

import { otherBoards } from "./boards.js";

const FORMAT = "perfectplay game 1";
const VALUES = ["loss", "draw", "win"];

/** Reads a game: an object, or its JSON. Throws an `Error` for what is no game. */
export async function readGame(given) {
  const data = typeof given === "string" ? JSON.parse(given) : given;
  expect(data?.format === FORMAT, `format ${JSON.stringify(FORMAT)}`, data?.format);
  const {
    name, title, rules, players, columns, rows, squareNames, lines, pieces, moves, texts, states: size,
    lattice = false, drops = false, points: hasPoints = false,
  } = data;
  const live = new Set(moves.flatMap(([, , path]) => path));
  const room = columns * rows;
  expect(players?.length === 2, "two players", players);
  expect(pieces?.length > 0, "kinds of pieces", pieces);
  expect(squareNames?.length === room, `${room} names of squares`, squareNames?.length);
  expect(Number.isSafeInteger(size) && size > 0, "a number of states", size);
  expect(!texts || texts.length === size, `${size} texts`, texts?.length);

  const read = reader(await inflated(data.data));
  const boards = read.bytes(size * room);
  const movers = read.bytes(size);
  const entrySteps = read.numbers(size);
  const points = read.numbers(hasPoints ? 2 * size : 0);
  const values = read.bytes(size);
  const distances = read.numbers(size);
  const counts = read.bytes(size);
  const firsts = new Uint32Array(size + 1);
  for (let state = 0; state < size; state += 1) firsts[state + 1] = firsts[state] + counts[state];
  const kinds = read.numbers(firsts[size]);
  const steps = read.numbers(firsts[size]);
  read.end();

  // A step is how far a state lies behind the first that was not yet led to.
  const to = new Uint32Array(steps.length);
  let next = 1;
  steps.forEach((step, i) => {
    to[i] = next - step;
    if (step === 0) next += 1;
  });
  expect(next === size, `moves to ${size} states`, next);
  // Moves are chosen from a list if no square stands for them, or if several of a state have
  // the same squares.
  const pathNumbers = new Map();
  const pathOf = Uint32Array.from(moves, ([, , path]) => {
    const key = path.join();
    if (!pathNumbers.has(key)) pathNumbers.set(key, pathNumbers.size);
    return pathNumbers.get(key);
  });
  const lastIn = new Int32Array(pathNumbers.size).fill(-1);
  let hasChoices = pathNumbers.has("");
  for (let state = 0; state < size; state += 1) {
    for (let i = firsts[state]; i < firsts[state + 1]; i += 1) {
      const path = pathOf[kinds[i]];
      if (lastIn[path] === state) hasChoices = true;
      lastIn[path] = state;
    }
  }
  // The same for entries of the table.
  const entries = new Uint32Array(size);
  let known = 0;
  entrySteps.forEach((step, state) => {
    known += step === 0 ? 1 : 0;
    entries[state] = step === 0 ? known : known - step + 1;
  });
  expect(to.every((state) => state < size) && kinds.every((kind) => kind < moves.length), "moves that are listed", "others");
  expect(boards.every((piece) => piece < pieces.length), "pieces that are listed", "others");
  expect(values.every((value) => value < 3) && movers.every((mover) => mover < 2), "values and players", "others");

  return {
    name, title, rules, players, columns, rows, lattice, lines, squareNames, pieces, drops,
    shape: data.shape ?? "marks",
    boards: otherBoards,
    start: 0,
    size: known,
    has: (state) => Number.isInteger(state) && state >= 0 && state < size,
    mover: (state) => movers[state],
    worth: (state) => ({ value: VALUES[values[state]], distance: distances[state] ? distances[state] - 1 : null }),
    moves: (state) => Array.from({ length: counts[state] }, (_, i) => {
      const [move, text, path] = moves[kinds[firsts[state] + i]];
      return { move, text, path, to: to[firsts[state] + i] };
    }),
    squares: (state) => [...boards.subarray(state * room, (state + 1) * room)],
    hasChoices,
    isLive: (square) => live.has(square),
    points: hasPoints ? (state) => [points[2 * state], points[2 * state + 1]] : null,
    text: texts ? (state) => texts[state] : null,
    entry: (state) => entries[state],
    states: () => Array(size).keys(),
    format: (state) => String(state),
    parse: (text) => (/^\d{1,9}$/.test(text) && Number(text) < size ? Number(text) : null),
  };
}

function expect(holds, expected, found) {
  if (!holds) throw new Error(`expected ${expected}, found ${JSON.stringify(found)}`);
}

/** The bytes of a text in base 64 that holds a zlib stream. */
async function inflated(text) {
  const packed = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** Reads columns one after the other. */
function reader(bytes) {
  let at = 0;
  const room = (count) => expect(at + count <= bytes.length, `${count} more bytes`, bytes.length - at);
  return {
    bytes(count) {
      room(count);
      at += count;
      return bytes.subarray(at - count, at);
    },
    /** Numbers in groups of seven bits, the lowest first; a group that goes on has the eighth. */
    numbers(count) {
      const numbers = new Uint32Array(count);
      for (let i = 0; i < count; i += 1) {
        for (let shift = 0, more = true; more; shift += 7) {
          room(1);
          more = bytes[at] > 127;
          numbers[i] |= (bytes[at] & 127) << shift;
          at += 1;
        }
      }
      return numbers;
    },
    end: () => expect(at === bytes.length, "the end of the data", `${bytes.length - at} more bytes`),
  };
}
