// Other games, as `perfectplay` writes them for the page, against what it exports of them.

import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

import { bestLine, judged, options, outcome, review } from "../solved.js";
import { readGame } from "../data.js";
import { readStart } from "../description.js";
import { withExtraTurns } from "../extra.js";
import { countedMove, countedState, movesOf, winnerOf } from "../winning.js";
import { squaresOf } from "../draw/squares.js";
import { reportOf } from "../playground/report.js";
import { memory } from "../play/settings.js";
import { View } from "../play/view.js";
import { GAMES, dataOf, games, skip } from "./games.mjs";

for (const name of games.filter((game) => existsSync(join(GAMES, `${game}.jsonl`)) && game !== "tictactoe")) {
  test(`${name}: every state, every move, every value`, { skip }, async () => {
    const game = await readGame(dataOf(name));
    const rows = readFileSync(join(GAMES, `${name}.jsonl`), "utf8").trim().split("\n").map((line) => JSON.parse(line));
    const known = new Map(rows.map((row) => [row.state, row]));
    assert.equal(game.size, rows.length);
    // From the start on, the same moves lead to the same states on both sides.
    const found = new Map([[game.start, rows[0].state]]);
    const entries = new Map();
    for (const [state, text] of found) {
      const row = known.get(text);
      assert.ok(row, text);
      if (entries.has(text)) assert.equal(entries.get(text), game.entry(state));
      else entries.set(text, game.entry(state));
      assert.deepEqual(game.worth(state), { value: row.value, distance: row.distance ?? null }, text);
      const list = options(game, state);
      const those = (value) => list.filter((option) => option.value === value).map((option) => option.text).sort();
      const named = (moves) => moves.map(String).sort();
      assert.deepEqual([those("win"), those("loss"), those("draw")], [row.winning, row.losing, row.neutral].map(named), text);
      assert.deepEqual(list.filter(({ best }) => best).map((option) => option.text).sort(), named(row.best), text);
      assert.equal(outcome(game, state) === null, row.status === "ongoing");
      if (/_wins$/.test(row.status)) assert.equal(`${game.players[outcome(game, state)].toLowerCase()}_wins`, row.status);
      assert.ok(game.has(state) && game.parse(game.format(state)) === state);
      for (const { text: move, to } of list) {
        const { after } = row.moves.find((one) => String(one.move) === move);
        assert.equal(found.get(to) ?? after, after);
        found.set(to, after);
      }
      assertBoard(game, state, text);
    }
    assert.equal(entries.size, rows.length);
    assert.deepEqual([...entries.values()].sort((a, b) => a - b), rows.map((_, i) => i + 1));
    assert.equal(game.count, found.size);
    const line = bestLine(game, game.start).map(({ move }) => move);
    assert.ok(review(game, game.start, line).every(({ kind }) => kind === "best"));
  });
}

/** Games in which a move may be followed by another one of the same player. */
const EXTRA_TURNS = ["dots", "kalah", "mills"];

for (const name of games.filter((game) => game !== "tictactoe")) {
  test(`${name}: the moves of the winner are counted, and each of them counts one`, { skip }, async () => {
    const game = await readGame(dataOf(name));
    assert.equal(game.alternates, !EXTRA_TURNS.includes(name));
    const expected = new Map();
    /** The moves of the winner in best play, if the winner makes as few as possible, and the loser lets it make many. */
    function fewest(state) {
      if (!expected.has(state)) {
        const then = options(game, state).filter(({ best }) => best).map(({ to }) => fewest(to));
        expected.set(state, !then.length ? 0 : game.worth(state).value === "win" ? Math.min(...then) + 1 : Math.max(...then));
      }
      return expected.get(state);
    }
    for (let state = game.start; state < game.count; state += Math.ceil(game.count / 500)) {
      const { value, distance } = game.worth(state);
      const isWon = value !== "draw" && distance !== null;
      const line = bestLine(game, state);
      for (const player of [0, 1]) {
        const own = line.filter((_, ply) => game.mover(ply ? line[ply - 1].to : state) === player).length;
        assert.equal(movesOf(game, state, player), isWon ? own : null, `${state}`);
      }
      const { count } = countedState(game, state);
      assert.equal(count, isWon ? fewest(state) : null, `${state}`);
      // Whichever of the best moves is made, the number counts on, and the marks say what the first line says.
      for (const best of judged(game, state).filter((option) => option.best)) {
        assert.equal(countedMove(game, best).count, count, `${state}`);
        if (isWon) assert.equal(countedState(game, best.to).count, value === "win" ? count - 1 : count, `${state}`);
      }
    }
  });
}

test("the gallery has the number of the page where the first player loses a game with extra turns", { skip }, async () => {
  const gallery = readFileSync(join(GAMES, "index.html"), "utf8");
  const shown = [...gallery.matchAll(/<script type="application\/json">(\{"format.*?)<\/script>/gs)].map(([, data]) => JSON.parse(data));
  for (const name of EXTRA_TURNS) {
    const game = await readGame(dataOf(name));
    const { start } = shown.find((one) => one.name === game.name);
    assert.equal(start.worth.fewest, countedState(game, game.start).count, name);
    const before = readStart({ ...shown.find((one) => one.name === game.name), moves: [], start: { ...start, moves: [] } });
    for (const player of [0, 1]) assert.equal(movesOf(before, 0, player), movesOf(game, game.start, player), name);
  }
});

test("where too many ways lead to the end, the winner is told without a number", async () => {
  // Each state has three moves to each state of the next layer: the ways are many, and so are the states.
  const [width, layers] = [100, 60];
  const layerOf = (state) => Math.floor(state / width);
  const far = {
    start: 0, alternates: false,
    mover: (state) => Number(layerOf(state) % 3 === 0),
    worth(state) {
      const isLast = (layers - 1) % 3 === 0 ? 1 : 0;
      return { value: this.mover(state) === isLast ? "loss" : "win", distance: layers - 1 - layerOf(state) };
    },
    moves: (state) => (layerOf(state) === layers - 1 ? [] : Array.from({ length: width }, (_, move) => ({ move, path: [], to: (layerOf(state) + 1) * width + move }))),
  };
  withExtraTurns(far);
  assert.deepEqual(countedState(far, far.start), { value: "win", count: null });
  const [option] = judged(far, far.start);
  assert.deepEqual([option.best, countedMove(far, option).count], [true, null]);
  // Near the end there are few.
  const near = (layers - 3) * width;
  assert.equal(countedState(far, near).count, movesOf(far, near, winnerOf(far, near)));
  assert.equal(typeof countedState(far, near).count, "number");

  const states = Array.from({ length: width * (layers - 1) + 1 }, (_, at) => (at ? at + width - 1 : 0));
  const numbers = new Map(states.map((state, number) => [state, number]));
  const numbered = {
    ...far, count: states.length, mover: (number) => far.mover(states[number]), worth: (number) => far.worth(states[number]),
    moves: (number) => far.moves(states[number]).map((move) => ({ ...move, to: numbers.get(move.to) })),
  };
  const moves = states.map((_, number) => numbered.moves(number).map(({ to }) => to));
  const graph = { kinds: states.map(far.mover), counts: moves.map(({ length }) => length), steps: moves.flat() };
  const worths = { values: states.map((state) => (far.worth(state).value === "win" ? 2 : 0)), distances: states.map((state) => far.worth(state).distance + 1) };
  const { winner, count, lengths, longest } = await reportOf(withExtraTurns(numbered), graph, worths);
  assert.deepEqual([winner, count, lengths, longest], [1, null, null, null]);
});

/** What is said of a move, by game. */
const SAID = {
  connect: ["dropped into column a", "投入 a 列"], kalah: ["sowed pit a", "播撒 a 坑"], nim: ["took 1 from heap a", "从 a 堆取 1 根"],
  hounds: ["moved from b3 to c3", "从 b3 到 c3"], wild: ["put X on a3", "在 a3 画 X"], breakthrough: ["took b3 from a2", "从 a2 吃 b3"],
  mnk: ["played a3", "走 a3"], subtraction: ["took 1", "取 1 根"], chomp: ["bit off a3", "咬下 a3"],
};
/** The label of a square at the start, by game. */
const LABELS = {
  kalah: [5, "Blue’s pit c: 3 seeds", "蓝方 c 坑：3 子"], nim: [2, "heap a, stick 3: stick", "a 堆第 3 根：一根"],
  dobutsu: [1, "b4: Gote lion", "b4：后手 狮子"], connect: [0, "a4: empty", "a4：空"],
};
/** Games in which X and O are marks that both players put. */
const COMMON = ["wild", "notakto"];

for (const name of games.filter((game) => game !== "tictactoe")) {
  test(`${name}: squares and moves are called what players call them, in both languages`, { skip }, async () => {
    const game = await readGame(dataOf(name));
    for (const [at, language] of ["en", "zh"].entries()) {
      const view = new View(game, memory("", false), { language });
      const did = game.moveNames.map(([text, path]) => view.didOf({ text, path }));
      const labels = squaresOf(view).map(({ label }) => label);
      if (SAID[name]) assert.equal(did[0], SAID[name][at]);
      if (LABELS[name]) assert.equal(labels[LABELS[name][0]], LABELS[name][1 + at]);
      for (const text of [...did, ...labels]) {
        assert.doesNotMatch(text, /undefined|null/);
        if (!COMMON.includes(name)) assert.doesNotMatch(text, /[XO](?![a-z])/);
      }
    }
  });
}

/** The owner of each square of a FEN, which counts free squares. The page draws the pieces as figures. */
function owners(fen) {
  const squares = fen.split(" ")[0].replaceAll(/\d/g, (free) => ".".repeat(free));
  return squares.replaceAll(/[A-Z]/g, "W").replaceAll(/[a-z]/g, "B");
}

/** The board is that of the text, where that has a character for each square. */
function assertBoard(game, state, text) {
  const board = game.name.startsWith("chess") ? owners(text) : text;
  const cells = [...board.replaceAll(/[/ ]/g, "")];
  const pieces = game.squares(state).map((piece) => game.pieces[piece]);
  if (pieces.some(({ kind, age }) => kind === "heap" || age) || game.text || game.name.startsWith("nim")) return;
  const isFace = (square) => game.lattice && Math.floor(square / game.columns) % 2 && square % game.columns % 2;
  pieces.forEach((piece, square) => { if (!isFace(square)) assert.equal(piece.text || ".", cells[square], text); });
}

test("data that are no game are refused, with what was expected", { skip }, async () => {
  const whole = JSON.parse(dataOf("hexapawn"));
  const refused = (change, expected) => assert.rejects(readGame({ ...whole, ...change }), expected);
  await assert.rejects(readGame("null"), /expected format/);
  await refused({ format: "perfectplay game 2" }, /expected format "perfectplay game 1", found "perfectplay game 2"/);
  await refused({ players: ["X"] }, /expected two players/);
  await refused({ columns: 4 }, /expected 12 names of squares, found 9/);
  await refused({ pieces: [] }, /expected kinds of pieces/);
  await refused({ pieces: whole.pieces.slice(1) }, /expected pieces that are listed/);
  await refused({ texts: [] }, /expected 135 texts, found 0/);
  await refused({ points: true }, /expected/);
  await refused({ states: 0 }, /expected a number of states/);
  await refused({ states: whole.states + 1 }, /expected/);
  await refused({ states: whole.states - 1 }, /expected/);
  await refused({ moves: whole.moves.slice(1) }, /expected moves that are listed/);
  await refused({ columns: "3" }, /expected columns and rows as numbers below 256, found "3"/);
  await refused({ moves: [[0, "a", [99]], ...whole.moves.slice(1)] }, /expected a move with its number, its name and its squares, found \[0,"a",\[99\]\]/);
  await refused({ lines: [[0, 99]] }, /expected a line of squares, found \[0,99\]/);
  await refused({ pieces: [{ kind: "queen" }, ...whole.pieces] }, /expected a kind of piece, found {"kind":"queen"}/);
  await refused({ drops: 1 }, /expected drops as true or false, found 1/);
  await refused({ shape: "dics" }, /expected a shape out of marks and discs, found "dics"/);
  await refused({ data: 7 }, /expected data, found 7/);
  await refused({ data: `!${whole.data}` }, /expected data in base 64/);
  // What it reads in pieces it reads as a whole, wherever it is cut; and no part of it will do.
  const text = JSON.stringify(whole);
  const { size } = await readGame(Array.from({ length: Math.ceil(text.length / 7) }, (_, i) => text.slice(7 * i, 7 * i + 7)));
  assert.equal(size, (await readGame(whole)).size);
  for (const end of [20, text.length - 200, text.length - 30, text.length - 1]) await assert.rejects(readGame(text.slice(0, end)), /^Error: expected/, `${end}`);
  await assert.rejects(readGame(text.replace(/}$/, ',"states":1}')), /expected nothing after the data/);
  // The stream has a sum of its own: no byte of it may differ.
  await refused({ data: whole.data.replace(/.(.{20})$/, (_, rest) => `A${rest}`) }, Error);
});
