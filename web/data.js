// Games other than tic-tac-toe: read from what `perfectplay` writes, rules and all. No rule is
// known here; README.md describes the format. A large game is read piece by piece, so that the
// browser never waits for it, and nothing of it is believed.

import { VALUES, described, expect, isList, isText, listed } from "./description.js";
import { withExtraTurns } from "./extra.js";
import { LONGEST, inTurns, turn } from "./turns.js";

/** Reads a game: an object, its JSON, or the pieces of that one after the other. Throws an `Error`
 *  for what is no game. */
export async function readGame(given) {
  const isJson = isText(given) || given?.[Symbol.iterator] || given?.[Symbol.asyncIterator];
  const { data, packed } = isJson ? await opened(piecesOf(given)) : { data: given, packed: wholeOf(given) };
  const all = described(data);
  const { moves, pieces, texts, states: size, points: hasPoints = false } = data;
  const room = all.columns * all.rows;
  expect(Number.isSafeInteger(size) && size > 0 && size < 2 ** 32, "a number of states", size);
  expect(!texts || (isList(isText)(texts) && texts.length === size), `${size} texts`, texts?.length);

  const read = reader(packed);
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
  const books = await read.bytes(all.book ? size : 0, 65, "moves of a playbook");
  await read.end();
  await inTurns(books.length, (state) => expect(books[state] <= counts[state], "a move of the playbook that is listed", books[state]));

  // A step is how far a state lies behind the first that was not yet led to.
  const to = new Uint32Array(steps.length);
  let next = 1;
  await inTurns(steps.length, (i) => {
    expect(steps[i] <= next, "moves to states that are listed", steps[i]);
    to[i] = next - steps[i];
    if (steps[i] === 0) next += 1;
  });
  expect(next === size, `moves to ${size} states`, next);
  // The same for entries of the table.
  const entries = new Uint32Array(size);
  let known = 0;
  await inTurns(size, (state) => {
    if (entrySteps[state] === 0) known += 1;
    entries[state] = entrySteps[state] === 0 ? known : known - entrySteps[state] + 1;
  });

  const game = {
    ...all,
    book: all.book && { ...all.book, move: (state) => (books[state] ? moves[kinds[firsts[state] + books[state] - 1]][0] : null) },
    size: known,
    count: size,
    has: (state) => Number.isInteger(state) && state >= 0 && state < size,
    mover: (state) => movers[state],
    worth: (state) => ({ value: VALUES[values[state]], distance: distances[state] ? distances[state] - 1 : null }),
    moves: (state) => listed(moves, kinds.subarray(firsts[state], firsts[state + 1]), (i) => to[firsts[state] + i]),
    squares: (state) => [...boards.subarray(state * room, (state + 1) * room)],
    points: hasPoints ? (state) => [points[2 * state], points[2 * state + 1]] : null,
    text: texts ? (state) => texts[state] : null,
    entry: (state) => entries[state],
    at: (number) => number,
    format: (state) => String(state),
    parse: (text) => (/^\d{1,9}$/.test(text) && Number(text) < size ? Number(text) : null),
  };
  return game.alternates ? game : withExtraTurns(game);
}

/** How much of a text is looked at in a row: what takes a slow phone some milliseconds. A multiple
 *  of four, so that base 64 is cut where it may be. */
const PIECE = 1 << 15;

/** How many bytes are inflated in a row: they may become a thousand times as many. */
const PACKED = 1 << 10;

/** The pieces of a text, or of the pieces that somebody else has cut it into. */
async function* piecesOf(given) {
  for await (const text of isText(given) ? [given] : given) {
    for (let at = 0; at < text.length; at += PIECE) {
      yield text.slice(at, at + PIECE);
      await turn();
    }
  }
}

/** What the data of an object hold. */
async function* wholeOf(given) {
  expect(isText(given?.data), "data", given?.data);
  const pieces = piecesOf(given.data);
  yield* inflated((async function* bytes() {
    for await (const piece of pieces) yield bytesOf(piece);
  })());
}

const DATA = '"data":"';

/** Reads JSON as far as its data, which are the last of it: gives the object without them, and what
 *  they hold, as it comes. */
async function opened(source) {
  let head = "";
  let at = -1;
  // A key is never a part of a text in JSON, where its quotes would be escaped.
  for (let next = await source.next(); !next.done; next = await source.next()) {
    head += next.value;
    at = head.indexOf(DATA, Math.max(0, head.length - next.value.length - DATA.length));
    if (at >= 0) break;
  }
  if (at < 0) return { data: parsed(head), packed: wholeOf(null) };
  const data = parsed(`${head.slice(0, at)}"data":""}`);
  return { data, packed: inflated(decoded(head.slice(at + DATA.length), source)) };
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`expected JSON, with the data last: ${error.message}`);
  }
}

function bytesOf(text) {
  let packed;
  try {
    packed = atob(text);
  } catch {
    expect(false, "data in base 64", text);
  }
  const bytes = new Uint8Array(packed.length);
  // Step by step: `from` would take ten times as long.
  for (let i = 0; i < packed.length; i += 1) bytes[i] = packed.charCodeAt(i);
  return bytes;
}

/** The bytes of a text in base 64, which is the rest of what has begun up to a quote and a brace. */
async function* decoded(begun, source) {
  let rest = begun;
  for (;;) {
    const end = rest.indexOf('"');
    const whole = end >= 0 ? end : rest.length - rest.length % 4;
    if (whole) yield bytesOf(rest.slice(0, whole));
    rest = rest.slice(whole);
    if (end >= 0) break;
    const next = await source.next();
    expect(!next.done, "the end of the data", "the end of the file");
    rest += next.value;
  }
  for (let next = await source.next(); !next.done; next = await source.next()) rest += next.value;
  expect(/^"\s*\}\s*$/.test(rest), "nothing after the data", rest.slice(1, 80));
}

/** What a zlib stream holds. */
async function* inflated(packed) {
  const { readable, writable } = new DecompressionStream("deflate");
  const writer = writable.getWriter();
  let problem = null;
  (async () => {
    for await (const bytes of packed) {
      for (let at = 0; at < bytes.length; at += PACKED) {
        // Damaged bytes fail where they are read.
        writer.write(bytes.subarray(at, at + PACKED)).catch(() => {});
        if (!await writer.ready.then(() => true, () => false)) return;
      }
    }
    await writer.close();
  })().catch((error) => {
    problem = error;
    writer.abort().catch(() => {});
  });
  const source = readable.getReader();
  try {
    for (let next = await source.read(); !next.done; next = await source.read()) yield next.value;
  } catch {
    throw problem ?? new Error("expected a zlib stream, found damaged bytes");
  }
}

/** Reads columns one after the other. */
function reader(source) {
  let piece = new Uint8Array(0);
  let at = 0;
  let end = 0;

  /** Has bytes at hand, at most so many that a slow phone takes some milliseconds for them. */
  async function more(what) {
    if (Date.now() > end) {
      await turn();
      end = Date.now() + LONGEST;
    }
    if (at < piece.length) return;
    const next = await source.next();
    expect(!next.done, what, "the end of the data");
    piece = next.value;
    at = 0;
  }

  return {
    async bytes(count, bound, what) {
      const bytes = new Uint8Array(count);
      for (let filled = 0; filled < count;) {
        await more(`${count - filled} more bytes`);
        const some = piece.subarray(at, at + Math.min(PIECE, count - filled));
        for (let i = 0; i < some.length; i += 1) if (some[i] >= bound) expect(false, what, some[i]);
        bytes.set(some, filled);
        filled += some.length;
        at += some.length;
      }
      return bytes;
    },
    /** Numbers in groups of seven bits, the lowest first; a group that goes on has the eighth. */
    async numbers(count, bound = 2 ** 32, what = "numbers of 32 bits") {
      const numbers = new Uint32Array(count);
      let number = 0;
      let place = 1;
      for (let filled = 0; filled < count;) {
        await more(`${count - filled} more numbers`);
        const end = Math.min(piece.length, at + PIECE);
        for (; at < end && filled < count; at += 1) {
          const byte = piece[at];
          number += (byte & 127) * place;
          if (number >= bound) expect(false, what, number);
          place *= 128;
          if (byte > 127) continue;
          numbers[filled] = number;
          filled += 1;
          number = 0;
          place = 1;
        }
      }
      return numbers;
    },
    async end() {
      const left = piece.length - at;
      expect(!left && (await source.next()).done, "the end of the data", `${left || "some"} more bytes`);
    },
  };
}
