// Connect Four in the gallery, by a playbook: the page says what was proved, and wins. With CI_FULL set, it is
// the playbook of 7×6 that ships, and otherwise one of 4×4, where three in a row win. MODULE names the module
// that solves.

import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";

import { below, mix } from "../solved.js";
import { command, launch, test } from "./browser.mjs";

const { MODULE, CI_FULL } = process.env;
const [GAME, COLUMNS, KNOWN] = CI_FULL
  ? ["connect:7x6", 7, "36\u00a0million positions in 52\u00a0KB"]
  : ["connect:4x4,3", 4, "33 positions in 1\u00a0KB"];

let browser;
let directory;
before(async () => {
  directory = mkdtempSync(join(tmpdir(), "perfectplay-"));
  let book = fileURLToPath(new URL("../../docs/connect-7x6.playbook", import.meta.url));
  if (!CI_FULL) {
    book = join(directory, "book");
    command("playbook", "--game", GAME, "--as", "first", "--symmetry", "-o", book);
  }
  command("web", "--module", MODULE, "--game", GAME, "--playbook", book, "--all", directory);
  browser = await launch({ turns: true });
});
after(async () => {
  await browser?.close();
  rmSync(directory, { recursive: true });
});

test(`${GAME} is played in the gallery, and won by the first player`, async () => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: "en-US", reducedMotion: "reduce" });
  const tab = await context.newPage();
  await tab.goto(pathToFileURL(join(directory, "index.html")).href);
  await tab.locator(".live .about", { hasText: `The first player wins. This player cannot be beaten: it knows ${KNOWN}, and never searches.` }).waitFor();
  await tab.evaluate(() => {
    globalThis.result = null;
    document.querySelector("perfect-play").addEventListener("end", ({ detail }) => { globalThis.result = detail.result; });
  });
  const moves = () => tab.evaluate(() => document.querySelector("perfect-play").moves);
  for (let game = 0; game < 2; game += 1) {
    for (let draw = 0; await tab.evaluate(() => globalThis.result) === null; draw += 1) {
      await tab.waitForFunction(() => globalThis.result !== null || document.querySelector("perfect-play").moves.length % 2, null, { polling: 20 });
      const before = (await moves()).length;
      // Where a column is full, nothing is played.
      if (before % 2) await tab.locator(`.live [data-cell="${below(mix(BigInt(100 * game + draw)), COLUMNS)}"]`).click();
    }
    assert.equal(await tab.evaluate(() => globalThis.result), 0);
    await tab.evaluate(() => { globalThis.result = null; });
    await tab.locator('.live [data-control="new"]').click();
  }
  await context.close();
});
