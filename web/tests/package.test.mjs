// The package as somebody gets it: packed, installed in an empty directory, imported, bundled, and
// used from TypeScript.

import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

import { build } from "esbuild";

import { SHEETS, bundles, sheets, written } from "../bundle.mjs";

const DIRECTORY = fileURLToPath(new URL("..", import.meta.url));
let directory;
let packed;
before(() => {
  directory = mkdtempSync(join(tmpdir(), "perfectplay-"));
  [packed] = JSON.parse(execFileSync("npm", ["pack", "--json", "--pack-destination", directory], { cwd: DIRECTORY, encoding: "utf8" }));
  writeFileSync(join(directory, "package.json"), '{ "private": true }');
  execFileSync("npm", ["install", "--offline", "--no-audit", "--no-fund", join(directory, packed.filename)], { cwd: directory, stdio: "pipe" });
});
after(() => rmSync(directory, { recursive: true }));

const write = (name, text) => writeFileSync(join(directory, name), text);

const run = (name, script) => {
  write(name, script);
  return execFileSync(process.execPath, [name], { cwd: directory, encoding: "utf8" }).trim();
};

test("it has what is documented, and none of the page or the tests", () => {
  const files = packed.files.map(({ path }) => path);
  for (const path of ["index.js", "index.d.ts", "element.js", "element.d.ts", "solve.js", "solver.js", "solve.d.ts", "perfectplay.wasm", "connect-7x6.playbook", "README.md", "LICENSE-APACHE", "LICENSE-MIT", "THIRD-PARTY.txt", "package.json"]) assert.ok(files.includes(path), path);
  assert.deepEqual(files.filter((path) => /test|page|html|css|screenshots|node_modules/.test(path)), []);
  // The size of the module is a test of its own, since CI builds a larger one for tests. Notices of third
  // parties have to be there, whatever their size. Each file is compressed by itself, so that neither changes
  // the size of the others.
  const zipped = (file) => gzipSync(readFileSync(`${DIRECTORY}${file}`), { level: 9 }).length;
  const counted = files.filter((path) => !["perfectplay.wasm", "THIRD-PARTY.txt"].includes(path));
  const rest = counted.map(zipped).reduce((all, size) => all + size, 0);
  assert.ok(rest < 190_000, `${rest}`);
});

test("each entry that it exports is there", () => {
  const { exports } = JSON.parse(readFileSync(`${DIRECTORY}package.json`, "utf8"));
  for (const [path, entry] of Object.entries(exports)) {
    const files = Object.values(typeof entry === "string" ? { entry } : entry);
    for (const file of files) assert.ok(packed.files.some((packedFile) => `./${packedFile.path}` === file), `${path}: ${file}`);
  }
});

test("it is not packed without the module that solves games", () => {
  const elsewhere = join(directory, "elsewhere");
  cpSync(DIRECTORY, elsewhere, { recursive: true, filter: (path) => !/node_modules|perfectplay\.wasm$/.test(path) });
  const { status, stderr } = spawnSync("npm", ["pack"], { cwd: elsewhere, encoding: "utf8" });
  assert.notEqual(status, 0);
  assert.match(stderr, /expected web\/perfectplay\.wasm, found none: web\/build-module makes it/);
});

test("it is imported as a module, and required", () => {
  const says = 'console.log(lookup(1, 4).value, choose(tictactoe, tictactoe.start, { level: "perfect" }, 0n) >= 0, review(tictactoe, 0, [0, 1])[1].kind)';
  assert.equal(run("a.mjs", `import { choose, lookup, review, tictactoe } from "perfectplay";\n${says}`), "win true mistake");
  assert.equal(run("b.mjs", 'console.log(Object.keys(await import("perfectplay")).length > 10)'), "true");
});

test("its element may be imported where there is no document", () => {
  const says = 'register(tictactoe); console.log(typeof PerfectPlay, globalThis.customElements)';
  assert.equal(run("server.mjs", `import { PerfectPlay, register, registerLater } from "perfectplay/element";\nimport { tictactoe } from "perfectplay";\n${says}`), "function undefined");
});

test("it depends on nothing", () => {
  const tree = JSON.parse(execFileSync("npm", ["ls", "--all", "--json"], { cwd: directory, encoding: "utf8" }));
  assert.deepEqual(Object.keys(tree.dependencies), ["perfectplay"]);
  assert.equal(tree.dependencies.perfectplay.dependencies, undefined);
});

/** Bundles a script that uses the package: the script, the files in it, and what it exports. */
async function bundled(contents) {
  const { outputFiles: [{ text }], metafile, warnings } = await build({
    stdin: { contents, resolveDir: directory }, bundle: true, write: false, format: "esm", minify: true, metafile: true,
  });
  assert.deepEqual(warnings, []);
  const [{ inputs, exports }] = Object.values(metafile.outputs);
  const files = Object.keys(inputs).filter((file) => inputs[file].bytesInOutput && file !== "<stdin>");
  return { text, files: files.map((file) => basename(file)), exports };
}

test("a bundler takes what is used and nothing else", async () => {
  const { text, files } = await bundled('import { lookup } from "perfectplay"; console.log(lookup(1, 4).value);');
  assert.equal(run("bundle.mjs", text), "win");
  assert.deepEqual(files, ["arguments.js", "index.js", "table.js"]);
  // What the element does when it is imported is wanted, though nothing of it is used.
  const element = await bundled('import "perfectplay/element";');
  assert.match(element.text, /customElements\?\.define\("perfect-play"/);
});

test("what is generated is up to date", async () => {
  for (const [name, text] of await bundles()) {
    assert.ok(await written(name) === text, `the script ${name} is older than its modules: npm run bundle`);
  }
  assert.ok(readFileSync(join(DIRECTORY, SHEETS), "utf8") === await sheets(), `${SHEETS} is older than its files: npm run bundle`);
});

/** What a caller in TypeScript may write, and may not. */
const TYPED = `
import { choose, lookup, options, outcome, puzzleOf, readGame, review, Round, solve, tictactoe } from "perfectplay";
import type { Game, Option, Remark } from "perfectplay";
import { PerfectPlay, register, registerLater } from "perfectplay/element";
import { open } from "perfectplay/solve";

const distance: number | undefined = lookup(1, 4)?.distance;
const state = tictactoe.parse("X.O/.../...");
const list: Option<number>[] = state === null ? [] : options(tictactoe, state);
const move: number | null = choose(tictactoe, tictactoe.start, { level: "casual", errorRate: 30 }, 0n);
const result: 0 | 1 | "draw" | null = outcome(tictactoe, new Round(tictactoe).state);
const remarks: Remark<number>[] = review(tictactoe, 0, [0, 1]);
const read: Promise<Game> = readGame({});
const element: PerfectPlay = document.createElement("perfect-play");
element.addEventListener("end", ({ detail }) => { const ended: 0 | 1 | "draw" = detail.result; return ended; });
element.addEventListener("change", ({ detail }) => { const title: string = detail.title; return title; });
element.addEventListener("click", ({ clientX }) => clientX);
element.level = "casual";
element.game = tictactoe.name;
register(tictactoe);
registerLater("connect:4x4,4", async () => readGame(await (await fetch("connect.json")).text()));
const day: Promise<number | null> = puzzleOf(tictactoe, 20000);
export const all = [distance, list, move, result, remarks, read, element.moves, day];

const solved = await solve("connect:5x4", { onProgress: ({ phase, done, total }) => console.log(phase, done / total) });
register(solved);
export const best: Option<string>[] = options(solved, solved.start).filter((option) => option.best);
export const far = open("connect.table").then(async (game) => { await game.ready(game.start); return game.file.bytes; });

// @ts-expect-error: of a board that no game reaches nothing is known
lookup(0, 7).best;
// @ts-expect-error: there is no such level
choose(tictactoe, 0, { level: "godlike" });
// @ts-expect-error: a state of another game
options(tictactoe, "X");
// @ts-expect-error: what was played is read only
element.moves = [];
// @ts-expect-error: there is no such level
element.level = "godlike";
// @ts-expect-error: a game ends with a result
element.addEventListener("end", ({ detail }) => detail.winner);
`;

/** The element in React's JSX. */
const IN_REACT = `
import type {} from "perfectplay/react";
export const good = <perfect-play game="tictactoe" level="casual" memory="" onend={({ detail }) => console.log(detail.result)} />;
// @ts-expect-error: there is no such level
export const bad = <perfect-play level="godlike" />;
`;

/** The attributes of the element that README.md lists, each with its values; flags have none. */
function documentedAttributes() {
  const [, table] = /\| attribute \| \|\n\| --- \| --- \|\n((?:\|.*\n)+)/.exec(readFileSync(`${DIRECTORY}README.md`, "utf8"));
  return table.trim().split("\n").map((row) => {
    const [, name, text] = /^\| `(\w+)` \| (.*) \|$/.exec(row);
    const values = name === "game" ? ["tictactoe"] : /^`/.test(text) ? [...text.split(" [")[0].matchAll(/`(\w+)`/g)].map(([, value]) => value) : [];
    return { name, values };
  });
}

/** The element in React's JSX with each documented attribute, and with an attribute that does not exist. */
const withAttributes = (attributes) => `
import type {} from "perfectplay/react";
export const good = [
${attributes.flatMap(({ name, values }) => (values.length ? values.map((value) => `${name}="${value}"`) : [name, `${name}=""`, `${name}={false}`]))
    .map((text, key) => `  <perfect-play key={${key}} ${text} />,`).join("\n")}
];
// @ts-expect-error: there is no such attribute
export const bad = <perfect-play bald />;
`;

/** Names that the examples of README.md take as given. */
const GIVEN = `
declare const bytes: Uint8Array;
declare const options: typeof import("perfectplay").options;
`;

/** That a module declares what it exports, and nothing else. */
const asExported = (module, names) => `
import * as module from "${module}";
type Names = ${names.map((name) => JSON.stringify(name)).join(" | ")};
export const undeclared: [Exclude<Names, keyof typeof module>] extends [never] ? true : false = true;
export const unexported: [Exclude<keyof typeof module, Names>] extends [never] ? true : false = true;
`;

test("TypeScript finds its types, which are those of what it exports and of what README.md says", async () => {
  write("typed.mts", TYPED);
  write("react.tsx", IN_REACT);
  write("attributes.tsx", withAttributes(documentedAttributes()));
  write("given.d.ts", GIVEN);
  const readme = readFileSync(`${DIRECTORY}README.md`, "utf8");
  [...readme.matchAll(/^```js\n(.*?)^```$/gms)].forEach(([, example], number) => write(`example-${number}.mts`, `${example}\nexport {};\n`));
  for (const [path, { types, default: module }] of Object.entries(JSON.parse(readFileSync(`${DIRECTORY}package.json`, "utf8")).exports)) {
    if (!types || !module) continue;
    const name = `perfectplay${path.slice(1)}`;
    const { exports } = await bundled(`export * from "${name}";`);
    write(`${basename(name)}.mts`, asExported(name, exports));
  }
  // Declarations are held against each other, too; those of the browser are taken as they are.
  const compilerOptions = {
    strict: true, noEmit: true, skipDefaultLibCheck: true, types: [], target: "es2022", module: "nodenext", jsx: "react-jsx",
    paths: { react: [`${DIRECTORY}node_modules/@types/react/index.d.ts`], "react/jsx-runtime": [`${DIRECTORY}node_modules/@types/react/jsx-runtime.d.ts`] },
  };
  write("tsconfig.json", JSON.stringify({ compilerOptions, include: ["*.mts", "*.tsx"], exclude: ["example-*.mts"] }));
  // Examples are JavaScript, which does not ask whether a value is null.
  write("tsconfig.examples.json", JSON.stringify({ compilerOptions: { ...compilerOptions, strictNullChecks: false }, include: ["given.d.ts", "example-*.mts"] }));
  for (const project of ["tsconfig.json", "tsconfig.examples.json"]) {
    const { stdout, status } = spawnSync(process.execPath, [join(DIRECTORY, "node_modules/typescript/bin/tsc"), "--project", join(directory, project)], { encoding: "utf8" });
    assert.deepEqual([stdout, status], ["", 0]);
  }
});
