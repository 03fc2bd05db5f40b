// The page in a real browser: where it is opened from, and how a test acts on it.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { createReadStream, existsSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { after, before, test as untimed } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";

import { chromium } from "playwright-core";

const require = createRequire(import.meta.url);
export const game = require("../game.js");

const FOLDER = fileURLToPath(new URL("..", import.meta.url));
const CHROMIUM = process.env.CHROMIUM ?? "/usr/bin/chromium";
const FLAGS = [
  "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
  "--disable-background-networking", "--disable-component-update", "--disable-sync",
];

export function launch() {
  return chromium.launch({ executablePath: CHROMIUM, args: FLAGS });
}

/** A browser and the places, for as long as the tests of a file run. */
export function shared() {
  const found = {};
  before(async () => {
    found.places = await places();
    found.browser = await launch();
  });
  // Whichever of them there is: what is left open keeps a failed run from ending.
  after(async () => {
    await found.browser?.close();
    found.places?.close();
  });
  return found;
}

/** A test that fails by itself if it does not end. */
export function test(name, body) {
  return untimed(name, { timeout: 120_000 }, body);
}

const TYPES = { ".html": "text/html", ".css": "text/css", ".js": "text/javascript" };

/** Every place that the page is opened from: its name, its address, and how to leave it.
 *  The command that writes the page as one file is named by PERFECTPLAY. */
export async function places() {
  const server = createServer((request, response) => {
    const path = join(FOLDER, new URL(request.url, "http://localhost").pathname);
    if (!existsSync(path)) return response.writeHead(404).end();
    response.writeHead(200, { "content-type": TYPES[extname(path)] ?? "text/plain" });
    return createReadStream(path).pipe(response);
  });
  await new Promise((resolve) => { server.listen(0, "127.0.0.1", resolve); });
  const folder = mkdtempSync(join(tmpdir(), "perfectplay-"));
  const single = join(folder, "page.html");
  execFileSync(process.env.PERFECTPLAY ?? "perfectplay", ["web", "-o", single]);
  return {
    list: [
      { name: "a file", address: pathToFileURL(join(FOLDER, "index.html")).href },
      { name: "a server", address: `http://127.0.0.1:${server.address().port}/index.html` },
      { name: "one file", address: pathToFileURL(single).href },
    ],
    close() {
      server.close();
      rmSync(folder, { recursive: true });
    },
  };
}

/** The page, opened: what a user sees and does. */
export class Page {
  /** `hash` is the address' fragment; `storage: false` denies the local storage; the clock
   *  stands still if it is told to, until `wait`. The rest are options of the browser. */
  static async open(browser, place, { hash = "", storage = true, clock = true, ...options } = {}) {
    const context = await browser.newContext({ viewport: { width: 900, height: 900 }, ...options });
    const tab = await context.newPage();
    const page = new Page(tab, place);
    tab.on("console", (message) => {
      if (message.type() === "error" || message.type() === "warning") page.problems.push(message.text());
    });
    tab.on("pageerror", (error) => page.problems.push(error.message));
    const folder = new URL(".", place.address).href;
    tab.on("request", (request) => {
      const url = request.url();
      if (!url.startsWith(folder) && !url.startsWith("data:")) page.problems.push(`request of ${url}`);
    });
    if (!storage) {
      await tab.addInitScript(() => {
        Object.defineProperty(window, "localStorage", {
          get() { throw new DOMException("denied", "SecurityError"); },
        });
      });
    }
    if (clock) await tab.clock.install({ time: 0 });
    await tab.goto(place.address + hash);
    // However slow the machine is, no time passes but by `wait`.
    if (clock) await tab.clock.pauseAt(60_000);
    return page;
  }

  constructor(tab, place) {
    this.tab = tab;
    this.place = place;
    this.problems = [];
  }

  /** Nothing has gone wrong behind the user's back. */
  async close() {
    assert.deepEqual(this.problems, []);
    await this.tab.context().close();
  }

  /** Lets time pass: more than the computer's pause. */
  wait(milliseconds = 500) {
    return this.tab.clock.runFor(milliseconds);
  }

  cell(number) {
    return this.tab.locator(`[data-cell="${number}"]`);
  }

  control(name) {
    return this.tab.locator(`[data-control="${name}"]`);
  }

  async press(name) {
    await this.control(name).click();
  }

  async choose(choices) {
    for (const [name, value] of Object.entries(choices)) await this.control(name).selectOption(value);
  }

  /** The board as it is shown: the masks of X and O. */
  async board() {
    const marks = await this.tab.locator("[data-cell]").evaluateAll((cells) => cells.map((cell) => cell.dataset.mark));
    const held = (mark) => marks.reduce((mask, found, cell) => found === mark ? mask | 1 << cell : mask, 0);
    return { x: held("X"), o: held("O") };
  }

  async marks() {
    const { x, o } = await this.board();
    return game.count(x | o);
  }

  status() {
    return this.tab.locator("[role=status]").textContent();
  }

  score() {
    return this.tab.locator("[data-score]").evaluateAll((scores) =>
      Object.fromEntries(scores.map((score) => [score.dataset.score, Number(score.textContent)])));
  }

  /** Whose side is whose, as the scores name them. */
  sides() {
    return this.tab.locator("[data-side] dt").allTextContents();
  }

  /** What does not fit: boxes wider or higher than their room, texts beyond their button or
   *  the window, and choices that their select would shorten. */
  cutOff() {
    return this.tab.evaluate(() => {
      const pen = document.createElement("canvas").getContext("2d");
      const width = document.documentElement.clientWidth;
      const beyond = (inner, outer) => inner.left < outer.left - 0.5 || inner.right > outer.right + 0.5
        || inner.top < outer.top - 0.5 || inner.bottom > outer.bottom + 0.5;
      const isCutOff = (element) => {
        const style = getComputedStyle(element);
        if (element.matches("select")) {
          pen.font = style.font;
          const room = element.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
          return [...element.options].some(({ text }) => pen.measureText(text).width > room);
        }
        const text = document.createRange();
        text.selectNodeContents(element);
        const box = text.getBoundingClientRect();
        const within = element.closest("button, dialog, .card");
        if (!box.width) return false;
        return box.left < 0 || box.right > width || (within && beyond(box, within.getBoundingClientRect()))
          || (style.display !== "inline" && element.scrollWidth > element.clientWidth);
      };
      return [...document.querySelectorAll("body *:not(svg, svg *, option, input, script, template)")]
        .filter((element) => element.checkVisibility() && isCutOff(element))
        .map((element) => element.outerHTML.slice(0, 120));
    });
  }

  isOver() {
    return this.board().then((board) => game.outcome(board) !== "");
  }

  /** Plays a game to its end: whenever it is our turn, the cell that `pick` gives for the
   *  state in the terms of the rules, where X moves first. */
  async play(pick, firstMark = "X") {
    for (let turn = 0; turn <= game.CELLS.length; turn += 1) {
      const shown = await this.board();
      const state = firstMark === "X" ? shown : game.exchanged(shown);
      if (game.outcome(state)) return game.outcome(shown);
      await this.cell(pick(state)).evaluate((cell) => cell.click());
      await this.wait();
    }
    return assert.fail("expected a game to end within nine turns");
  }
}
