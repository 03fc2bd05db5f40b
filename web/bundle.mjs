// Writes what is generated here: `npm run bundle`. These are the style sheets and the markup as a
// module, and the scripts of pages as short files, which the command includes. CI makes them again and
// compares.
//
// A page has one script, which is several of these one after the other: first what pages share, and
// last what only this page has. A shared script gives its exports to the scripts after it as an object.

import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import { gunzipSync, gzipSync } from "node:zlib";

import { build, transform } from "esbuild";

const MADE = "// Made by `npm run bundle`.";
const DIRECTORY = fileURLToPath(new URL(".", import.meta.url));

/** The shared scripts: the player, tables as data of a page, and the solver. Each has the modules that it begins
 *  with, and all their imports which no shared script before it has. The editor has all packages. */
const SHARED = { player: ["./element.js", "./description.js"], data: ["./data.js"], solve: ["./solve.js", "./inside.js"], editor: [] };
/** The other scripts: the modules that they begin with, and the shared scripts before them. These are the page of
 *  the package's game, those of other games, that of a playbook which a module reads, that of a game which it
 *  solves, that of a game whose moves it proves, the gallery, without and with a game that is played in it, the
 *  page that solves games, and its worker; the playground, what runs the rules of a stranger, and the frame that
 *  this is in. */
const OWN = {
  page: [["./page.js"]],
  game: [["./page.js", "./open.js"], ["player", "data"]],
  playbook: [["./playbook.js"], ["player"]],
  solving: [["./solving.js"], ["player", "data", "solve"]],
  proving: [["./proving.js"], ["player"]],
  gallery: [["./gallery.js"]],
  live: [["./gallery.js", "./live.js"], ["player"]],
  own: [["./own.js"], ["player", "data", "solve"]],
  solver: [["./solver.js"]],
  playground: [["./playground/page.js"], ["player", "data", "editor"]],
  runtime: [["./playground/runtime.js"]],
  frame: [["./playground/frame.js"]],
};

/** Scripts that leave no names behind them, since rules stand after them. */
const CLOSED = ["runtime", "frame"];

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

/** The scripts that are compressed, because the command is smaller with them. A page that most users open has none. */
const COMPRESSED = ["editor", "gallery"];
const fileOf = (name) => `${name}.min.js${COMPRESSED.includes(name) ? ".gz" : ""}`;

/** Joins modules into one script. Returns its text, and the files of the modules. */
async function joined(contents, name, plugins = []) {
  const { outputFiles: [{ text }], metafile: { inputs } } = await build({
    stdin: { contents, resolveDir: DIRECTORY }, bundle: true, minify: true, write: false, format: CLOSED.includes(name) ? "iife" : "esm", target: "es2022",
    charset: "utf8", define: { "import.meta.url": "location.href" }, legalComments: "none", metafile: true, absWorkingDir: DIRECTORY, plugins,
    // The annotation of this package says what others may leave out, and pages may not.
    ignoreAnnotations: name !== "editor",
  });
  return { text, files: Object.keys(inputs).filter((file) => file !== "<stdin>") };
}

const importing = (modules) => modules.map((module) => `import "${module}";`).join("\n");
const pairs = (names) => names.split(",").map((name) => name.split(" as "));
const entries = (names) => names.map(([from, to]) => (from === to ? from : `${from}:${to}`)).join(",");

/** Makes a script. What a script before it has, by `home`, comes from there: the text begins with the names. Calls
 *  `use` with each name, its script and its module. */
async function made(name, contents, before, home, use) {
  const elsewhere = {
    name: "elsewhere",
    setup({ onResolve, resolve }) {
      onResolve({ filter: /./ }, async ({ path, pluginData, ...how }) => {
        if (pluginData) return null;
        const found = await resolve(path, { ...how, pluginData: true });
        const file = relative(DIRECTORY, found.path);
        return before.includes(home(file)) ? { path: `${home(file)}:${file}`, external: true } : found;
      });
    },
  };
  const { text, files } = await joined(contents, name, [elsewhere]);
  const used = new Map(before.map((script) => [script, []]));
  let given = "";
  const code = text.trim()
    .replace(/import(?:\{([^{}]*)\}from)?"(\w+):([^"]*)";/g, (_, names, script, file) => {
      for (const [theirs, mine = theirs] of names ? pairs(names) : []) {
        use(theirs, script, file);
        used.get(script).push([theirs, mine]);
      }
      return "";
    })
    .replace(/export\{([^{}]*)\};$/, (_, names) => {
      given = entries(pairs(names).map(([mine, theirs = mine]) => [theirs, mine]));
      return "";
    });
  const begin = [...used].filter(([, names]) => names.length).map(([script, names]) => `const{${entries(names)}}=${script};`).join("");
  const whole = given ? `const ${name}=(()=>{${begin}${code}return{${given}}})();` : before.length ? `{${begin}${code}}` : code;
  return `${MADE}\n${await notices(files)}${whole}\n`;
}

/** Returns the text of each script by its name. */
export async function bundles() {
  const shared = Object.keys(SHARED);
  const homes = new Map();
  for (const name of shared) {
    for (const file of (await joined(importing(SHARED[name]), name)).files) if (!homes.has(file)) homes.set(file, name);
  }
  /** The shared script that has a module. */
  const home = (file) => (file.startsWith("node_modules/") ? "editor" : homes.get(file));
  /** What the scripts use of each shared script: the names, by module. */
  const wanted = new Map(shared.map((name) => [name, new Map()]));
  const use = (name, script, file) => wanted.get(script).set(file, (wanted.get(script).get(file) ?? new Set()).add(name));
  const texts = new Map();
  for (const [name, [modules, before = []]] of Object.entries(OWN)) texts.set(name, await made(name, importing(modules), before, home, use));
  // A shared script is made once it is known what the scripts after it use.
  for (const [i, name] of [...shared.entries()].reverse()) {
    const exported = [...wanted.get(name)].sort().map(([file, names]) => `export { ${[...names].sort().join(", ")} } from "./${file}";`);
    texts.set(name, await made(name, [importing(SHARED[name]), ...exported].join("\n"), shared.slice(0, i), home, use));
  }
  return texts;
}

/** Returns the text of a script as the file has it; an empty text if there is no file. */
export async function written(name) {
  const file = DIRECTORY + fileOf(name);
  if (!existsSync(file)) return "";
  const bytes = await readFile(file);
  return (file.endsWith(".gz") ? gunzipSync(bytes) : bytes).toString();
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await writeFile(DIRECTORY + SHEETS, await sheets());
  for (const [name, text] of await bundles()) {
    // Another version of zlib may write other bytes for the same text.
    if (await written(name) === text) continue;
    const file = fileOf(name);
    await writeFile(DIRECTORY + file, file.endsWith(".gz") ? gzipSync(text, { level: 9 }) : text);
  }
}
