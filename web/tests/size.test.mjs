// The size of the module that solves, as users get it: `perfectplay.wasm`, which `build-module` makes without
// QUICK. `.ci/full` runs this.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { brotliCompressSync } from "node:zlib";

test("the module is small, compressed as static hosts do it", () => {
  const size = brotliCompressSync(readFileSync(new URL("../perfectplay.wasm", import.meta.url))).length;
  assert.ok(size <= 600 * 1024, `expected at most 600 KiB with all games, found ${size} bytes`);
});
