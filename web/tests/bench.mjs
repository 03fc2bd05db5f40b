// What the page costs: `npm run bench`, or `npm run bench -- OTHER.html` to load another page in
// turn with it, such as that of an earlier version. Answers are checked before they are timed.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";

import { lookup } from "../table.js";
import { launch, places } from "./browser.mjs";

const [other] = process.argv.slice(2);
/** How often each page is loaded. */
const ROUNDS = 25;

const boards = [];
for (let x = 0; x < 512; x += 1) {
  for (let o = 0; o < 512; o += 1) if (!(x & o) && lookup(x, o)) boards.push([x, o]);
}
assert.equal(boards.length, 5478);
assert.deepEqual(lookup(1, 4), { value: "win", distance: 5, winning: 0b101001000, losing: 2, neutral: 0b010110000, best: 0b101001000 });
for (let i = boards.length - 1, seed = 1; i > 0; i -= 1) {
  seed = seed * 48271 % 2147483647;
  const j = seed % (i + 1);
  [boards[i], boards[j]] = [boards[j], boards[i]];
}
let least = Infinity;
let sum = 0;
for (let round = 0; round < 300; round += 1) {
  const start = process.hrtime.bigint();
  for (const [x, o] of boards) sum += lookup(x, o).best;
  least = Math.min(least, Number(process.hrtime.bigint() - start) / boards.length);
}
assert.ok(sum > 0);
console.log(`a lookup in Node: ${least.toFixed(0)} ns`);

const browser = await launch({ turns: true });
const from = await places();
const single = readFileSync(from.single);
console.log(`the page as one file: ${single.length} bytes, ${gzipSync(single, { level: 9 }).length} compressed`);

// Interactive when its scripts have run. All pages in turn, so that whatever else the machine
// does slows all of them; each in a tab of its own, since a tab that goes from a server to a file
// starts another process.
const pages = Object.entries({
  "a server": from["a server"].address,
  "one file": from["one file"].address,
  ...(other ? { [other]: pathToFileURL(resolve(other)).href } : {}),
});
const times = new Map(pages.map(([name]) => [name, []]));
const tabs = new Map();
for (const [name] of pages) tabs.set(name, await browser.newPage());
for (let round = 0; round <= ROUNDS; round += 1) {
  for (const [name, address] of pages) {
    const tab = tabs.get(name);
    await tab.bringToFront();
    await tab.goto("about:blank");
    await tab.goto(address);
    const [{ domContentLoadedEventEnd }] = await tab.evaluate(() => performance.getEntriesByType("navigation").map((entry) => entry.toJSON()));
    // The first round fills caches.
    if (round) times.get(name).push(domContentLoadedEventEnd);
  }
}
for (const [name, all] of times) {
  all.sort((a, b) => a - b);
  console.log(`interactive from ${name}: ${all[0].toFixed(0)} ms at best, ${all[ROUNDS >> 1].toFixed(0)} ms in the median`);
}
await browser.close();
from.close();
