// Games that are too large to solve, in Node: a worker proves what the command proves, value by value, and a
// question is stopped. It needs `perfectplay.wasm`, which `build-module` makes.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";

import { oracle } from "../solve.js";
import { choose, options, outcome } from "../solved.js";

const { PERFECTPLAY } = process.env;
assert.ok(PERFECTPLAY, "PERFECTPLAY names the command");

const NAME = "connect:7x6";
/** Positions that take millions of states, and thousands, by the columns of their moves. */
const HARD = "dddddbbb";
const EASY = "dddddbbbbbgggaa";

let game;
before(async () => { game = await oracle(NAME); });
after(() => game?.close());

/** The states from the start through some moves. */
function statesOf(of, columns) {
  const states = [of.start];
  for (const column of columns) states.push(of.moves(states.at(-1)).find(({ text }) => text === column).to);
  return states;
}

const stateOf = (of, columns) => statesOf(of, columns).at(-1);

/** What the command says of some states. */
function lookedUp(states) {
  const given = { input: states.join("\n"), encoding: "utf8" };
  const lines = execFileSync(PERFECTPLAY, ["lookup", "--json", "--game", NAME, "--threads", "1", "-"], given);
  return lines.trim().split("\n").map((line) => JSON.parse(line));
}

test("the values of moves and their sources are those of the command", async () => {
  const random = Array.from({ length: 40 }, (_, i) => game.at(i)).filter((state) => game.squares(state).filter(Boolean).length > 13);
  assert.ok(random.length > 10, `${random.length}`);
  const states = [...new Set([...statesOf(game, "dddddb"), stateOf(game, EASY), ...random])];
  const sources = new Set();
  for (const [i, said] of lookedUp(states).entries()) {
    const state = states[i];
    await game.prove(state);
    const all = options(game, state);
    assert.equal(all.length, said.moves?.length ?? 0);
    assert.equal(game.worth(state).value, said.value);
    assert.equal(outcome(game, state) === null, said.status === "ongoing");
    for (const { move, after: to, value, distance, source } of said.moves ?? []) {
      const found = all.find((option) => option.text === move);
      assert.deepEqual([found.to, found.value, found.distance, game.worth(to).source], [to, value, distance, source], `${state} ${move}`);
      assert.ok(source === "proof" || game.worth(to).nodes === 0);
      sources.add(source);
    }
    assert.deepEqual(all.filter(({ best }) => best).map(({ text }) => text), said.best ?? [], state);
  }
  assert.deepEqual([...sources].sort(), ["proof", "rules", "table"]);
});

test("values come one after the other, and what is not proved is unknown", async () => {
  const state = stateOf(game, HARD);
  const known = () => options(game, state).filter(({ value }) => value !== null).length;
  assert.deepEqual([known(), game.worth(state).value, game.isProved(state)], [0, null, false]);
  assert.equal(choose(game, state, { level: "invincible" }, 7n) >= 0, true);
  const counts = [];
  await game.prove(state, { onValues: () => counts.push(known()) });
  assert.ok(counts.length > 2 && counts.every((count, i) => i === 0 || count > counts[i - 1]), counts.join());
  assert.deepEqual([known(), game.worth(state).value, game.isProved(state)], [7, "win", true]);
  // What is proved is remembered, and does not come again.
  await game.prove(state, { onValues: () => assert.fail("old news") });
});

test("a question ends when another begins, or by its signal, and the worker lives on", async () => {
  const state = stateOf(game, "ddddddcc");
  const first = game.prove(state);
  const easy = stateOf(game, `${EASY}c`);
  const second = game.prove(easy);
  await assert.rejects(first, { name: "AbortError" });
  await second;
  assert.ok(game.isProved(easy) && !game.isProved(state));

  const stop = new AbortController();
  const third = game.prove(state, { signal: stop.signal });
  stop.abort(new Error("enough"));
  await assert.rejects(third, /enough/);
  await assert.rejects(game.prove(state, { signal: stop.signal }), /enough/);
  const other = stateOf(game, `${EASY}e`);
  await game.prove(other);
  assert.ok(game.isProved(other) && !game.isProved(state));
});

test("a state that no game reaches, a game that is not there, and a loopy game are refused", async () => {
  await assert.rejects(game.prove("......./......./......./......./......./XX....."), { reason: "game", message: /^no game reaches / });
  await game.prove(stateOf(game, EASY));
  await assert.rejects(oracle("checkers"), /expected a game/);
  const loopy = await oracle("morris:tapatan");
  await assert.rejects(loopy.prove(loopy.start), { reason: "game", message: /loopy/ });
});

test("a playbook that wins gives values at once, without the worker", async () => {
  const bytes = readFileSync(new URL("../../docs/connect-7x6.playbook", import.meta.url));
  const worker = () => ({ addEventListener() {}, postMessage() {}, terminate() {} });
  const open = (given) => oracle(NAME, { playbook: bytes, worker, ...given });
  const by = await open({ wins: true });
  const known = (of, state) => options(of, state).map(({ value }) => value);
  let state = by.start;
  // Replies by the digits of a number, in base 7.
  for (let rest = 7_919 * 89; outcome(by, state) === null; rest = Math.floor(rest / 7)) {
    const all = by.moves(state);
    const own = by.book.move(state);
    const isOwn = by.mover(state) === 0;
    if (outcome(by, all[0].to) === null) assert.equal(by.worth(state).source, "playbook");
    assert.equal(by.worth(state).value, isOwn ? "win" : "loss");
    // Every reply is known, and of the moves of the book's player the one in the book.
    if (!isOwn) assert.ok(known(by, state).every((value) => value === "loss"));
    else assert.equal(options(by, state).find(({ move }) => move === own).value, "win");
    state = (isOwn ? all.find(({ move }) => move === own) : all[rest % all.length]).to;
  }
  assert.equal(outcome(by, state), 0);
  // Beside its line, the playbook knows nothing.
  const aside = stateOf(by, "abc");
  assert.deepEqual([by.worth(aside).value, ...known(by, aside)], Array(8).fill(null));
  const unproved = await open({});
  assert.deepEqual(known(unproved, unproved.start), Array(7).fill(null));
  assert.equal(unproved.book.move(unproved.start), 3);
});

test("a worker that cannot be loaded is told, and a game that is closed answers no more", async () => {
  const broken = () => new (process.getBuiltinModule("node:worker_threads").Worker)("throw new Error('no module')", { eval: true });
  const bad = await oracle(NAME, { worker: broken });
  await assert.rejects(bad.prove(bad.start), { reason: "worker", message: /no module/ });
  await assert.rejects(bad.prove(bad.start), { reason: "worker" });
  const closed = await oracle(NAME);
  const asked = closed.prove(closed.start);
  closed.close();
  await assert.rejects(asked, { name: "AbortError" });
  await assert.rejects(closed.prove(closed.start), { name: "AbortError" });
});
