// Packs a graph of rules in JavaScript, which the module has solved, as data that `readGame` reads. There may be millions
// of states, so the browser has turns in between.

import { inTurns } from "./turns.js";

/** The outcome of a state in which the player to move has won. */
const WON = 3;
/** The number of letters of a title that the name of a table keeps: it has room for 255 bytes. */
const NAME = 60;
/** The number of letters that become base 64 at once. */
const PIECE = 0x6000;
/** The signs of empty squares. */
const EMPTY = [" ", ".", "_", "·", ""];
/** The pieces for signs. X and O belong to the players, other signs to nobody. */
const OWNERS = { X: 0, O: 1 };

/** Writes numbers in groups of seven bits, the lowest group first. Every group but the last has the eighth bit. */
async function grouped(numbers) {
  const bytes = new Uint8Array(5 * numbers.length);
  let length = 0;
  await inTurns(numbers.length, (place) => {
    let rest = numbers[place];
    while (rest > 127) {
      bytes[length] = rest & 127 | 128;
      length += 1;
      rest >>>= 7;
    }
    bytes[length] = rest;
    length += 1;
  });
  return bytes.subarray(0, length);
}

/** Codes each number as its difference from the next new number. That is `next` at first, and rises by one whenever
 *  it occurs. */
function behind(numbers, next) {
  let most = next;
  return Uint32Array.from(numbers, (number) => {
    const step = most - number;
    if (step === 0) most += 1;
    return step;
  });
}

async function base64(columns) {
  const deflated = new Blob(columns).stream().pipeThrough(new CompressionStream("deflate"));
  const bytes = new Uint8Array(await new Response(deflated).arrayBuffer());
  let text = "";
  for (let at = 0; at < bytes.length; at += PIECE) text += btoa(String.fromCharCode(...bytes.subarray(at, at + PIECE)));
  return text;
}

/** Reads the values and distances of a graph from the bytes of the module. */
export function worthsOf(bytes, states) {
  return { values: bytes.subarray(0, states), distances: new Uint32Array(bytes.slice(states, 5 * states).buffer) };
}

/** Returns the bytes of arrays of numbers, one after the other. */
function joined(arrays) {
  const bytes = new Uint8Array(arrays.reduce((sum, { byteLength }) => sum + byteLength, 0));
  let at = 0;
  for (const { buffer, byteOffset, byteLength } of arrays) {
    bytes.set(new Uint8Array(buffer, byteOffset, byteLength), at);
    at += byteLength;
  }
  return bytes;
}

/** Returns what the module is asked to solve a graph, and the bytes of the graph. */
export function solvingOf({ kinds, counts, steps }) {
  return { question: { ask: "rules", states: kinds.length }, bytes: joined([kinds, counts, steps]) };
}

/** Returns what the module is asked for the table of a graph, and the bytes of the graph. Moves that are
 *  all whole numbers below 64 keep these as their indexes. Others have their places in the list of `moves`. */
export function tableOf({ title, kinds, counts, names, steps, texts, keys, alternates, remarks }) {
  const areNumbers = texts.every((text) => /^\d+$/.test(text) && Number(text) < 64);
  const indexes = new Uint8Array(steps.length);
  const sorted = new Uint32Array(steps.length);
  let first = 0;
  for (const count of counts) {
    const moves = Array.from({ length: count }, (_, place) => [areNumbers ? Number(texts[names[first + place]]) : place, steps[first + place]]);
    if (areNumbers) moves.sort(([one], [other]) => one - other);
    moves.forEach(([index, step], place) => {
      indexes[first + place] = index;
      sorted[first + place] = step;
    });
    first += count;
  }
  const declared = {
    moves: indexes.reduce((most, index) => Math.max(most, index + 1), 0),
    turns_alternate: alternates,
    is_loopy: remarks.includes("loops"),
    last_mover_may_lose: kinds.some((kind) => kind >> 1 === WON),
  };
  return { question: { ask: "rules_table", states: kinds.length, name: title.slice(0, NAME), declared }, bytes: joined([kinds, counts, sorted, indexes, keys]) };
}

/** Packs the data of a game with a name. */
export async function packed(name, graph, { values, distances }) {
  const { title, about, players, columns, rows, kinds, counts, names, steps, texts, paths, signs, boards, labels, alternates } = graph;
  const squareNames = Array.from({ length: columns * rows }, (_, square) => `${String.fromCharCode(97 + square % columns)}${rows - Math.floor(square / columns)}`);
  // A move may be the first of one state and the second of another. Each place makes a kind of its own.
  const moves = [];
  const known = new Map();
  const listed = new Uint32Array(names.length);
  let at = 0;
  await inTurns(counts.length, (state) => {
    for (let number = 0; number < counts[state]; number += 1, at += 1) {
      const key = 64 * names[at] + number;
      if (!known.has(key)) {
        known.set(key, moves.length);
        const path = paths[names[at]];
        moves.push([number, path.length ? path.map((square) => squareNames[square]).join("-") : texts[names[at]], path]);
      }
      listed[at] = known.get(key);
    }
  });
  const pieces = signs.map((sign) => {
    if (EMPTY.includes(sign)) return { kind: "empty", text: "" };
    return Object.hasOwn(OWNERS, sign) ? { kind: "piece", owner: OWNERS[sign], text: sign } : { kind: "common", text: sign };
  });
  return {
    format: "perfectplay game 1",
    name, title, rules: about, players, columns, rows, squareNames,
    pieces: pieces.length ? pieces : [{ kind: "empty", text: "" }],
    moves,
    alternates,
    choices: moves.some(([, , path]) => !path.length) || !columns,
    ...(columns ? {} : { texts: labels }),
    states: kinds.length,
    data: await base64([
      boards,
      kinds.map((kind) => kind & 1),
      new Uint8Array(kinds.length),
      values,
      await grouped(distances),
      counts,
      await grouped(listed),
      await grouped(behind(steps, 1)),
    ]),
  };
}
