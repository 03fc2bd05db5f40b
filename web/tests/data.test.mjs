// Other games, as `perfectplay` writes them for the page, against what it exports of them.

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

import { bestLine, options, outcome, puzzles, review } from "../solved.js";
import { readGame } from "../data.js";

const { GAMES } = process.env;
const skip = GAMES ? false : "GAMES names no folder of games; `cargo test -p perfectplay-cli --test web` makes one";
const names = GAMES ? readdirSync(GAMES).filter((name) => name.endsWith(".json")) : ["none"];

for (const name of names) {
  test(`${name}: every state, every move, every value`, { skip }, async () => {
    const game = await readGame(readFileSync(join(GAMES, name), "utf8"));
    const rows = readFileSync(join(GAMES, `${name}l`), "utf8").trim().split("\n").map((line) => JSON.parse(line));
    assert.equal(game.size, rows.length);
    const text = (state) => {
      const squares = game.squares(state).map((piece) => ".XO"[piece]).join("");
      return squares.match(new RegExp(`.{${game.columns}}`, "g")).join("/");
    };
    const known = new Map(rows.map((row) => [row.state, row]));
    for (const state of game.states()) {
      const row = known.get(`${text(state)} ${"XO"[game.mover(state)]}`) ?? known.get(text(state));
      assert.ok(row, text(state));
      assert.deepEqual(game.worth(state), { value: row.value, distance: row.distance ?? null });
      const list = options(game, state);
      const those = (value) => list.filter((option) => option.value === value).map((option) => option.text).sort();
      assert.deepEqual([those("win"), those("loss"), those("draw")], [row.winning, row.losing, row.neutral].map((moves) => [...moves].sort()));
      assert.deepEqual(list.filter(({ best }) => best).map((option) => option.text).sort(), [...row.best].sort());
      assert.equal(outcome(game, state) === null, row.status === "ongoing");
      assert.ok(game.has(state) && game.parse(game.format(state)) === state);
    }
    const line = bestLine(game, game.start).map(({ move }) => move);
    assert.ok(review(game, game.start, line).every(({ kind }) => kind === "best"));
    assert.ok(puzzles(game).length > 0);
  });
}

test("data that are no game are refused, with what was expected", { skip }, async () => {
  const whole = JSON.parse(readFileSync(join(GAMES, "hexapawn-3x3.json"), "utf8"));
  const refused = (change, expected) => assert.rejects(readGame({ ...whole, ...change }), expected);
  await assert.rejects(readGame("null"), /expected format/);
  await refused({ format: "perfectplay game 2" }, /expected format "perfectplay game 1", found "perfectplay game 2"/);
  await refused({ players: ["X"] }, /expected two players/);
  await refused({ columns: 4 }, /expected 12 names of squares, found 9/);
  await refused({ states: 0 }, /expected a number of states/);
  await refused({ states: whole.states + 1 }, /expected/);
  await refused({ states: whole.states - 1 }, /expected/);
  await refused({ moves: whole.moves.slice(1) }, /expected moves that are listed/);
  // The stream has a sum of its own: no byte of it may differ.
  await refused({ data: whole.data.replace(/.(.{20})$/, (_, rest) => `A${rest}`) }, Error);
});
