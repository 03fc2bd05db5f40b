// The main paths in a second engine: Firefox, spoken to by WebDriver BiDi. There is no clock to
// stop here, so the computer's pauses are waited for.

import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before } from "node:test";
import { pathToFileURL } from "node:url";

import puppeteer from "puppeteer-core";

import { outcome } from "../solved.js";
import { tictactoe } from "../tictactoe.js";
import { EXAMPLES } from "../playground/examples.js";
import { fragmentOf } from "../playground/share.js";
import { best, command, places, test, worst } from "./browser.mjs";

const { MODULE } = process.env;

let browser;
let from;
before(async () => {
  from = await places();
  browser = await puppeteer.launch({ browser: "firefox", executablePath: process.env.FIREFOX ?? "/usr/bin/firefox-esr", headless: true });
});
after(async () => {
  await browser?.close();
  from?.close();
});

/** A page, and what a user sees and does there. */
async function open(place, hash = "") {
  const tab = await browser.newPage();
  const problems = [];
  tab.on("pageerror", (error) => problems.push(error.message));
  await tab.goto(from[place].address + hash);
  const frame = from[place].isFrame ? await (await tab.waitForSelector("iframe")).contentFrame() : tab;
  const find = (selector) => frame.waitForSelector(`perfect-play >>> ${selector}`);
  const text = async (selector) => (await find(selector)).evaluate((element) => element.textContent.trim());
  const board = () => frame.evaluate(() => {
    const cells = [...document.querySelector("perfect-play").shadowRoot.querySelectorAll("[data-cell]")];
    return cells.reduce((state, { dataset }, cell) => state | (dataset.mark === "X" ? 1 << cell : dataset.mark === "O" ? 512 << cell : 0), 0);
  });
  const click = async (selector) => (await find(selector)).evaluate((element) => element.click());
  const settled = () => frame.waitForFunction(() =>
    document.querySelector("perfect-play").shadowRoot.querySelector(".board").getAttribute("aria-busy") === "false");
  return {
    tab, find, text, board, click, settled,
    choose: async (name, value) => (await find(`[data-control="${name}"]`)).select(value),
    async play(pick) {
      for (let state = await board(); outcome(tictactoe, state) === null; state = await board()) {
        await click(`[data-cell="${pick(state)}"]`);
        await settled();
      }
      return outcome(tictactoe, await board());
    },
    async close() {
      assert.deepEqual(problems, []);
      await tab.close();
    },
  };
}

for (const place of ["one file", "a server", "srcdoc"]) {
  test(`Firefox, from ${place}: a draw and a loss`, async () => {
    const page = await open(place);
    assert.equal(await page.play(best), "draw");
    await page.click('[data-control="new"]');
    assert.equal(await page.play(worst), 1);
    assert.equal(await page.text(".standing"), "The computer wins.");
    await page.close();
  });
}

test("Firefox: hints, a proof, a review, a reload, and a game that was sent", async () => {
  const page = await open("a server", "#moves=0.1.4.8.2.5.6");
  assert.equal(await page.text(".standing"), "X wins.");
  await page.click('.remarks [data-ply="1"]');
  assert.equal(await page.board(), 1);
  await page.click('summary[data-path="4"]');
  await page.find('summary[data-path="4"] + ul');
  assert.match(await page.text(".why"), /O centre · Draw.*X/s);
  assert.match(page.tab.url(), /at=1$/);
  await page.tab.reload();
  assert.equal(await page.board(), 1);
  await page.choose("language", "zh");
  assert.match(await page.text(".says"), /双方都走最佳着法：和棋。/);
  await page.close();
});

test("Firefox: a table in a script beside the page is loaded from a folder", async () => {
  const directory = mkdtempSync(join(tmpdir(), "perfectplay-"));
  command("web", "--game", "hexapawn", "--directory", directory);
  from.folder = { address: pathToFileURL(join(directory, "index.html")).href };
  const page = await open("folder");
  await page.settled();
  assert.equal(await page.text(".says"), "Solved: all 135 positions. Orange can always win (in 3 moves).");
  await page.close();
  rmSync(directory, { recursive: true });
});

test("Firefox: keys, while the board has the focus", async () => {
  const page = await open("one file");
  await page.choose("players", "2");
  await (await page.find('[data-cell="4"]')).focus();
  for (const key of ["5", "ArrowUp", "ArrowLeft", "Enter"]) await page.tab.keyboard.press(key);
  assert.equal(await page.board(), 1 << 4 | 512);
  await page.tab.keyboard.press("u");
  assert.equal(await page.board(), 1 << 4);
  await page.close();
});

const MODULE_LACKS = "MODULE names no module that solves; web/build-module makes one";

test("Firefox: the playground solves rules, and tells the lines of errors", { skip: MODULE ? false : MODULE_LACKS }, async () => {
  const directory = mkdtempSync(join(tmpdir(), "perfectplay-"));
  command("web", "--module", MODULE, "--all", directory);
  const changes = "const start = [0];\nconst moves = () => [0];\nfunction play(cells) {\n  cells[0] = 1;\n  return cells;\n}\nconst outcome = ([cell]) => cell && \"loss\";";
  for (const [source, told] of [
    [EXAMPLES[2], /^\s*Result\s+Blue can always win/],
    [changes.replace("cell &&", "cell === 1 &&"), /Line 4: `play` fails: .*Make a copy, .*\[\.\.\.cells\]/s],
    ["const one = 1;\nconst two = ;", /Line 2: the rules cannot be read/],
    ["for (;;) postMessage(1);", /Line 1: ReferenceError: postMessage is not defined/],
  ]) {
    const tab = await browser.newPage();
    await tab.goto(`${pathToFileURL(join(directory, "playground.html")).href}#${await fragmentOf(source)}`);
    await tab.waitForFunction(() => [".outcome", ".fault"].some((selector) => !document.querySelector(selector).hidden));
    assert.match(await tab.evaluate(() => document.querySelector(".result").innerText), told);
    await tab.close();
  }
  rmSync(directory, { recursive: true });
});
