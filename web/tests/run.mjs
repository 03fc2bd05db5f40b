// Runs test files one after another, each in a process of its own: `node tests/run.mjs FILE...`.
//
// A file that fails is run once more, and what failed is told either way. Browsers fail on their own
// account now and then: Chromium came back from a reload without what a page had stored, once in many
// thousands of reloads. What the page does wrong fails twice.

import { spawnSync } from "node:child_process";

// Far more than a slow machine takes, and an end for what has none.
const PATIENCE = 600_000;

/** What the tests of a file print, if one fails. */
function failure(file) {
  const env = { ...process.env };
  // Node's own tests would take these for a parent of theirs.
  delete env.NODE_TEST_CONTEXT;
  const given = ["--test", "--test-reporter=spec", `--test-timeout=${PATIENCE}`, file];
  const { status, stdout } = spawnSync(process.execPath, given, { env, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"], maxBuffer: 1 << 28 });
  // All tests that passed come first.
  return status === 0 ? null : stdout.slice(Math.max(0, stdout.indexOf("failing tests:")));
}

for (const file of process.argv.slice(2)) {
  const first = failure(file);
  if (first === null) continue;
  const second = failure(file);
  console.error(second === null ? `${file} failed once, and passed when it was run again:\n${first}` : `${file} failed twice:\n${second}`);
  if (second !== null) process.exitCode = 1;
}
