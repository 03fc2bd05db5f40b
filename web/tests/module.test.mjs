// The module that solves, in Node: every answer of three games is that of the command, and what is
// asked in vain is told. It needs `perfectplay.wasm`, which `build-module` makes.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, test } from "node:test";

import { VERSION, instantiated, compiled } from "../module.js";
import { solve } from "../index.js";
import { games, openPlaybook } from "../solve.js";
import { bestLine, choose, options, outcome, review } from "../solved.js";
import { tictactoe } from "../tictactoe.js";
import { findPuzzle, isPuzzle } from "../puzzles.js";
import { Round } from "../round.js";

const { PERFECTPLAY } = process.env;
assert.ok(PERFECTPLAY, "PERFECTPLAY names the command");

/** All states of a game that moves lead to. */
function reached(game) {
  const states = [game.start];
  const met = new Set(states);
  for (let at = 0; at < states.length; at += 1) {
    for (const { to } of game.moves(states[at])) {
      if (!met.has(to)) {
        met.add(to);
        states.push(to);
      }
    }
  }
  return states;
}

test("a module of another version is told apart before it is asked anything", async () => {
  assert.equal(VERSION, JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")).version);
  const bytes = readFileSync(new URL("../perfectplay.wasm", import.meta.url));
  const patched = (from, to) => Buffer.from(bytes.toString("latin1").replaceAll(from, to), "latin1");
  const empty = Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0);
  for (const [module, found] of [[patched(VERSION, "0.0.9"), "one of 0.0.9"], [patched("version", "virsion"), "one of another version"], [empty, "another program"]]) {
    const expected = { name: "FileError", reason: "module", message: `expected a module of perfectplay ${VERSION}, found ${found}` };
    await assert.rejects(async () => instantiated(await compiled(module)), expected);
    await assert.rejects(solve("nim", { module }), expected);
    await assert.rejects(solve({ start: 1, moves: () => ["end"], play: () => 0, outcome: (state) => !state && "loss" }, { module }), expected);
  }
});

test("the module carries the notices of third parties", () => {
  const [notices, ...more] = WebAssembly.Module.customSections(new WebAssembly.Module(readFileSync(new URL("../perfectplay.wasm", import.meta.url))), "third-party");
  assert.equal(new TextDecoder().decode(notices), readFileSync(new URL("../THIRD-PARTY.txt", import.meta.url), "utf8"));
  assert.deepEqual(more, []);
});

test("a playbook never loses, whatever the replies, and plays as the command verifies it", async () => {
  const directory = mkdtempSync(join(tmpdir(), "perfectplay-"));
  const file = join(directory, "connect.playbook");
  const asked = ["--game", "connect:4x4"];
  execFileSync(PERFECTPLAY, ["playbook", ...asked, "--as", "second", "-o", file], { stdio: "ignore" });
  const verified = JSON.parse(execFileSync(PERFECTPLAY, ["verify", ...asked, "--playbook", file, "--json"]));
  const bytes = readFileSync(file);
  rmSync(directory, { recursive: true });

  const game = await openPlaybook("connect:4x4", bytes);
  assert.deepEqual(game.book.sides, [1]);
  const met = new Set([game.start]);
  let [own, worst] = [0, "win"];
  for (const state of met) {
    const result = outcome(game, state);
    if (result === "draw") worst = "draw";
    assert.notEqual(result, 0, state);
    if (result !== null) continue;
    const isOwn = game.mover(state) === 1;
    own += Number(isOwn);
    const book = game.book.move(state);
    assert.equal(book !== null, isOwn, state);
    for (const { move, to } of game.moves(state)) if (!isOwn || move === book) met.add(to);
  }
  assert.deepEqual([own, worst], [verified.states, verified.value]);

  await assert.rejects(openPlaybook("connect:4x4", bytes.subarray(1)), /playbook/);
  await assert.rejects(openPlaybook("connect:5x4", bytes), /playbook|rules/);
});

test("the first player of Connect Four 7×6 wins a sample of all games", async () => {
  const book = readFileSync(new URL("../../docs/connect-7x6.playbook", import.meta.url));
  const game = await openPlaybook("connect:7x6", book);
  // Replies by the digits of a number, in base 7.
  for (let number = 0; number < 100; number += 1) {
    let state = game.start;
    for (let rest = number * 7_919; outcome(game, state) === null; rest = Math.floor(rest / 7)) {
      const moves = game.moves(state);
      const own = game.book.move(state);
      state = (own === null ? moves[rest % moves.length] : moves.find(({ move }) => move === own)).to;
    }
    assert.equal(outcome(game, state), 0, state);
  }
});

/** What the command says of some states. */
function lookedUp(name, states) {
  const given = { input: states.join("\n"), encoding: "utf8", maxBuffer: 2 ** 30 };
  const lines = execFileSync(PERFECTPLAY, ["lookup", "--json", "--game", name, "-"], given);
  return lines.trim().split("\n").map((line) => JSON.parse(line));
}

test("it has the games of the command", async () => {
  const listed = execFileSync(PERFECTPLAY, ["games", "--json"], { encoding: "utf8" }).trim().split("\n").map((line) => JSON.parse(line));
  const found = await games();
  assert.deepEqual(found.map(({ name, rules }) => [name, rules]), listed.map(({ name, rules }) => [name, rules]));
  assert.ok(found.every(({ title, samples }) => title && samples.length));
});

describe("every state", () => {
  // One with ranks, one in which a state may come back, one with extra turns and points.
  for (const [name, size] of [["connect:4x3", 6_000], ["morris:tapatan", 1_000], ["kalah:3,2", 1_000]]) {
    test(`of ${name} is what the command says`, async () => {
      const game = await solve(name);
      const states = reached(game);
      assert.equal(states.length, game.size);
      assert.ok(game.size > size, `${game.size}`);
      for (const [at, said] of lookedUp(name, states).entries()) {
        const state = states[at];
        assert.deepEqual(game.lookup(state), said);
        const { value, distance } = game.worth(state);
        assert.deepEqual({ value, distance }, { value: said.value, distance: said.distance }, state);
        const all = options(game, state);
        const by = (text) => all.find((option) => String(option.text) === String(text));
        assert.equal(all.length, said.moves.length, state);
        for (const { move, after, value: worth, distance: plies } of said.moves) {
          const found = by(move);
          assert.deepEqual([found.to, found.value, found.distance], [after, worth, plies], `${state} ${move}`);
        }
        assert.deepEqual(all.filter(({ best }) => best).map(({ text }) => text), said.best.map(String), state);
        const { result = outcome(game, state) } = {};
        assert.equal(result === null, said.status === "ongoing", state);
      }
    });
  }

  test("of tic-tac-toe is what the small player says, and looks like it", async () => {
    const game = await solve("tictactoe");
    const states = reached(game);
    assert.equal(states.length, tictactoe.count);
    for (const state of states) {
      const other = tictactoe.parse(state);
      assert.deepEqual(game.squares(state), tictactoe.squares(other));
      assert.equal(game.mover(state), tictactoe.mover(other));
      const told = (list, format) => list.map(({ move, path, to, value, distance, best }) => [move, path, format(to), value, distance, best]);
      assert.deepEqual(told(options(game, state), game.format), told(options(tictactoe, other), tictactoe.format));
    }
    const sorted = (lines) => lines.map((line) => [...line].sort().join()).sort();
    assert.deepEqual(sorted(game.lines), sorted(tictactoe.lines));
  });

  test("of a game whose states do not tell the player stands for both", async () => {
    const game = await solve("nim:1,2");
    const movers = new Map(reached(game).map((state) => [state, game.mover(state)]));
    assert.deepEqual([game.start, movers.get("1,2"), movers.get("~1,1"), movers.get("1,1")], ["1,2", 0, 1, undefined]);
    assert.equal(game.mover("1,1"), 0);
    assert.deepEqual(game.worth("~1,1"), game.worth("1,1"));
    assert.deepEqual(options(game, "1,2").filter(({ best }) => best).map(({ to }) => to), ["~1,1"]);
  });
});

describe("a game that is solved", () => {
  test("tells how far it is, and is played, reviewed and puzzled over", async () => {
    const told = [];
    const game = await solve("connect:4x4", { onProgress: (progress) => { told.push(progress); } });
    assert.ok(told.length > 1 && told.every(({ phase, done, total }) => typeof phase === "string" && done <= Math.max(done, total)));
    const round = new Round(game);
    while (round.play(choose(game, round.state, { level: "perfect" }))) assert.equal(outcome(game, round.states.at(-2)), null);
    assert.equal(round.result, "draw");
    assert.deepEqual(review(game, game.start, round.moves).map(({ kind }) => kind), round.moves.map(() => "best"));
    assert.equal(bestLine(game, game.start).length, game.worth(game.start).distance);
    const puzzle = await findPuzzle(game, 7n);
    assert.ok(isPuzzle(game, puzzle));
    assert.equal(await findPuzzle(game, 7n), puzzle);
    assert.equal(game.parse(game.format(puzzle)), puzzle);
    assert.equal(game.parse("XXXX/..../..../...."), null);
    assert.equal(game.parse("a"), null);
  });

  test("has all its states where they are more than are kept at once", async () => {
    const game = await solve("mnk:3,3,3");
    const again = reached(game).map((state) => game.worth(state));
    for (let i = 0; i < 30_000; i += 1) game.worth(game.at(i));
    assert.deepEqual(reached(game).map((state) => game.worth(state)), again);
  });

  test("is solved tier by tier where it is large, and stopped by its signal", async () => {
    const stop = new AbortController();
    let told = 0;
    const stopped = solve("connect:5x5", { signal: stop.signal, limit: 1e9, onProgress: () => { told += 1; if (told === 3) stop.abort(); } });
    await assert.rejects(stopped, { name: "AbortError" });
    assert.equal(told, 3);
  });
});

describe("rules in JavaScript", () => {
  test("the rules of tic-tac-toe are the game in the package", async () => {
    const { EXAMPLES } = await import("../playground/examples.js");
    const rules = new Function(`"use strict"; ${EXAMPLES[0]}\nreturn { title, players, start, moves, play, outcome, draw };`)();
    const phases = new Set();
    const game = await solve(rules, { onProgress: ({ phase }) => phases.add(phase) });
    assert.equal(game.count, tictactoe.count);
    const known = new Map([[game.start, tictactoe.start]]);
    for (const [state, same] of known) {
      assert.deepEqual({ ...game.worth(state) }, (({ value, distance }) => ({ value, distance }))(tictactoe.worth(same)));
      const moves = game.moves(state);
      assert.deepEqual(moves.map(({ path }) => path), tictactoe.moves(same).map(({ path }) => path));
      moves.forEach(({ to }, i) => known.set(to, tictactoe.moves(same)[i].to));
    }
    assert.equal(known.size, 5478);
  });

  test("there may be half a million states, and no more", async () => {
    // From corner to corner, right and down.
    const walk = (columns, rows) => ({
      start: 0,
      mover: (at) => (at % columns + Math.floor(at / columns)) % 2,
      moves: (at) => ["right", "down"].filter((move) => (move === "right" ? at % columns < columns - 1 : at < columns * (rows - 1))),
      play: (at, move) => at + (move === "right" ? 1 : columns),
      outcome: (at) => (at === columns * rows - 1 ? "loss" : undefined),
    });
    const game = await solve(walk(1000, 500));
    assert.equal(game.count, 500_000);
    assert.deepEqual({ ...game.worth(game.start) }, { value: "loss", distance: 999 + 499 });
    await assert.rejects(solve(walk(1000, 501)), { message: "expected at most 500000 states, found more" });
  });

  test("a game that goes on for ever is a draw, and turns may be extra", async () => {
    const chase = await solve({ start: [0, 0], mover: ([, who]) => who, moves: () => ["stay", "turn"], play: ([at, who], move) => (move === "turn" ? [(at + 1) % 3, 1 - who] : [(at + 1) % 3, who]), outcome: () => undefined });
    assert.deepEqual([chase.count, chase.worth(chase.start)], [6, { value: "draw", distance: null }]);
    const again = await solve({ start: [3, 0], mover: ([, who]) => who, moves: () => ["one"], play: ([left]) => [left - 1, left > 1 ? 0 : 1], outcome: ([left]) => (left ? undefined : "loss") });
    assert.deepEqual(again.worth(again.start), { value: "win", distance: 3 });
  });

  test("their table is that of the same rules in Rust: the command verifies it", async () => {
    const { EXAMPLES } = await import("../playground/examples.js");
    const rules = new Function(`"use strict"; ${EXAMPLES[0]}\nreturn { start, moves, play, outcome };`)();
    const cells = (board, mark) => [...board].reduce((sum, sign, cell) => sum + (sign === mark ? 2 ** cell : 0), 0);
    const key = (board) => cells(board, "X") + 512 * cells(board, "O");
    const directory = mkdtempSync(join(tmpdir(), "perfectplay-"));
    const file = join(directory, "x.table");
    // The name of a table is how the command is asked for its game.
    const game = await solve({ ...rules, key, title: "tictactoe" });
    writeFileSync(file, await game.table());
    assert.match(execFileSync(PERFECTPLAY, ["verify", file], { encoding: "utf8" }), /5,?478 states/);
    // Other rules have another fingerprint.
    const other = await solve({ ...rules, key, title: "tictactoe", moves: (state) => rules.moves(state).toReversed().slice(0, 8) });
    writeFileSync(file, await other.table());
    assert.throws(() => execFileSync(PERFECTPLAY, ["verify", file], { stdio: "pipe" }), /rules/);
    rmSync(directory, { recursive: true });
  });

  test("the same rules always have the same table, which other languages open", async () => {
    const { EXAMPLES } = await import("../playground/examples.js");
    const rules = new Function(`"use strict"; ${EXAMPLES[2]}\nreturn { title, start, moves, play, outcome };`)();
    const bytes = await (await solve(rules)).table();
    // `tests/formats/golden.rs` and `python/tests/test_own.py` open this file.
    assert.deepEqual(Buffer.from(bytes), readFileSync(new URL("../../tests/golden/take-away-3.table", import.meta.url)));
  });

  test("what is wrong with them is told", async () => {
    await assert.rejects(solve({ start: 0, moves: () => [], play: () => 0, outcome: () => null }), { name: "RulesError", message: "expected a move from `moves` or an outcome from `outcome`, found neither", state: "0", path: [] });
    await assert.rejects(solve({ start: 0, moves: () => ["on"], play: (state) => state + 1, outcome: () => null }, { limit: 10 }), { message: "expected at most 10 states, found more" });
  });
});

describe("a game that is not solved", () => {
  test("is forecast in a moment, however large it is", async () => {
    const ask = await instantiated(await compiled());
    assert.deepEqual(ask({ ask: "forecast", game: "tictactoe" }), { states: "5,478", isTooLarge: false });
    const { states, isTooLarge } = ask({ ask: "forecast", game: "connect:7x6" });
    assert.ok(isTooLarge, states);
    assert.ok(ask({ ask: "forecast", game: "kalah:6,4" }).isTooLarge);
    assert.ok(!ask({ ask: "forecast", game: "connect:5x4" }).isTooLarge);
  });

  test("is shown as it begins", async () => {
    const ask = await instantiated(await compiled());
    const { name, columns, start } = ask({ ask: "start", game: "connect:7x6" });
    assert.deepEqual([name, columns, start.squares.length, start.mover, start.moves.length], ["connect:7x6,4", 7, 42, 0, 7]);
  });
});

describe("what cannot be had is told", () => {
  for (const [name, message] of [
    ["go", /^expected a game \(tictactoe, mnk, /],
    ["connect:99x99", /connect/],
    ["connect:6x6", /^connect:6x6,4 has .* states, too many/],
  ]) {
    test(name, async () => assert.rejects(solve(name), { name: "FileError", reason: "game", message }));
  }

  test("a signal that has come already", async () => {
    await assert.rejects(solve("connect:4x3", { signal: AbortSignal.abort() }), { name: "AbortError" });
  });

  test("no module", async () => {
    for (const module of [new Uint8Array(8), "data:text/plain,no", "http://127.0.0.1:1/none.wasm", new URL("none.wasm", import.meta.url)]) {
      await assert.rejects(solve("connect:4x3", { module }), { name: "FileError", reason: "module" });
    }
  });

  test("what no page asks", async () => {
    const ask = await instantiated(await compiled());
    assert.throws(() => ask({ ask: "more" }), { message: /^this is not a question to the module: unknown variant `more`/ });
    assert.throws(() => ask({ ask: "state", state: "" }), { message: "the module has no table yet" });
    assert.throws(() => ask({ ask: "load", name: "a table" }, new TextEncoder().encode("no table")), { message: /^a table: / });
    ask({ ask: "solve", game: "connect:4x3" });
    assert.throws(() => ask({ ask: "state", state: "...." }), { message: /expected/ });
    const bytes = ask({ ask: "bytes" });
    for (let at = 0; at < bytes.length; at += 997) {
      const damaged = bytes.slice();
      damaged[at] ^= 4;
      assert.throws(() => ask({ ask: "load", name: "a table" }, damaged), { message: /^a table: / }, `${at}`);
    }
  });
});
