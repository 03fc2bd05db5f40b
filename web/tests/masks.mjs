// How long it takes until all moves of a position of Connect Four 7x6 are marked, in Node: `npm run masks -- 40`
// for 40 positions by random moves in each class of marks. Each position has a new worker, so that its table of
// 64 MiB is empty. As on a page, the worker has answered for the start of the game before, which needs no proof.
// The command, named by PERFECTPLAY, must give the same values. It needs `perfectplay.wasm`, as `build-module`
// makes it for users.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";

import { options, outcome } from "../solved.js";
import { oracle } from "../solve.js";

const { PERFECTPLAY } = process.env;
assert.ok(PERFECTPLAY, "PERFECTPLAY names the command");
const count = Number(process.argv[2]);
assert.ok(count > 0, "expected a number of positions such as 40");

const NAME = "connect:7x6";
/** The classes of positions, by the least and the greatest number of marks. */
const CLASSES = [[0, 7], [8, 8], [9, 12], [13, 16], [17, 41]];

let seed = 1;
function below(limit) {
  seed = seed * 48271 % 2147483647;
  return seed % limit;
}

/** An unfinished state after random moves. */
function randomState(game, [least, most]) {
  for (;;) {
    let state = game.start;
    let left = least + below(most - least + 1);
    while (left > 0 && outcome(game, state) === null) {
      const moves = game.moves(state);
      state = moves[below(moves.length)].to;
      left -= 1;
    }
    if (left === 0 && outcome(game, state) === null) return state;
  }
}

console.log("| marks | median | 99 of 100 |\n| --- | --: | --: |");
for (const marks of CLASSES) {
  const times = [];
  for (let i = 0; i < count; i += 1) {
    const game = await oracle(NAME);
    const state = randomState(game, marks);
    await game.prove(game.start);
    const begin = performance.now();
    await game.prove(state);
    times.push(performance.now() - begin);
    const line = execFileSync(PERFECTPLAY, ["lookup", "--json", "--game", NAME, state], { encoding: "utf8" });
    const said = Object.fromEntries(JSON.parse(line).moves.map(({ move, value }) => [move, value]));
    assert.deepEqual(Object.fromEntries(options(game, state).map(({ text, value }) => [text, value])), said, state);
    game.close();
  }
  times.sort((a, b) => a - b);
  const [median, late] = [50, 99].map((percent) => times[Math.ceil(count * percent / 100) - 1]);
  console.log(`| ${marks[0]} to ${marks[1]} | ${median.toFixed(1)} ms | ${late.toFixed(1)} ms |`);
}
