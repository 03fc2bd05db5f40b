// The package as somebody gets it: packed, installed in an empty folder, imported.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";

const FOLDER = fileURLToPath(new URL("..", import.meta.url));
let folder;
let packed;
before(() => {
  folder = mkdtempSync(join(tmpdir(), "perfectplay-"));
  [packed] = JSON.parse(execFileSync("npm", ["pack", "--json", "--pack-destination", folder], { cwd: FOLDER, encoding: "utf8" }));
  writeFileSync(join(folder, "package.json"), '{ "private": true }');
  execFileSync("npm", ["install", "--offline", "--no-audit", "--no-fund", join(folder, packed.filename)], { cwd: folder, stdio: "pipe" });
});
after(() => rmSync(folder, { recursive: true }));

const run = (name, script) => {
  writeFileSync(join(folder, name), script);
  return execFileSync(process.execPath, [name], { cwd: folder, encoding: "utf8" }).trim();
};

test("it has what is documented, and none of the page or the tests", () => {
  const files = packed.files.map(({ path }) => path);
  for (const path of ["index.js", "index.d.ts", "element.js", "element.d.ts", "README.md", "package.json"]) assert.ok(files.includes(path), path);
  assert.deepEqual(files.filter((path) => /test|page|html|css|screenshots|node_modules/.test(path)), []);
  assert.ok(packed.size < 60_000, `${packed.size}`);
});

test("it is imported as a module, and required", () => {
  const says = 'console.log(lookup(1, 4).value, choose(tictactoe, tictactoe.start, { level: "perfect" }, 0n) >= 0, review(tictactoe, 0, [0, 1])[1].kind)';
  assert.equal(run("a.mjs", `import { choose, lookup, review, tictactoe } from "perfectplay";\n${says}`), "win true mistake");
  assert.equal(run("b.mjs", 'console.log(Object.keys(await import("perfectplay")).length > 10)'), "true");
});

test("it depends on nothing", () => {
  const tree = JSON.parse(execFileSync("npm", ["ls", "--all", "--json"], { cwd: folder, encoding: "utf8" }));
  assert.deepEqual(Object.keys(tree.dependencies), ["perfectplay"]);
  assert.equal(tree.dependencies.perfectplay.dependencies, undefined);
});
