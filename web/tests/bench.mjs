// What the page costs: `npm run bench`. Answers are checked before they are timed.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";

import { lookup } from "../table.js";
import { launch, places } from "./browser.mjs";


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

const browser = await launch();
const from = await places();
const single = readFileSync(from.single);
console.log(`the page as one file: ${single.length} bytes, ${gzipSync(single, { level: 9 }).length} compressed`);
for (const name of ["a server", "one file"]) {
  let best = Infinity;
  for (let round = 0; round < 5; round += 1) {
    const tab = await browser.newPage();
    await tab.goto(from[name].address);
    const [navigation] = await tab.evaluate(() => performance.getEntriesByType("navigation").map(
      ({ domInteractive, domContentLoadedEventEnd }) => ({ domInteractive, domContentLoadedEventEnd })));
    best = Math.min(best, navigation.domContentLoadedEventEnd);
    await tab.close();
  }
  console.log(`interactive from ${name}: ${best.toFixed(0)} ms`);
}
await browser.close();
from.close();
