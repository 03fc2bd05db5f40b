// The pictures of the README show the page of today: the script takes them in the same sizes, and they are about as new
// as what they show. Their pixels depend on the fonts of a machine.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { DIRECTORY, test } from "./browser.mjs";
import { PICTURES, take } from "./screenshots.mjs";

/** What the pictures show, and after how many days they must be taken again when it has changed. */
const SHOWN = ["draw", "games.css", "page.css", "gallery.js"];
const DAYS = 30;

/** The width and the height of a picture in PNG: two numbers of its first chunk. */
function sizeOf(path) {
  const bytes = readFileSync(path);
  assert.equal(bytes.toString("latin1", 1, 4), "PNG");
  return [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
}

/** When a commit last changed one of some paths, in days. */
const changed = (...paths) => Number(execFileSync("git", ["log", "-1", "--format=%ct", "--", ...paths], { cwd: DIRECTORY, encoding: "utf8" })) / 86_400;

test("the pictures of the README have the sizes that the script takes, and are not old", async () => {
  const directory = mkdtempSync(join(tmpdir(), "perfectplay-"));
  await take(directory);
  for (const [file] of PICTURES) {
    assert.deepEqual(sizeOf(join(DIRECTORY, file)), sizeOf(join(directory, file)), file);
    const late = changed(...SHOWN) - changed(file);
    assert.ok(late < DAYS, `${file} is ${late.toFixed()} days older than what it shows: npm run screenshots`);
  }
  rmSync(directory, { recursive: true });
});
