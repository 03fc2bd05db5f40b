// Games other than tic-tac-toe: read from what `perfectplay` writes, rules and all. No rule is
// known here; README.md describes the format.

import { otherBoards } from "./draw/boards.js";

const FORMAT = "perfectplay game 1";
const VALUES = ["loss", "draw", "win"];

/** What is the same in all states. */
function described(data) {
  expect(data?.format === FORMAT, `format ${JSON.stringify(FORMAT)}`, data?.format);
  const {
    name, title, rules, players, columns, rows, squareNames, lines, pieces, moves,
    lattice = false, drops = false, choices = false, shape = "marks",
  } = data;
  const live = new Set(moves.flatMap(([, , path]) => path));
  const room = columns * rows;
  expect(players?.length === 2, "two players", players);
  expect(pieces?.length > 0, "kinds of pieces", pieces);
  expect(squareNames?.length === room, `${room} names of squares`, squareNames?.length);
  return {
    name, title, rules, players, columns, rows, lattice, lines, squareNames, pieces, drops, shape,
    boards: otherBoards,
    hasChoices: choices,
    isLive: (square) => live.has(square),
    start: 0,
  };
}

/** The moves that are so numbered among all, with the states that they lead to. */
const listed = (moves, kinds, to) => Array.from(kinds, (kind, i) => {
  const [move, text, path] = moves[kind];
  return { move, text, path, to: to(i) };
});

/** Reads a game of which only the start is known yet: an object with `start` in the place of the
 *  states. What its moves are worth is not known. */
export function readStart(data) {
  const { entries, squares, mover, points, worth, text, moves } = data.start;
  return {
    ...described(data),
    isStart: true,
    size: entries,
    has: (state) => state === 0,
    mover: () => mover,
    worth: () => worth,
    moves: () => listed(data.moves, moves, (i) => i + 1),
    squares: () => squares,
    points: points && (() => points),
    text: text === undefined ? null : () => text,
    entry: () => 1,
  };
}

/** Reads a game: an object, or its JSON. Throws an `Error` for what is no game. */
export async function readGame(given) {
  const data = typeof given === "string" ? JSON.parse(given) : given;
  const all = described(data);
  const { moves, pieces, texts, states: size, points: hasPoints = false } = data;
  const room = all.columns * all.rows;
  expect(Number.isSafeInteger(size) && size > 0, "a number of states", size);
  expect(!texts || texts.length === size, `${size} texts`, texts?.length);

  const read = reader(await inflated(data.data));
  const boards = await read.bytes(size * room, pieces.length, "pieces that are listed");
  const movers = await read.bytes(size, 2, "a player to move");
  const entrySteps = await read.numbers(size);
  const points = await read.numbers(hasPoints ? 2 * size : 0);
  const values = await read.bytes(size, 3, "values");
  const distances = await read.numbers(size);
  const counts = await read.bytes(size, 256, "numbers of moves");
  const firsts = new Uint32Array(size + 1);
  await inTurns(size, (state) => { firsts[state + 1] = firsts[state] + counts[state]; });
  const kinds = await read.numbers(firsts[size], moves.length, "moves that are listed");
  const steps = await read.numbers(firsts[size]);
  read.end();

  // A step is how far a state lies behind the first that was not yet led to.
  const to = new Uint32Array(steps.length);
  let next = 1;
  await inTurns(steps.length, (i) => {
    to[i] = next - steps[i];
    if (steps[i] === 0) next += 1;
  });
  await bounded(to, size, "moves to states that are listed");
  expect(next === size, `moves to ${size} states`, next);
  // The same for entries of the table.
  const entries = new Uint32Array(size);
  let known = 0;
  await inTurns(size, (state) => {
    if (entrySteps[state] === 0) known += 1;
    entries[state] = entrySteps[state] === 0 ? known : known - entrySteps[state] + 1;
  });

  return {
    ...all,
    size: known,
    has: (state) => Number.isInteger(state) && state >= 0 && state < size,
    mover: (state) => movers[state],
    worth: (state) => ({ value: VALUES[values[state]], distance: distances[state] ? distances[state] - 1 : null }),
    moves: (state) => listed(moves, kinds.subarray(firsts[state], firsts[state + 1]), (i) => to[firsts[state] + i]),
    squares: (state) => [...boards.subarray(state * room, (state + 1) * room)],
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

/** Lets the browser draw, and hear its user. */
const turn = () => new Promise((resolve) => {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => {
    port1.close();
    resolve();
  };
  port2.postMessage(null);
});

/** After how many steps the browser has a turn: some milliseconds on a slow phone. */
const STEPS = 1 << 16;

/** Takes a step for each number below a bound. A large game never holds up the page. */
async function inTurns(count, step) {
  for (let from = 0; from < count; from += STEPS) {
    const end = Math.min(count, from + STEPS);
    for (let i = from; i < end; i += 1) step(i);
    await turn();
  }
}

/** A list, if all of it is below a bound. */
async function bounded(list, bound, expected) {
  await inTurns(list.length, (i) => { if (list[i] >= bound) expect(false, expected, list[i]); });
  return list;
}

/** The bytes of a text in base 64 that holds a zlib stream. */
async function inflated(text) {
  const packed = atob(text);
  const bytes = new Uint8Array(packed.length);
  // Step by step: `from` would take ten times as long.
  await inTurns(packed.length, (i) => { bytes[i] = packed.charCodeAt(i); });
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** Reads columns one after the other. */
function reader(bytes) {
  let at = 0;
  return {
    async bytes(count, bound, what) {
      expect(at + count <= bytes.length, `${count} more bytes`, bytes.length - at);
      at += count;
      return bounded(bytes.subarray(at - count, at), bound, what);
    },
    /** Numbers in groups of seven bits, the lowest first; a group that goes on has the eighth. */
    async numbers(count, bound = Infinity, what = "numbers") {
      const numbers = new Uint32Array(count);
      await inTurns(count, (i) => {
        let byte = bytes[at];
        let number = byte & 127;
        at += 1;
        for (let shift = 7; byte > 127; shift += 7) {
          byte = bytes[at];
          number |= (byte & 127) << shift;
          at += 1;
        }
        numbers[i] = number;
      });
      expect(at <= bytes.length, `${at} bytes`, bytes.length);
      return bounded(numbers, bound, what);
    },
    end: () => expect(at === bytes.length, "the end of the data", `${bytes.length - at} more bytes`),
  };
}
