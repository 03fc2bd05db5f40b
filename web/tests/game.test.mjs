// The page's logic without a browser: rules, levels, rounds, reviews.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { test } from "node:test";
import { createRequire } from "node:module";

const require = createRequire(import.meta.url);
const game = require("../game.js");
const texts = require("../texts.js");

/** Every reachable state, from the rules alone. */
function reachable() {
  const states = new Map();
  const open = [game.EMPTY];
  while (open.length) {
    const state = open.pop();
    const key = state.x | state.o << 9;
    if (states.has(key)) continue;
    states.set(key, state);
    if (game.outcome(state)) continue;
    for (const cell of game.CELLS) if (!game.markAt(state, cell)) open.push(game.after(state, cell));
  }
  return states;
}

test("the table has what the command exports, and nothing else", () => {
  const command = process.env.PERFECTPLAY ?? "perfectplay";
  const lines = execFileSync(command, ["export", "--format", "tsv"], { encoding: "utf8" }).trim().split("\n");
  const columns = lines.shift().split("\t");
  const exported = new Map(lines.map((line) => {
    const row = Object.fromEntries(line.split("\t").map((entry, i) => [columns[i], entry]));
    return [Number(row.x) | Number(row.o) << 9, row];
  }));
  assert.equal(exported.size, 5478);
  let boards = 0;
  for (let x = 0; x < 512; x += 1) {
    for (let o = 0; o < 512; o += 1) {
      if (x & o) continue;
      boards += 1;
      const record = game.lookup({ x, o });
      const row = exported.get(x | o << 9);
      assert.equal(record === null, row === undefined);
      if (!record) continue;
      assert.equal(record.value, row.value);
      for (const part of ["distance", "winning", "losing", "neutral", "best"]) {
        assert.equal(record[part], Number(row[part]), `${part} of ${game.format({ x, o })}`);
      }
    }
  }
  assert.equal(boards, 19683);
});

test("what the rules reach, the table has; of all else the page says what is wrong", () => {
  const states = reachable();
  assert.equal(states.size, 5478);
  for (let x = 0; x < 512; x += 1) {
    for (let o = 0; o < 512; o += 1) {
      if (x & o) continue;
      const known = states.has(x | o << 9);
      assert.equal(game.lookup({ x, o }) !== null, known);
      assert.equal(game.unreachable({ x, o }) === null, known);
    }
  }
});

test("perfect and invincible never lose: every reply, both sides, every choice", () => {
  const choices = (state, level) => game.cellsOf(game.plan(state, { level }).usual);
  for (const level of ["perfect", "invincible"]) {
    for (const side of ["X", "O"]) {
      const seen = new Set();
      const visit = (state) => {
        const key = state.x | state.o << 9;
        if (seen.has(key)) return;
        seen.add(key);
        const outcome = game.outcome(state);
        if (outcome) {
          assert.notEqual(outcome, game.other(side), `${level} as ${side}: ${game.format(state)}`);
          return;
        }
        const own = game.toMove(state) === side;
        const cells = own ? choices(state, level) : game.CELLS.filter((cell) => !game.markAt(state, cell));
        for (const cell of cells) visit(game.after(state, cell));
      };
      visit(game.EMPTY);
    }
  }
});

test("casual errs as often as it is told", () => {
  const state = game.parse("X../.../...");
  const errs = (errorRate) => {
    let errors = 0;
    for (let i = 0; i < 1000; i += 1) {
      let calls = 0;
      const random = () => (calls++ ? 0.5 : i / 1000);
      const cell = game.choose(state, { level: "casual", errorRate }, random);
      if (game.lookup(state).losing >> cell & 1) errors += 1;
    }
    return errors / 10;
  };
  assert.deepEqual([0, 25, 100].map(errs), [0, 25, 100]);
  // A win at hand is taken all the same.
  const atHand = game.parse("XX./OO./...");
  assert.equal(game.choose(atHand, { level: "casual", errorRate: 100 }), 2);
});

test("text forms come back", () => {
  for (const state of reachable().values()) assert.deepEqual(game.parse(game.format(state)), state);
  assert.deepEqual(game.parse("xo.|.x.|..o"), game.parse("XO./.X./..O"));
  for (const junk of ["", "X", "XXXXXXXXXX", "XO./.X./..Q"]) assert.equal(game.parse(junk), null);
});

test("a round takes back and plays again, and refuses what is not legal", () => {
  const round = new game.Round({ humans: ["X"] });
  assert.equal(round.undo(), false);
  assert.equal(round.play(0), null);
  assert.equal(round.play(0), "occupied");
  assert.equal(round.play(4), null);
  assert.ok(round.undo());
  assert.deepEqual(round.state, game.EMPTY);
  assert.ok(round.redo());
  assert.equal(game.format(round.state), "X../.O./...");
  for (const cell of [1, 8, 2]) assert.equal(round.play(cell), null);
  assert.equal(round.result, "X");
  assert.equal(round.play(5), "over");
});

test("the review tells what was thrown away, and what would have been better", () => {
  const round = new game.Round();
  for (const cell of [0, 1, 4, 8, 2, 5, 6]) round.play(cell);
  const remarks = game.review(round);
  assert.deepEqual(remarks.map(({ kind }) => kind).slice(0, 2), ["best", "mistake"]);
  assert.deepEqual([remarks[1].could.verdict, remarks[1].did.verdict, remarks[1].better], ["draw", "loss", [4]]);
  for (const { kind, better, cell } of remarks) assert.equal(kind === "best", better.length === 0 && cell >= 0);
});

test("what was stored by others does no harm", () => {
  for (const stored of [null, 1, "x", [], { level: "godlike", errorRate: -1, players: 3 }]) {
    assert.deepEqual(game.settingsFrom(stored), game.settingsFrom({}));
    assert.deepEqual(game.scoresFrom(stored), game.scoresFrom({}));
  }
});

test("both languages have the same entries", () => {
  const shape = (entry) =>
    entry && typeof entry === "object" && !Array.isArray(entry)
      ? Object.fromEntries(Object.keys(entry).sort().map((name) => [name, shape(entry[name])]))
      : Array.isArray(entry) ? entry.length : typeof entry;
  assert.deepEqual(shape(texts.zh), shape(texts.en));
});
