// What Lighthouse says of the pages on a phone: `npm run lighthouse`. Ends with 1 below 95.

import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

import { CHROMIUM, command, serve } from "./browser.mjs";

/** Not among the dependencies: it is ten times as large as all of them. */
const LIGHTHOUSE = "lighthouse@12.8.2";
const LEAST = 95;
const run = promisify(execFile);

const directory = mkdtempSync(join(tmpdir(), "perfectplay-"));
command("web", "--all", directory);
const server = await serve(directory);
let isGood = true;
for (const page of ["tictactoe", "connect", "index"]) {
  const report = join(directory, `${page}.report`);
  await run("npx", [
    "--yes", LIGHTHOUSE, `${server.address}/${page}.html`, "--quiet", "--form-factor=mobile",
    "--chrome-flags=--headless --no-sandbox", "--output=json", `--output-path=${report}`,
  ], { env: { ...process.env, CHROME_PATH: CHROMIUM } });
  const { categories, audits } = JSON.parse(readFileSync(report, "utf8"));
  const scores = Object.values(categories).map(({ title, score }) => `${title} ${Math.round(100 * score)}`);
  isGood &&= Object.values(categories).every(({ score }) => 100 * score >= LEAST);
  console.log(`${page}: ${scores.join(", ")}`);
  for (const { auditRefs } of Object.values(categories)) {
    for (const { id } of auditRefs) {
      const { score, title, displayValue } = audits[id];
      if (score !== null && score < 0.9) console.log(`  ${title}${displayValue ? `: ${displayValue}` : ""}`);
    }
  }
}
server.close();
rmSync(directory, { recursive: true });
process.exitCode = isGood ? 0 : 1;
