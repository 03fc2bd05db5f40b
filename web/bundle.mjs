// Writes what is generated here: `npm run bundle`. These are the style sheets and the markup as a
// module, and each page's script as one short file, which the command includes. CI makes them again and
// compares.

import { readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

import { build, transform } from "esbuild";

const MADE = "// Made by `npm run bundle`.";
const DIRECTORY = fileURLToPath(new URL(".", import.meta.url));
/** The scripts, and the modules that they begin with: the page of the package's game, those of other
 *  games, that of a playbook which a module reads, that of a game which it solves, that of a game whose moves it proves, the gallery, without and with a game that is played in
 *  it, the page that solves games, and its worker; the playground, what runs the rules of a stranger, and the frame that this is in. */
export const BUNDLES = {
  "page.min.js": ["page.js"],
  "game.min.js": ["page.js", "open.js"],
  "playbook.min.js": ["playbook.js"],
  "solving.min.js": ["solving.js"],
  "proving.min.js": ["proving.js"],
  "gallery.min.js": ["gallery.js"],
  "live.min.js": ["gallery.js", "live.js"],
  "own.min.js": ["own.js"],
  "solver.min.js": ["solver.js"],
  "playground.min.js": ["playground/page.js"],
  "runtime.min.js": ["playground/runtime.js"],
  "frame.min.js": ["playground/frame.js"],
};

/** Scripts that leave no names behind them, since rules stand after them. */
const CLOSED = ["runtime.min.js", "frame.min.js"];

/** Style sheets and markup as texts of a module, since browsers import neither: its exports, and the
 *  file of each. */
export const SHEETS = "draw/sheets.js";
const SHEETS_FROM = {
  style: "draw/style.css", boardsStyle: "draw/boards.css", boardMarkup: "draw/board.html", markup: "draw/player.html",
};

/** A style sheet or markup without what only its readers need. */
async function shortened(file) {
  const source = await readFile(DIRECTORY + file, "utf8");
  if (file.endsWith(".html")) return source.replace(/^<!--.*?-->\n/s, "").replace(/(?<=\n)\s*|(?<=>)\n/g, "");
  return (await transform(source, { loader: "css", minify: true })).code.trim();
}

export async function sheets() {
  const texts = await Promise.all(Object.entries(SHEETS_FROM).map(async ([name, file]) => `export const ${name} = ${JSON.stringify(await shortened(file))};\n`));
  return `${MADE}\n${texts.join("")}`;
}

/** Returns a comment with the licences of the packages whose modules are in a bundle, or nothing if there are none. Packages
 *  with the same words share them, after the lines with their copyrights. */
async function notices(modules) {
  const packages = [...new Set(modules.map((module) => /^node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(module)?.[1]).filter(Boolean))].sort();
  const owners = new Map();
  for (const name of packages) {
    const directory = `${DIRECTORY}node_modules/${name}/`;
    const { version } = JSON.parse(await readFile(`${directory}package.json`, "utf8"));
    const lines = (await readFile(`${directory}LICENSE`, "utf8")).trim().split("\n");
    const isCopyright = (line) => /^copyright /i.test(line.trim());
    if (!lines.some(isCopyright)) throw new Error(`expected a copyright in the licence of ${name}, found none`);
    const text = lines.filter((line) => !isCopyright(line)).join("\n").replace(/\n{2,}/g, "\n\n").trim();
    owners.set(text, [...owners.get(text) ?? [], ...lines.filter(isCopyright).map((line) => `${name} ${version}: ${line.trim()}`)]);
  }
  return [...owners].map(([text, lines]) => `/*!\n${lines.join("\n")}\n\n${text}\n*/\n`).join("");
}

export async function bundle(name) {
  const contents = BUNDLES[name].map((module) => `import "./${module}";`).join("\n");
  const { outputFiles: [{ text }], metafile: { inputs } } = await build({
    stdin: { contents, resolveDir: DIRECTORY }, bundle: true, minify: true, write: false, format: CLOSED.includes(name) ? "iife" : "esm", target: "es2022",
    charset: "utf8", define: { "import.meta.url": "location.href" }, legalComments: "none", ignoreAnnotations: true,
    metafile: true, absWorkingDir: DIRECTORY,
  });
  return `${MADE}\n${await notices(Object.keys(inputs))}${text}`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await writeFile(DIRECTORY + SHEETS, await sheets());
  for (const name of Object.keys(BUNDLES)) await writeFile(DIRECTORY + name, await bundle(name));
}
