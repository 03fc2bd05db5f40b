// Writes the scripts of the pages that the command writes, each as one file that names everything as
// short as can be: `npm run bundle`. The command has these files in it; a test holds them against
// the modules.

import { readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

import { build, transform } from "esbuild";

const DIRECTORY = fileURLToPath(new URL(".", import.meta.url));
/** The scripts, and the modules that they begin with: the page of the package's game, those of other
 *  games, the gallery, the page that solves games, and its worker. */
export const BUNDLES = {
  "page.min.js": ["page.js"],
  "game.min.js": ["page.js", "open.js"],
  "gallery.min.js": ["gallery.js"],
  "own.min.js": ["own.js"],
  "solver.min.js": ["solver.js"],
};

/** Style and markup are texts of modules, and made short as what they are. */
const texts = {
  name: "texts",
  setup({ onLoad }) {
    onLoad({ filter: /draw\/(style|boards-style|markup)\.js$/ }, async ({ path }) => {
      const source = await readFile(path, "utf8");
      if (path.endsWith("markup.js")) return { contents: source.replace(/(?<=\n)\s*|(?<=>)\n/g, "") };
      const [, before, text, after] = /^(.*= `)(.*)(`;\n)$/s.exec(source);
      const { code } = await transform(text, { loader: "css", minify: true });
      return { contents: before + code.trim().replaceAll("\\", "\\\\") + after };
    });
  },
};

export async function bundle(name) {
  const contents = BUNDLES[name].map((module) => `import "./${module}";`).join("\n");
  const { outputFiles: [{ text }] } = await build({
    stdin: { contents, resolveDir: DIRECTORY }, bundle: true, minify: true, write: false, format: "esm", target: "es2022",
    charset: "utf8", define: { "import.meta.url": "location.href" }, legalComments: "none", ignoreAnnotations: true, plugins: [texts], banner: { js: "// Made by `npm run bundle`." },
  });
  return text;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const name of Object.keys(BUNDLES)) await writeFile(DIRECTORY + name, await bundle(name));
}
