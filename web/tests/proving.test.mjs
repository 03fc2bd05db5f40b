// The page of a game that is too large to solve: Connect Four 7×6, both sides, with hints that a worker proves.
// MODULE names the module that solves.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { after, before } from "node:test";
import { pathToFileURL } from "node:url";

import { proofsOf } from "../play/proving.js";
import { Page, command, launch, test } from "./browser.mjs";

const { MODULE, PERFECTPLAY = "perfectplay" } = process.env;
const GAME = "connect:7x6";
/** Moves after which proofs take millions of states, and thousands. */
const HARD = [3, 3, 3, 3, 3, 1, 1, 1];
const EASY = [3, 3, 3, 3, 3, 1, 1, 1, 1, 1, 6, 6, 6, 0];
/** A game that Blue wins by a column. */
const OVER = [0, 6, 0, 6, 0, 5, 0];

let browser;
let directory;
let file;
/** The command, which answers line by line. */
let lookup;
let answers;
before(async () => {
  directory = mkdtempSync(join(tmpdir(), "perfectplay-"));
  file = join(directory, "connect.html");
  command("web", "--game", GAME, "--module", MODULE, "-o", file);
  browser = await launch({ turns: true });
  lookup = spawn(PERFECTPLAY, ["lookup", "--game", GAME, "--json", "--threads", "1", "-"], { stdio: ["pipe", "pipe", "ignore"] });
  answers = createInterface({ input: lookup.stdout })[Symbol.asyncIterator]();
});
after(async () => {
  lookup?.stdin.end();
  await browser?.close();
  rmSync(directory, { recursive: true });
});

/** Notes which states the worker is asked about. */
const note = () => {
  globalThis.asked = [];
  const { postMessage } = Worker.prototype;
  Worker.prototype.postMessage = function noted(message, ...rest) {
    if (message.state !== undefined) globalThis.asked.push(message.state);
    return postMessage.call(this, message, ...rest);
  };
};

const open = (moves, given = {}) => Page.open(browser, { address: pathToFileURL(file).href },
  { hash: moves.length ? `#moves=${moves.join(".")}` : "", clock: false, script: note, ...given });

const movesOf = (page) => page.tab.evaluate(() => document.querySelector("perfect-play").moves);

/** The values over the columns, as they are shown: null for none. */
const shown = (page) => page.root.locator(".board [data-cell]").evaluateAll((cells) => cells.slice(0, 7).map((_, column) =>
  cells.filter(({ dataset }) => dataset.value && dataset.cell % 7 === column).map(({ dataset }) => dataset.value)[0] ?? null));

/** Waits for values over so many columns. */
async function marks(page, count) {
  const found = page.root.locator(".board [data-cell][data-value]");
  await found.nth(count - 1).waitFor();
  return shown(page);
}

/** What the command says of each column after some moves: null for one that is full. */
async function said(moves) {
  lookup.stdin.write(`${moves.length ? moves.map((column) => column + 1).join("") : Array(6).fill(".......").join("/")}\n`);
  const told = JSON.parse((await answers.next()).value);
  return [..."abcdefg"].map((letter) => told.moves?.find(({ move }) => move === letter)?.value ?? null);
}

const drop = (page, column) => page.root.locator(`.tops [data-top="${column}"]`).click();

test("it is one small file, and what the table has is there at once", async () => {
  assert.ok(statSync(file).size < 2_000_000, `${statSync(file).size}`);
  const page = await open([]);
  assert.deepEqual(await marks(page, 7), await said([]));
  await drop(page, 3);
  assert.deepEqual(await page.root.locator(".remarks [data-review='best']").first().textContent(), "1.Blue dWinBest");
  await page.close();
});

test("marks appear as they are proved, and a move stops the worker", async () => {
  const page = await open(HARD);
  const some = await marks(page, 1);
  assert.match(await page.root.locator(".says").textContent(), /^(The value of this position is being proved|With best play, .*)\. Proved so far: [0-6] of 7 moves\.$/);
  const all = await said(HARD);
  some.forEach((value, column) => assert.ok(value === null || value === all[column]));
  assert.ok(some.includes(null), some.join());
  // A column that is good for nobody to leave open.
  await drop(page, 0);
  const before = await page.tab.evaluate(() => globalThis.asked.length);
  await page.tab.waitForFunction((count) => globalThis.asked.length > count || document.querySelector("perfect-play").moves.length > 9, before);
  const asked = await page.tab.evaluate(() => globalThis.asked.filter((state) => state !== null));
  // The last question is about the board after the move, and no longer about the one before it.
  assert.ok(new Set(asked).size > 1 && asked.at(-1) !== asked[0], asked.join("\n"));
  await page.close();
});

test("the computer plays what is proved, on both sides, and the marks are those of the command", async () => {
  for (const human of [0, 1]) {
    const moves = [...EASY];
    if (moves.length % 2 !== human) moves.push(6);
    const page = await open(moves);
    for (let turns = 0; turns < 2; turns += 1) {
      const values = await said(moves);
      const legal = values.map((value, column) => (value ? column : -1)).filter((column) => column >= 0);
      if (!legal.length) break;
      assert.deepEqual(await marks(page, legal.length), values, moves.join());
      await page.choose({ level: "perfect" });
      const chosen = legal[turns % legal.length];
      moves.push(chosen);
      await drop(page, chosen);
      const known = await said(moves);
      const best = ["win", "draw", "loss"].find((value) => known.includes(value));
      if (!best) break;
      await page.tab.waitForFunction((count) => document.querySelector("perfect-play").moves.length > count, moves.length);
      const answer = (await movesOf(page)).at(-1);
      assert.equal(known[answer], best, moves.join());
      assert.doesNotMatch(await page.root.locator(".said").textContent(), /before the proof/);
      moves.push(answer);
    }
    await page.close();
  }
});

test("the computer says when it had to choose before the proof was done", async () => {
  // A worker that never answers.
  const silent = () => { Worker.prototype.postMessage = () => {}; };
  const page = await open(HARD, { clock: true, script: silent, hints: false });
  await page.choose({ level: "perfect" });
  await drop(page, 6);
  await page.wait(9_000);
  assert.equal((await movesOf(page)).length, HARD.length + 1);
  assert.match(await page.root.locator(".standing").textContent(), /The computer’s turn/);
  await page.wait(2_000);
  assert.equal((await movesOf(page)).length, HARD.length + 2);
  assert.match(await page.root.locator(".said").textContent(), /^The computer dropped into column .\. It had to choose before the proof was done\.$/);
  await page.close();
});

test("until a move is proved, no button is named that is not there, and mistakes are not counted before all moves are judged", async () => {
  const silent = () => { Worker.prototype.postMessage = () => {}; };
  const page = await open(HARD, { clock: true, script: silent, hints: false });
  await page.choose({ level: "perfect" });
  await drop(page, 6);
  await page.wait(1_000);
  await drop(page, 5);
  assert.equal(await page.root.locator(".said").textContent(), "It is still proving its move.");
  assert.ok(!await page.control("play-on").isVisible());
  await page.close();
  const over = await open(OVER, { clock: true, script: silent, hints: false });
  await over.root.locator(".says", { hasText: /^Proved so far: 0 of 7 moves\.$/ }).waitFor();
  await over.close();
});

test("boards that no game reaches are refused with words, and the first line says of which board it speaks", async () => {
  const refused = {
    "a disc that floats": "......./......./......./......./...X.../.......",
    "two more of one player": "......./......./......./......./......./XX.....",
    "play after a win": "......./......./......./......./OOO..../XXXX...".replace("OOO....", "OOOO..."),
    "a move after the win": "......./......./......./......./OOO..../XXXXO..",
  };
  for (const [what, board] of Object.entries(refused)) {
    const page = await Page.open(browser, { address: pathToFileURL(file).href }, { hash: `#${board}`, clock: false, hints: false });
    await page.root.locator(".says", { hasText: /^Proved\. Blue can always win\.$/ }).waitFor();
    assert.equal(await page.root.locator(".said").textContent(), "This link leads to no board.", what);
    await page.close();
  }
  const page = await open(EASY, { hints: false });
  await page.root.locator(".says", { hasText: /^Proved\. At the start: Blue can always win\.$/ }).waitFor();
  await page.close();
});

test("a game that is over is judged from both ends, since the middle takes long", async () => {
  const page = await open(OVER, { hints: false });
  await page.root.locator(".remarks [data-review]").nth(OVER.length - 1).waitFor();
  const asked = await page.tab.evaluate(() => globalThis.asked.filter((state) => state !== null));
  const stones = asked.map((state) => state.replace(/[^XO]/g, "").length);
  assert.deepEqual(stones, [6, 0, 5, 1, 4, 2, 3]);
  await page.close();
});

test("undo, review, why and links work as in other games", async () => {
  const page = await open(EASY);
  await marks(page, 7);
  // Why: the replies are written once they are proved.
  await page.unfold(".why summary");
  await page.root.locator(".why ul li").nth(6).waitFor();
  await drop(page, 2);
  await page.tab.waitForFunction((count) => document.querySelector("perfect-play").moves.length > count, EASY.length + 1);
  assert.match(await page.tab.evaluate(() => location.hash), /^#moves=3\.3\.3\.3\.3\.1\.1\.1\.1\.1\.6\.6\.6\.0\.2\./);
  await page.press("undo");
  assert.deepEqual(await marks(page, 7), await said(EASY));
  await page.close();

  const over = await open(OVER, { hints: false });
  await over.root.locator(".standing", { hasText: "Blue wins" }).waitFor();
  // All moves are judged in the end.
  await over.root.locator(".remarks [data-review='mistake']").first().waitFor();
  await over.root.locator(`.remarks [data-review]:not([data-review="unknown"])`).nth(OVER.length - 1).waitFor();
  for (const [ply, column] of OVER.entries()) {
    const values = await said(OVER.slice(0, ply));
    const best = ["win", "draw", "loss"].find((value) => values.includes(value));
    const kind = await over.root.locator(`.remarks [data-ply="${ply}"]`).getAttribute("data-review");
    assert.equal(kind === "mistake", values[column] !== best, `${ply}`);
  }
  await over.press("puzzle");
  assert.equal(await over.root.locator(".remarks [aria-current]").count(), 1);
  await over.close();

  // A link to the puzzle of the day opens the game: nobody seeks puzzles here.
  const puzzle = await Page.open(browser, { address: pathToFileURL(file).href }, { hash: "#puzzle", clock: false, script: note });
  await marks(puzzle, 7);
  assert.ok(!await puzzle.control("puzzle").isVisible() && !await puzzle.root.locator(".puzzle").isVisible());
  await puzzle.close();
});

test("before the proof is done, a level chooses among what is known", () => {
  const worths = { a: null, b: "loss", c: "draw", d: "win", e: null };
  const game = (own, moves, proved = false) => ({
    isProved: () => proved,
    mover: (state) => (state === "start" ? 0 : 1),
    worth: (state) => ({ value: state === "start" ? own : worths[state], distance: state === "b" && moves.includes("d") ? 0 : null }),
    moves: (state) => (state === "start" ? [...moves].map((to, move) => ({ move, path: [], to })) : []),
  });
  const chosen = (own, moves, level) => {
    const proofs = proofsOf(game(own, moves));
    const view = { state: "start", settings: { level } };
    const found = new Set();
    for (let bits = 0n; bits < 64n; bits += 1n) found.add(moves[proofs.choose(view, bits)]);
    return [proofs.isDecided(view), [...found].sort().join("")];
  };
  // The opponent's loss is a win.
  assert.deepEqual(chosen("win", "abc", "perfect"), [true, "b"]);
  assert.deepEqual(chosen(null, "ac", "perfect"), [false, "c"]);
  assert.deepEqual(chosen("draw", "ac", "invincible"), [true, "c"]);
  assert.deepEqual(chosen(null, "ade", "perfect"), [false, "ae"]);
  assert.deepEqual(chosen(null, "dd", "perfect"), [false, "d"]);
  assert.deepEqual(chosen("win", "ab", "casual"), [false, "b"]);
  assert.deepEqual(chosen(null, "ab", "random"), [true, "ab"]);
});

test("a position that is lost has a move for each level, also when it is known how soon all of them lose", () => {
  const lost = (distances) => proofsOf({
    isProved: () => true,
    mover: (state) => (state === "start" ? 0 : 1),
    worth: (state) => (state === "start" ? { value: "loss", distance: null } : { value: "win", distance: distances[state] }),
    moves: (state) => (state === "start" ? distances.map((_, to) => ({ move: to, path: [], to })) : []),
  });
  const chosen = (distances, level) => {
    const found = new Set();
    for (let bits = 0n; bits < 64n; bits += 1n) found.add(lost(distances).choose({ state: "start", settings: { level } }, bits));
    return [...found].sort().join("");
  };
  for (const level of ["perfect", "invincible", "casual", "random"]) assert.equal(chosen([1, 1], level), "01", level);
  // Perfect play holds out.
  assert.equal(chosen([1, null, 1, null], "perfect"), "13");
});
