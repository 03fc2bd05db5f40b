// How long the browser's main thread is busy at a time, on a processor six times slower than this one:
// `npm run tasks`. Ends with 1 above 100 ms. Wants a machine that does nothing else.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { Page, command, launch, serve } from "./browser.mjs";

const SLOWER = 6;
/** In milliseconds. */
const MOST = 100;
/** How long each action is watched, in milliseconds: what it begins goes on in other tasks. */
const WATCHED = 2500;
const PAGES = ["index", "tictactoe", "connect", "kalah", "dots", "vanishing", "large/index"];

const watch = () => {
  globalThis.tasks = [];
  new PerformanceObserver((list) => globalThis.tasks.push(...list.getEntries().map(({ duration }) => duration))).observe({ type: "longtask", buffered: true });
};

const directory = mkdtempSync(join(tmpdir(), "perfectplay-"));
command("web", "--all", directory);
command("web", "--game", "connect:5x4", "--directory", join(directory, "large"));
const server = await serve(directory);
const browser = await launch({ turns: true });
let longest = 0;
for (const name of PAGES) {
  const context = await browser.newContext({ viewport: { width: 375, height: 667 }, hasTouch: true, isMobile: true });
  await context.addInitScript(watch);
  const tab = await context.newPage();
  const slow = await context.newCDPSession(tab);
  await slow.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
  const page = new Page(tab, { address: `${server.address}/${name}.html` });
  const told = [];
  const measure = async (what, action) => {
    await action();
    await tab.waitForTimeout(WATCHED);
    const tasks = await tab.evaluate(() => globalThis.tasks.splice(0));
    const most = Math.max(0, ...tasks);
    longest = Math.max(longest, most);
    told.push(`${what} ${most ? most.toFixed(0) : "< 50"}`);
  };
  const pressed = (control) => page.control(control).evaluate((button) => button.click());
  const move = () => tab.evaluate(() => {
    const { shadowRoot } = document.querySelector("perfect-play");
    shadowRoot.querySelector('.cell[data-value]:not([data-best]), .cell[data-value], .choices [data-value]').click();
  });
  await measure("load", async () => {
    await tab.goto(page.place.address);
    await tab.locator(name === "index" ? ".picture" : '.board[aria-busy="false"]').first().waitFor({ state: "attached", timeout: 300_000 });
  });
  if (name !== "index") {
    await measure("hints", () => page.showHints());
    await measure("move", move);
    await measure("undo", () => pressed("undo"));
    await measure("values off", () => pressed("values"));
    await measure("values on", () => pressed("values"));
    await measure("puzzle", () => pressed("puzzle"));
    await measure("another", () => pressed("another"));
    await measure("new", () => pressed("new"));
    await measure("Chinese", () => page.control("language").evaluate((select) => {
      select.value = "zh";
      select.dispatchEvent(new Event("change", { bubbles: true }));
    }));
  }
  console.log(`${name}, the longest task in ms: ${told.join(", ")}`);
  await context.close();
}
await browser.close();
server.close();
rmSync(directory, { recursive: true });
process.exitCode = longest > MOST ? 1 : 0;
