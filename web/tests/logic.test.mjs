// What needs no browser: the table, moves, rounds, reviews, proofs, puzzles, the address.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { test } from "node:test";

import { formatAddress, parseAddress } from "../address.js";
import { provedWords } from "../book.js";
import { reportOf } from "../playground/report.js";
import { scoresFrom } from "../play/scores.js";
import { settingsFrom } from "../play/settings.js";
import { chinese } from "../chinese.js";
import { english } from "../english.js";
import { named, namedIn } from "../named.js";
import { Round } from "../round.js";
import { findPuzzle, isPuzzle, puzzleOf } from "../puzzles.js";
import { bestLine, choose, claimant, entropy, options, outcome, plan, proof, review } from "../solved.js";
import { lookup } from "../table.js";
import { texts } from "../texts.js";
import { tictactoe as game } from "../tictactoe.js";

const LINES = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];
const CELLS = [0, 1, 2, 3, 4, 5, 6, 7, 8];

/** What a state is worth by the rules and a search, which share no code with the page. */
const solved = new Map();
function solve(x, o) {
  const key = x | o << 9;
  if (solved.has(key)) return solved.get(key);
  const holds = (mask) => LINES.some((line) => line.every((cell) => mask >> cell & 1));
  const marks = CELLS.filter((cell) => (x | o) >> cell & 1).length;
  const record = { value: "draw", distance: 0, winner: "draw", moves: new Map() };
  solved.set(key, record);
  if (holds(x) || holds(o)) {
    record.value = "loss";
    record.winner = holds(x) ? 0 : 1;
  } else if (marks < 9) {
    record.winner = null;
    const rank = ({ value, distance }) => (value === "loss" ? 100 - distance : value === "draw" ? 0 : distance - 100);
    let best = null;
    for (const cell of CELLS.filter((one) => !((x | o) >> one & 1))) {
      const after = marks % 2 ? solve(x, o | 1 << cell) : solve(x | 1 << cell, o);
      record.moves.set(cell, after);
      if (!best || rank(after) > rank(best)) best = after;
    }
    record.value = { win: "loss", draw: "draw", loss: "win" }[best.value];
    record.distance = best.distance + 1;
  }
  return record;
}
solve(0, 0);

const states = Array.from({ length: game.count }, (_, i) => game.at(i));

test("every state is worth what a search says, and so is every move", () => {
  assert.equal(solved.size, 5478);
  assert.equal(game.size, 5478);
  assert.deepEqual(new Set(states), new Set(solved.keys()));
  const entries = new Set();
  for (const [state, { value, distance, winner, moves }] of solved) {
    assert.deepEqual([game.worth(state).value, game.worth(state).distance], [value, distance]);
    assert.equal(outcome(game, state), winner);
    const list = options(game, state);
    assert.deepEqual(list.map(({ move }) => move), [...moves.keys()]);
    for (const option of list) {
      const after = moves.get(option.move);
      assert.equal(option.value, { win: "loss", draw: "draw", loss: "win" }[after.value]);
      assert.equal(option.distance, after.distance + 1);
      assert.equal(option.best, option.value === value && option.distance === distance);
      assert.equal(lookup(state & 511, state >> 9).best >> option.move & 1, Number(option.best));
    }
    assert.equal(game.parse(game.format(state)), state);
    entries.add(game.entry(state));
  }
  assert.deepEqual([entries.size, Math.min(...entries), Math.max(...entries)], [5478, 1, 5478]);
});

test("of boards that no game reaches the page says what is wrong", () => {
  let boards = 0;
  for (let x = 0; x < 512; x += 1) {
    for (let o = 0; o < 512; o += 1) {
      if (x & o) continue;
      boards += 1;
      const isKnown = solved.has(x | o << 9);
      assert.equal(game.has(x | o << 9), isKnown);
      assert.equal(game.byHand.unreachable(x | o << 9) === null, isKnown);
    }
  }
  assert.equal(boards, 19683);
});

test("mirror images have one canonical form, which is one of them", () => {
  const classes = new Set();
  for (const state of states) {
    const canonical = game.canonical(state);
    assert.equal(game.canonical(canonical), canonical);
    assert.deepEqual(game.worth(canonical).value, game.worth(state).value);
    classes.add(canonical);
  }
  // As many as the library has canonical states.
  assert.equal(classes.size, 765);
});

test("levels are the library's: every state, every level, a grid of entropies", { skip: process.env.LEVELS ? false : "LEVELS names no file that the library wrote; `cargo test -p perfectplay-cli --test web` does" }, async () => {
  const { readFileSync } = await import("node:fs");
  let choices = 0;
  for (const line of readFileSync(process.env.LEVELS, "utf8").trim().split("\n")) {
    const [x, o, level, errorRate, entropy, move] = line.split(" ");
    const state = Number(x) | Number(o) << 9;
    assert.equal(choose(game, state, { level, errorRate: Number(errorRate) }, BigInt(entropy)), Number(move), line);
    choices += 1;
  }
  assert.ok(choices > 100_000);
});

test("perfect and invincible never lose: every reply, both sides, every choice", () => {
  for (const level of ["perfect", "invincible"]) {
    for (const side of [0, 1]) {
      const seen = new Set();
      const visit = (state) => {
        if (seen.has(state)) return;
        seen.add(state);
        const result = outcome(game, state);
        if (result !== null) {
          assert.notEqual(result, 1 - side, `${level} as ${side}: ${game.format(state)}`);
          return;
        }
        const moves = game.mover(state) === side ? plan(game, state, { level }).usual : options(game, state);
        for (const { to } of moves) visit(to);
      };
      visit(game.start);
    }
  }
});

test("best play keeps its promise, from everywhere", () => {
  for (const state of states) {
    const { value, distance } = game.worth(state);
    const line = bestLine(game, state);
    assert.equal(line.length, distance);
    const winner = outcome(game, line.at(-1)?.to ?? state);
    assert.equal(winner, value === "draw" ? "draw" : value === "win" ? game.mover(state) : 1 - game.mover(state));
  }
});

test("a proof leaves no reply out, and each of its lines ends as was claimed", () => {
  let lines = 0;
  for (const text of ["X.O/.../...", ".../.X./...", "XO./.../...", "X../.O./..X"]) {
    const state = game.parse(text);
    const player = game.mover(state);
    for (const option of options(game, state)) {
      const claims = claimant(option, player);
      const follow = (now, depth) => {
        const result = outcome(game, now);
        if (result !== null) {
          assert.equal(result, option.value === "draw" && result === "draw" ? "draw" : claims);
          assert.ok(option.value === "draw" || depth <= option.distance);
          lines += 1;
          return;
        }
        const next = proof(game, now, claims);
        assert.equal(next.length, game.mover(now) === claims ? 1 : options(game, now).length);
        for (const { to } of next) follow(to, depth + 1);
      };
      follow(option.to, 1);
    }
  }
  assert.ok(lines > 100);
});

test("a puzzle has one solution, and a day one puzzle", async () => {
  const list = states.filter((state) => isPuzzle(game, state));
  const single = [...solved.values()].filter(({ value, distance, moves }) => value !== "loss" && distance >= 3 && moves.size > 2
    && [...moves.values()].filter((after) => (value === "win" ? after.value === "loss" : after.value === "draw")).length === 1);
  assert.equal(list.length, single.length);
  const days = (from) => Promise.all(Array.from({ length: 365 }, (_, day) => puzzleOf(game, from + day)));
  const found = await days(20_000);
  assert.deepEqual(found, await days(20_000));
  assert.ok(found.every((state) => list.includes(state)));
  assert.ok(new Set(found).size > 250);
  assert.ok(list.includes(await findPuzzle(game, entropy())));
});

/** A game of many states of which few are puzzles, or none: it counts how often it is asked what
 *  one is worth, and the most that is asked without a turn of the browser. */
function largeGame(count, puzzle) {
  const asked = { all: 0, most: 0, now: 0 };
  return {
    asked,
    count,
    at: (number) => number,
    mover: () => 0,
    // After a move of the puzzle the second player is lost, or wins; all else is lost.
    moves: (state) => (state === puzzle ? [1, 2, 3].map((move) => ({ move, path: [move], to: -move })) : []),
    worth(state) {
      if (!asked.now) setImmediate(() => { asked.now = 0; });
      asked.all += 1;
      asked.now += 1;
      asked.most = Math.max(asked.most, asked.now);
      if (state === -1 || state === puzzle) return { value: "win", distance: state === puzzle ? 5 : 4 };
      return { value: "loss", distance: 0 };
    },
  };
}

test("a puzzle is found without a look at all states in a row, where there is but one, and where there is none", async () => {
  const one = largeGame(50_000, 40_000);
  assert.equal(await findPuzzle(one, 1n), 40_000);
  const none = largeGame(50_000, -9);
  assert.equal(await findPuzzle(none, 1n), null);
  assert.ok(none.asked.all >= 50_000);
  for (const { asked } of [one, none]) assert.ok(asked.most < 25_000, `${asked.most}`);
  // What is not thorough looks at some and no more, however many states there are.
  const brief = largeGame(4_000_000, -9);
  assert.equal(await findPuzzle(brief, 1n, false), null);
  assert.ok(brief.asked.all < 10_000);
});

test("rounds go back and forth between choices of humans", () => {
  const round = new Round(game, { humans: [0] });
  for (const cell of [0, 4, 1, 2]) assert.ok(round.play(cell));
  assert.ok(!round.play(4));
  assert.equal(round.undoTarget, 2);
  round.goTo(round.undoTarget);
  assert.equal(round.undoTarget, 0);
  assert.equal(round.redoTarget, 4);
  assert.ok(!round.goTo(99) && !round.goTo(-1) && !round.goTo(null));
  round.resume();
  assert.equal(game.format(round.state), "X../.O./...");
  for (const cell of [1, 8, 2]) assert.ok(round.play(cell));
  assert.equal(round.result, 0);
  assert.ok(!round.play(5));
});

test("the review tells what was thrown away, and what would have been better", () => {
  const remarks = review(game, game.start, [0, 1, 4, 8, 2, 5, 6]);
  assert.deepEqual(remarks.map(({ kind }) => kind).slice(0, 2), ["best", "mistake"]);
  const [, { could, did, better, state }] = remarks;
  assert.deepEqual([could.value, did.value, better.map(({ move }) => move)], ["draw", "loss", [4]]);
  assert.equal(game.format(state), "X../.../...");
});

test("a whole game goes through the address, whoever opens and wherever it is looked at", () => {
  for (const swapped of [false, true]) {
    for (const start of [game.start, game.parse("XO./.../..."), game.parse("X../.O./..X")]) {
      const moves = bestLine(game, start).map(({ move }) => move);
      for (let played = 0; played <= moves.length; played += 1) {
        const round = new Round(game, { start, swapped, moves, played });
        const text = formatAddress(game, round);
        const back = parseAddress(game, encodeURI(text));
        assert.deepEqual([back.start, back.swapped, back.moves, back.played], [start, swapped, moves, played], text);
        assert.deepEqual(parseAddress(game, `${text}&utm_source=a&fbclid=x`), { ...back, isBoard: true });
      }
    }
  }
  assert.equal(formatAddress(game, new Round(game)), "");
  for (const strange of ["nothing", "%", "%E0%A4%A", "XXXX", "moves=4&board"]) {
    assert.ok(parseAddress(game, strange).isStrange, strange);
  }
  for (const empty of ["", "utm_source=x", "moves=", "&&", "first=O"]) {
    const { isBoard, isStrange } = parseAddress(game, empty);
    assert.deepEqual([isBoard, isStrange], [false, false], empty);
  }
  for (const wrong of ["rules=garbage", "puzzle=zzz", "at=-1", "at=7", "first=Z"]) {
    const { isBoard, isStrange } = parseAddress(game, wrong);
    assert.deepEqual([isBoard, isStrange], [false, true], wrong);
    const { moves, ...rest } = parseAddress(game, `moves=4.0&${wrong}`);
    assert.deepEqual([moves, rest.isBoard, rest.isStrange], [[4, 0], true, true], wrong);
  }
  // Moves that are not legal end the game where they are.
  for (const strange of ["nothing", "99", "moves=a.b", "moves=4,0"]) assert.ok(parseAddress(game, strange).isStrange, strange);
  assert.equal(new Round(game, parseAddress(game, "moves=4.4.0")).known, 1);
  assert.equal(new Round(game, parseAddress(game, "moves=4.0&at=99")).played, 2);
});

test("what was stored by others does no harm", () => {
  for (const stored of [null, 1, "x", [], { level: "godlike", errorRate: -1, players: 3, mark: "X" }]) {
    assert.deepEqual(settingsFrom(stored), settingsFrom({}));
    assert.deepEqual(scoresFrom(stored), scoresFrom({}));
  }
});

test("a report counts the moves of every unfinished position, and its lengths by the moves of a player", async () => {
  // Its states are numbered in the order in which games reach them.
  const known = new Map([[game.start, 0]]);
  for (const [state] of known) for (const { to } of game.moves(state)) if (!known.has(to)) known.set(to, known.size);
  const reached = [...known.keys()];
  const numbered = {
    ...game, start: 0, mover: (number) => game.mover(reached[number]), worth: (number) => game.worth(reached[number]),
    moves: (number) => game.moves(reached[number]).map((move) => ({ ...move, to: known.get(move.to) })),
  };
  const moves = reached.map((_, number) => numbered.moves(number).map(({ to }) => to));
  const worths = reached.map((state) => game.worth(state));
  const graph = { kinds: reached.map((state) => game.mover(state)), counts: moves.map(({ length }) => length), steps: moves.flat() };
  const found = { values: worths.map(({ value }) => ["loss", "draw", "win"].indexOf(value)), distances: worths.map(({ distance }) => distance + 1) };
  const { width, losing, lengths, longest, count } = await reportOf(Object.defineProperty(numbered, "count", { value: reached.length }), graph, found);
  const states = reached.filter((state) => game.worth(state).distance);
  const all = states.flatMap((state) => options(game, state).map(({ value }) => value !== game.worth(state).value));
  assert.deepEqual([states.length, width, losing], [4520, all.length / 4520, all.filter(Boolean).length / all.length]);
  assert.deepEqual([lengths, longest, count], [[5, 4], 3, null]);
});

test("a great number of positions is read as one word, in groups of digits", () => {
  const { en, zh } = provedWords({ sides: [0], positions: 36_941_234, bytes: 51_705, value: "win" });
  assert.match(en.about(), /it knows 36\u00a0million positions in 52\u00a0KB/);
  assert.match(zh.about(), /3,694\u00a0万/);
});

test("both languages have the same entries", () => {
  const shape = (entry) =>
    entry && typeof entry === "object" && !Array.isArray(entry)
      ? Object.fromEntries(Object.keys(entry).sort().map((name) => [name, shape(entry[name])]))
      : Array.isArray(entry) ? entry.length : typeof entry;
  assert.deepEqual(shape(texts.zh), shape(texts.en));
});

test("the table has what the command exports, and nothing else", () => {
  const command = process.env.PERFECTPLAY ?? "perfectplay";
  const lines = execFileSync(command, ["export", "--format", "jsonl"], { encoding: "utf8", maxBuffer: 1 << 26 }).trim().split("\n");
  assert.equal(lines.length, 5478);
  const mask = (cells) => cells.reduce((bits, cell) => bits | (1 << cell), 0);
  for (const line of lines) {
    const row = JSON.parse(line);
    const cells = [...row.state.replaceAll("/", "")];
    const [x, o] = ["X", "O"].map((mark) => mask(cells.flatMap((cell, i) => (cell === mark ? [i] : []))));
    const record = lookup(x, o);
    for (const part of ["value", "distance"]) assert.equal(record[part], row[part]);
    for (const part of ["winning", "losing", "neutral", "best"]) assert.equal(record[part], mask(row[part]));
  }
});

test("a game without Chinese words has those in English", () => {
  const { nim, ...games } = chinese.games;
  assert.deepEqual(namedIn({ ...chinese, games }, "nim:3,5"), { ...namedIn(english, "nim:3,5"), words: chinese.words });
  assert.notEqual(named("nim:3,5").zh.title, named("nim:3,5").en.title);
  assert.ok(nim);
  assert.deepEqual(named("none"), { en: {}, zh: {} });
});
