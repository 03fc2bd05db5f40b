// The page that plays by a playbook: what is in it, and that it shows nothing else.

import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before } from "node:test";
import { pathToFileURL } from "node:url";

import { readGame } from "../data.js";
import { options, outcome } from "../solved.js";
import { lookup } from "../table.js";
import { Page, command, launch, test } from "./browser.mjs";

let browser;
let directory;
const page = (side) => join(directory, `${side}.html`);
const SIDES = { both: [0, 1], first: [0], second: [1] };
before(async () => {
  directory = mkdtempSync(join(tmpdir(), "perfectplay-"));
  for (const side of Object.keys(SIDES)) {
    const book = join(directory, `${side}.playbook`);
    command("playbook", "--symmetry", "--as", side, "-o", book);
    command("web", "--playbook", book, "-o", page(side));
  }
  browser = await launch();
});
after(async () => {
  await browser?.close();
  rmSync(directory, { recursive: true });
});

const dataOf = (side) => readFileSync(page(side), "utf8").match(/<script type="application\/json">(.*?)<\/script>/s)[1];

/** What the table of the package says of a state of the page. */
function known(game, state) {
  const masks = [0, 1].map((owner) => game.squares(state).reduce(
    (mask, piece, cell) => (game.pieces[piece].owner === owner ? mask | 1 << cell : mask), 0));
  return lookup(...masks);
}

for (const [side, sides] of Object.entries(SIDES)) {
  test(`${side}: each game is there, no player of the book errs, and nothing else is there`, async () => {
    const game = await readGame(dataOf(side));
    assert.deepEqual(game.book.sides, sides);
    const met = new Set();
    for (const own of sides) {
      const open = [game.start];
      const seen = new Set(open);
      for (const state of open) {
        met.add(state);
        const { winning, losing, neutral, value, distance } = known(game, state);
        const legal = winning | losing | neutral;
        const all = game.moves(state);
        if (!legal) {
          assert.deepEqual([all.length, game.worth(state)], [0, { value, distance }]);
          continue;
        }
        let next = all;
        if (game.mover(state) === own) {
          const move = game.book.move(state);
          assert.ok({ win: winning, draw: neutral, loss: losing }[value] >> move & 1);
          next = all.filter((one) => one.move === move);
          assert.equal(next.length, 1);
        } else {
          assert.equal(all.reduce((mask, { move }) => mask | 1 << move, 0), legal);
        }
        for (const { to } of next) {
          if (!seen.has(to)) {
            seen.add(to);
            open.push(to);
          }
        }
      }
    }
    assert.equal(met.size, game.count);
    // What a game that goes on is worth, nobody can tell.
    for (const state of met) if (outcome(game, state) === null) assert.deepEqual(game.worth(state), { value: "draw", distance: null });
  });
}

const open = (side, hash = "") => Page.open(browser, { address: pathToFileURL(page(side)).href }, { hash });

/** What is told anywhere of what moves are worth. */
const judged = (tab) => tab.root.locator("[data-value]:visible, [data-review]:visible, .proof:visible, .line:visible, .erred:visible, .puzzle:visible").count();

test("a link that is wrong says so, and still does when the computer has moved", async () => {
  for (const [side, hash, said] of [["first", "#moves=2.2", /link/], ["first", "#99999999", /link/], ["second", "#moves=99", /Move 1 of this link is not legal/]]) {
    const tab = await open(side, hash);
    await tab.control("new").waitFor();
    await tab.wait();
    assert.match(await tab.status(), said, `${side}${hash}`);
    await tab.close();
  }
});

test("a game is played to its end by the book, and nothing is said of what moves are worth", async () => {
  const game = await readGame(dataOf("second"));
  const tab = await open("second");
  await tab.control("new").waitFor();
  for (const name of ["values", "puzzle", "level", "players", "mark", "first"]) assert.ok(!await tab.control(name).isVisible(), name);
  // What is known comes first.
  assert.match(await tab.root.locator(".about").innerText(), /^The computer plays by a book .* You are /);
  let state = game.start;
  while (outcome(game, state) === null) {
    const own = game.mover(state) === 1;
    const { move, to } = own
      ? options(game, state).find((one) => one.move === game.book.move(state))
      : game.moves(state)[0];
    if (own) await tab.wait();
    else await tab.cell(move).click();
    state = to;
    assert.equal(await judged(tab), 0);
    assert.deepEqual(await tab.tab.evaluate(() => document.querySelector("perfect-play").moves.at(-1)), move);
  }
  assert.notEqual(outcome(game, state), 0);
  assert.equal(await tab.root.locator(".says").textContent(), "");
  await tab.press("undo");
  assert.equal(await judged(tab), 0);
  await tab.close();
});

test("a book for the first player opens; keys and the puzzle's address ask for nothing that it knows not", async () => {
  const game = await readGame(dataOf("first"));
  const tab = await open("first", "#puzzle");
  await tab.wait();
  assert.deepEqual(await tab.tab.evaluate(() => document.querySelector("perfect-play").moves), [game.book.move(game.start)]);
  await tab.cell(8).focus();
  await tab.tab.keyboard.press("v");
  assert.equal(await judged(tab), 0);
  await tab.close();
});

test("with both books, either player may be yours", async () => {
  const tab = await open("both");
  await tab.choose({ first: "computer" });
  await tab.wait();
  assert.equal(await tab.marks(), 1);
  await tab.choose({ first: "you" });
  await tab.press("new");
  assert.equal(await tab.marks(), 0);
  await tab.cell(0).click();
  await tab.wait();
  assert.equal(await tab.marks(), 2);
  assert.equal(await judged(tab), 0);
  await tab.close();
});
