// Connect Four 7×6 in the gallery, by the playbook that ships: the page says what was proved, and wins. MODULE
// names the module that solves.

import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";

import { below, mix } from "../solved.js";
import { command, launch, test } from "./browser.mjs";

const { MODULE } = process.env;
const BOOK = fileURLToPath(new URL("../../docs/connect-7x6.playbook", import.meta.url));

let browser;
let directory;
before(async () => {
  directory = mkdtempSync(join(tmpdir(), "perfectplay-"));
  command("web", "--module", MODULE, "--game", "connect:7x6", "--playbook", BOOK, "--all", directory);
  browser = await launch({ turns: true });
});
after(async () => {
  await browser?.close();
  rmSync(directory, { recursive: true });
});

test("the real Connect Four is played in the gallery, and won by the first player", async () => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: "en-US", reducedMotion: "reduce" });
  const tab = await context.newPage();
  await tab.goto(pathToFileURL(join(directory, "index.html")).href);
  await tab.locator(".live .about", { hasText: "The first player wins. This player cannot be beaten: it knows 36 million positions in 52 KB, and never searches." }).waitFor();
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
      if (before % 2) await tab.locator(`.live [data-cell="${below(mix(BigInt(100 * game + draw)), 7)}"]`).click();
    }
    assert.equal(await tab.evaluate(() => globalThis.result), 0);
    await tab.evaluate(() => { globalThis.result = null; });
    await tab.locator('.live [data-control="new"]').click();
  }
  await context.close();
});
