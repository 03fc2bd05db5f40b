// A module of an author's own game, which `build-module examples/own-game/module` builds. MODULE names
// it; `.ci/rest` runs this.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { pathToFileURL } from "node:url";
import { test } from "node:test";

import { games, solve } from "../solve.js";

const { MODULE, PERFECTPLAY } = process.env;
const module = pathToFileURL(MODULE);

test("the module has the author's game, and no other", async () => {
  assert.deepEqual((await games({ module })).map(({ name, samples }) => [name, samples]), [["hexapawn", ["3x3", "4x4"]]]);
  await assert.rejects(solve("tictactoe", { module }), { message: "expected a game (hexapawn)" });
  await assert.rejects(solve("hexapawn:9x9", { module }), { message: /3 to 5 columns/ });
});

test("it is solved at any size, and says what the command says of the same rules", async () => {
  for (const size of ["3x3", "4x4", "3x6"]) {
    const game = await solve(`hexapawn:${size}`, { module });
    const said = JSON.parse(execFileSync(PERFECTPLAY, ["lookup", "--json", "--game", `hexapawn:${size}`], { encoding: "utf8" }));
    assert.deepEqual(game.worth(game.start), { value: said.value, distance: said.distance });
    assert.deepEqual(game.moves(game.start).length, said.moves.length);
    assert.equal(game.squares(game.start).length, game.columns * game.rows);
  }
});
