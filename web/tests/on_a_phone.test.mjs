// A stranger on a phone: plays Connect Four 4×4 from one file in flight mode, by touch alone, sees
// why the move lost, and sends the game to somebody who has the page too and steps through it.

import assert from "node:assert/strict";
import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before } from "node:test";
import { pathToFileURL } from "node:url";

import { readGame } from "../data.js";
import { claimant, options, outcome, proof, review, sorted } from "../solved.js";
import { Page, launch, test } from "./browser.mjs";
import { GAMES, dataOf, skip } from "./games.mjs";

const PHONE = { viewport: { width: 375, height: 667 }, hasTouch: true, isMobile: true, offline: true };

let browser;
let directory;
before(async () => {
  directory = mkdtempSync(join(tmpdir(), "perfectplay-"));
  browser = await launch();
});
after(async () => {
  await browser?.close();
  rmSync(directory, { recursive: true });
});

/** The one file, as a phone has it that got no other, or a part of its address, which was sent. */
async function open(name, fragment = "") {
  const file = join(directory, name);
  copyFileSync(join(GAMES, "connect-4x4.html"), file);
  const page = await Page.open(browser, { address: pathToFileURL(file).href }, { ...PHONE, hash: fragment });
  await page.cell(0).waitFor();
  return page;
}

const movesOf = (page) => page.tab.evaluate(() => document.querySelector("perfect-play").moves);

test("Connect Four 4×4 from one file in flight mode: lost, understood, sent, stepped through", { skip }, async () => {
  const game = await readGame(dataOf("connect"));
  const stateAfter = (moves) => moves.reduce((now, move) => options(game, now).find((option) => option.move === move).to, game.start);

  // A game against perfect play, in which the stranger always chooses the worst.
  const page = await open("stranger.html");
  const inSight = await page.tab.locator(".board").boundingBox();
  assert.ok(inSight.y >= 0 && inSight.y + inSight.height <= 667, JSON.stringify(inSight));
  for (let turn = 0; turn < 8 && outcome(game, stateAfter(await movesOf(page))) === null; turn += 1) {
    const [column] = sorted(options(game, stateAfter(await movesOf(page)))).at(-1).path;
    await page.cell(column % game.columns).tap();
    await page.wait();
  }
  const moves = await movesOf(page);
  assert.equal(outcome(game, stateAfter(moves)), 1);
  assert.match(await page.status(), /The computer wins/);

  // Why it was lost: the review opens at the first mistake, and says what would have held.
  await page.control("puzzle").tap();
  const remarks = review(game, game.start, moves);
  const mistake = remarks.find(({ kind }) => kind === "mistake");
  assert.equal(await page.marks(), mistake.ply);
  assert.match(await page.status(), new RegExp(`Before move ${mistake.ply + 1} of ${moves.length}`));
  const row = page.root.locator(".remarks li").nth(mistake.ply);
  assert.match(await row.textContent(), /Mistake.*a draw thrown away.*Better: /s);
  for (const { path } of mistake.better) assert.equal(await page.cell(path[0]).getAttribute("data-better"), "");
  assert.equal(await page.cell(mistake.did.path[0]).getAttribute("data-remark"), "mistake");

  // The proof: the computer's answer, and every try against it, until a line ends.
  const path = [mistake.did.move];
  const claims = claimant(mistake.did, 0);
  for (let state = mistake.did.to; outcome(game, state) === null;) {
    const line = `summary[data-path="${path.join(".")}"]`;
    await page.unfold(line, "tap");
    const next = proof(game, state, claims);
    const list = page.root.locator(`${line} + ul > li`);
    assert.equal(await list.count(), next.length);
    path.push(next[0].move);
    state = next[0].to;
    if (outcome(game, state) !== null) assert.match(await list.first().textContent(), /Orange wins/);
  }

  // The game is sent: what is copied, or where the browser denies that, what is shown to copy.
  await page.tab.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.control("share").tap();
  await page.tab.waitForFunction(() => /copied|Copy this/.test(document.querySelector("perfect-play").shadowRoot.querySelector(".said").textContent), null, { polling: 20 });
  const sent = await page.tab.evaluate(() => navigator.clipboard.readText());
  await page.close();

  const COLOURS = { X: "Blue", O: "Orange" };
  // Somebody else, who has a copy of the file: each move, and the end.
  const visitor = await open("somebody.html", new URL(sent).hash);
  assert.deepEqual(await movesOf(visitor), moves);
  for (let ply = 0; ply <= moves.length; ply += 1) {
    await visitor.root.locator(`.remarks [data-ply="${ply}"]`).tap();
    const shown = await visitor.root.locator("[data-cell]").evaluateAll((cells) => cells.map(({ dataset }) => dataset.mark));
    assert.deepEqual(shown, game.squares(stateAfter(moves.slice(0, ply))).map((piece) => COLOURS[game.pieces[piece].text] ?? ""));
  }
  assert.equal(await visitor.status(), "Orange wins.");
  await visitor.close();
});

test("a short press that a slow phone hears of late is a move", { skip }, async () => {
  const page = await open("slow.html");
  await page.tab.evaluate(() => {
    const cell = document.querySelector("perfect-play").shadowRoot.querySelector("[data-cell='0']");
    const press = (type, time) => {
      const event = new PointerEvent(type, { bubbles: true, composed: true, pointerType: "touch" });
      return Object.defineProperty(event, "timeStamp", { value: time });
    };
    // The finger stays for 100 ms, and the page hears of its end after 700 ms.
    const [down, up] = [press("pointerdown", 1000), press("pointerup", 1100)];
    cell.dispatchEvent(down);
    globalThis.lift = () => {
      cell.dispatchEvent(up);
      cell.click();
    };
  });
  await page.wait(700);
  await page.tab.evaluate(() => globalThis.lift());
  await page.wait();
  assert.equal((await movesOf(page))[0], 0);
});
