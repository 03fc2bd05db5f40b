// The size of the module that solves, as users get it: `perfectplay.wasm`, which `build-module` makes without
// QUICK. `.ci/full` runs this.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { brotliCompressSync, gzipSync } from "node:zlib";

test("the module is small, compressed as static hosts do it", () => {
  const whole = readFileSync(new URL("../perfectplay.wasm", import.meta.url));
  // The notices of third parties come last, and have to be there, whatever their size.
  const [notices] = WebAssembly.Module.customSections(new WebAssembly.Module(whole), "third-party");
  const bytes = whole.subarray(0, -notices.byteLength);
  const size = brotliCompressSync(bytes).length;
  assert.ok(size <= 600 * 1024, `expected at most 600 KiB with all games, found ${size} bytes`);
  // In the archive of the package.
  const packed = gzipSync(bytes, { level: 9 }).length;
  assert.ok(packed < 1_040_000, `expected at most 1,040,000 bytes under gzip, found ${packed}`);
});
