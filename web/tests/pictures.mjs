// Pictures of every page, for people who judge how they look: `npm run pictures -- DIRECTORY [WIDTH …]`. Each
// sheet shows some games at the start, in the middle and at the end, at one width and in one colour scheme. It
// needs `perfectplay.wasm`, which plays Connect Four 7×6 in the gallery.

import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { readGame } from "../data.js";
import { solve } from "../solve.js";
import { below, mix, options, outcome } from "../solved.js";
import { tictactoe } from "../tictactoe.js";
import { DIRECTORY, command, launch, serve } from "./browser.mjs";
import { tableIn } from "./games.mjs";

const [into = "pictures", ...chosen] = process.argv.slice(2);
const VIEWPORTS = [[390, 844], [1280, 800], [1920, 1080]].filter(([width]) => !chosen.length || chosen.includes(String(width)));
/** The page of the game that is played in the gallery, of which only the start is shown. */
const LIVE = "unbeaten";
const SCHEMES = ["light", "dark"];
/** The number of games in a sheet, by the width of a page. */
const ROWS = { 390: 3, 1280: 4, 1920: 4 };

/** A game that two play at random, but in which nobody leaves a win at hand. */
function line(game) {
  const moves = [];
  let state = game.start;
  for (let ply = 0; ply < 40 && outcome(game, state) === null; ply += 1) {
    const all = options(game, state);
    const { move, to } = all.find(({ value, distance }) => value === "win" && distance === 1)
      ?? all[below(mix(BigInt(ply)), all.length)];
    moves.push(move);
    state = to;
  }
  return moves;
}

const pages = mkdtempSync(join(tmpdir(), "perfectplay-"));
const playbook = fileURLToPath(new URL("../../docs/connect-7x6.playbook", import.meta.url));
command("web", "--all", pages, "--module", `${DIRECTORY}perfectplay.wasm`, "--game", "connect:7x6", "--playbook", playbook);
const server = await serve(pages);
const browser = await launch();
mkdirSync(into, { recursive: true });

/** The pages: a name, and the parts of the address behind it. */
const rows = [];
const index = readFileSync(join(pages, "index.html"), "utf8");
for (const [, file] of index.matchAll(/<h2><a href="([^"]+)\.html"/g)) {
  if (file === LIVE) continue;
  const page = readFileSync(join(pages, `${file}.html`), "utf8");
  const beside = /data-table="([^"]+)"/.exec(page)?.[1];
  const inside = [...page.matchAll(/<script type="application\/json">(.*?)<\/script>/gs)].map(([, piece]) => piece).join("");
  const game = file === tictactoe.name ? tictactoe
    : /"states":/.test(inside) || beside ? await readGame(beside ? tableIn(readFileSync(join(pages, beside), "utf8")) : inside)
      : await solve(JSON.parse(inside).name);
  const moves = line(game);
  const half = moves.slice(0, Math.ceil(moves.length / 2));
  rows.push([file, ["", `#moves=${half.join(".")}`, `#moves=${moves.join(".")}`]]);
}

async function picture(address, [width, height], colorScheme) {
  const context = await browser.newContext({ viewport: { width, height }, colorScheme, reducedMotion: "reduce", isMobile: width < 600, hasTouch: width < 600 });
  const tab = await context.newPage();
  await tab.goto(address);
  await tab.locator(".table.drawn, .games [data-winner], .outcome .verdict").first().waitFor();
  await tab.waitForTimeout(150);
  const bytes = await tab.screenshot();
  await context.close();
  return `data:image/png;base64,${bytes.toString("base64")}`;
}

for (const viewport of VIEWPORTS) {
  for (const scheme of SCHEMES) {
    const [width] = viewport;
    const shown = width < 600 ? 300 : 600;
    for (let first = 0; first < rows.length; first += ROWS[width]) {
      const some = rows.slice(first, first + ROWS[width]);
      const images = [];
      for (const [file, hashes] of some) {
        for (const hash of hashes) images.push(await picture(`${server.address}/${file}.html${hash}`, viewport, scheme));
      }
      const context = await browser.newContext({ viewport: { width: 3 * (shown + 8), height: 400 } });
      const tab = await context.newPage();
      await tab.setContent(`<body style="margin:0;display:grid;gap:8px;grid-template-columns:repeat(3,1fr)">${images.map((image) => `<img src="${image}" style="width:100%">`).join("")}`);
      const path = join(into, `${width}-${scheme}-${some[0][0]}.png`);
      await tab.screenshot({ path, fullPage: true });
      await context.close();
      console.log(path);
    }
    for (const [name, height] of [["index", width < 600 ? 2400 : 1400], [LIVE, viewport[1]], ["playground", viewport[1]]]) {
      const image = await picture(`${server.address}/${name}.html`, [width, height], scheme);
      writeFileSync(join(into, `${width}-${scheme}-${name}.png`), Buffer.from(image.split(",")[1], "base64"));
    }
  }
}
await browser.close();
server.close();
rmSync(pages, { recursive: true });
