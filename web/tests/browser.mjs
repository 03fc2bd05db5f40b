// The page in a real browser: where it is opened from, and how a test acts on it.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { createReadStream, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { after, before, test as untimed } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";

import { chromium } from "playwright-core";

import { options, outcome, plan, sorted } from "../solved.js";
import { count, tictactoe } from "../tictactoe.js";
import { GAMES } from "./games.mjs";

export const DIRECTORY = fileURLToPath(new URL("..", import.meta.url));

/** The script of axe-core, for a page. */
export const AXE = createRequire(import.meta.url).resolve("axe-core/axe.min.js");

/** Chromium: without the parts of a desktop browser, if it is there so, since that takes half the
 *  time. */
export const CHROMIUM = process.env.CHROMIUM
  ?? ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"].find((path) => existsSync(path));
/** How large a window is unless a test says so. */
const SIZE = { width: 900, height: 900 };
const FLAGS = [
  "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
  "--disable-background-networking", "--disable-component-update", "--disable-sync",
];

/** A channel whose messages arrive at the end of the task that sends them. */
const atOnce = () => {
  globalThis.MessageChannel = class {
    port1 = { onmessage: null, close() {} };

    port2 = { postMessage: (data) => queueMicrotask(() => this.port1.onmessage({ data })) };
  };
};

/** Launches Chromium. Unless its pages have `turns`, as users have them, what a click draws and seeks in
 *  turns of the browser (`turns.js`) is there when the click returns, however busy the machine is. */
export async function launch({ turns = false } = {}) {
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: FLAGS });
  const newContext = browser.newContext.bind(browser);
  // Pages are made in contexts, too.
  browser.newContext = async (options) => {
    const context = await newContext(options);
    context.setDefaultTimeout(PATIENCE);
    if (!turns) await context.addInitScript(atOnce);
    return context;
  };
  return browser;
}

/** A browser and the places, for as long as the tests of a file run, and what opens pages there. */
export function shared() {
  const found = {
    open: (options, place = "one file") => Page.open(found.browser, found.places[place], options),
    /** A page on which two play, with some moves made. */
    async duel(cells = [], options = {}) {
      const page = await found.open(options);
      await page.choose({ players: "2" });
      for (const cell of cells) await page.cell(cell).click();
      return page;
    },
  };
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

/** A browser and a server of the pages of all games, for as long as the tests of a file run, and where a
 *  page is opened from: a folder. */
export function sharedGames() {
  const found = {
    address: (name) => pathToFileURL(join(GAMES, `${name}.html`)).href,
  };
  before(async () => {
    if (!GAMES) return;
    found.server = await serve(GAMES);
    found.browser = await launch();
  });
  after(async () => {
    await found.browser?.close();
    found.server?.close();
  });
  return found;
}

/** A game of two that O loses by its first move. */
export const LOST = [0, 1, 4, 8, 2, 5, 6];

/** After these milliseconds, a test or an action of a browser counts as one that never ends. */
export const PATIENCE = 600_000;

/** A test that fails by itself if it does not end: a name, perhaps options, and what it does. */
export function test(name, ...given) {
  const body = given.pop();
  return untimed(name, { timeout: PATIENCE, ...given[0] }, body);
}

/** A server of the files in a directory: its address, and how to close it. */
export async function serve(directory) {
  const server = createServer((request, response) => {
    const path = join(directory, new URL(request.url, "http://localhost").pathname);
    if (!existsSync(path)) return response.writeHead(404).end();
    response.writeHead(200, { "content-type": TYPES[extname(path)] ?? "text/plain" });
    return createReadStream(path).pipe(response);
  });
  await new Promise((resolve) => { server.listen(0, "127.0.0.1", resolve); });
  return { address: `http://127.0.0.1:${server.address().port}`, close: () => server.close() };
}

const TYPES = { ".html": "text/html", ".css": "text/css", ".js": "text/javascript" };

/** Runs the command, which PERFECTPLAY names. */
export function command(...given) {
  execFileSync(process.env.PERFECTPLAY ?? "perfectplay", given);
}

/** The address of the project, which the page as one file links. */
export const PROJECT = 'https://example.org/?a=1&b="2"';

/** Writes the page as one file into a directory. */
export function writePage(directory) {
  const single = join(directory, "page.html");
  command("web", "--project", PROJECT, "-o", single);
  return single;
}

/** Every place that the page is opened from: its address, and how to leave it. A frame is the
 *  whole of a page of another origin, which may write no address and remember nothing. */
export async function places() {
  const directory = mkdtempSync(join(tmpdir(), "perfectplay-"));
  const single = writePage(directory);
  const server = await serve(DIRECTORY);
  const frame = (kind, script) => {
    const file = join(directory, `${kind}.html`);
    writeFileSync(file, `<!doctype html><meta charset="utf-8"><iframe width="880" height="860"></iframe><script>
      const page = new TextDecoder().decode(Uint8Array.from(atob("${readFileSync(single).toString("base64")}"), (c) => c.charCodeAt(0)));
      const frame = document.querySelector("iframe");
      ${script}</script>`);
    return { address: pathToFileURL(file).href, isFrame: true };
  };
  return {
    "a server": { address: `${server.address}/index.html` },
    "one file": { address: pathToFileURL(single).href },
    srcdoc: frame("srcdoc", 'frame.sandbox = "allow-scripts"; frame.srcdoc = page;'),
    blob: frame("blob", 'frame.src = URL.createObjectURL(new Blob([page], { type: "text/html" }));'),
    data: frame("data", 'frame.src = `data:text/html;charset=utf-8,${encodeURIComponent(page)}`;'),
    single,
    close() {
      server.close();
      rmSync(directory, { recursive: true });
    },
  };
}

/** Tabs that no test uses now, by the browser and what they were opened with: to open one takes
 *  longer than most tests. Nothing of a test stays in a tab that is put back. */
const spare = new WeakMap();

function sparesOf(browser, kind) {
  if (!spare.has(browser)) spare.set(browser, new Map());
  const kinds = spare.get(browser);
  if (!kinds.has(kind)) kinds.set(kind, []);
  return kinds.get(kind);
}

async function newTab(browser, { storage, clock, script, ...options }) {
  const context = await browser.newContext({ viewport: SIZE, ...options });
  if (clock) await context.clock.install({ time: 0 });
  if (!storage) {
    await context.addInitScript(() => {
      Object.defineProperty(window, "localStorage", {
        get() { throw new DOMException("denied", "SecurityError"); },
      });
    });
  }
  if (script) await context.addInitScript(script);
  const tab = await context.newPage();
  // However slow the machine is, no time passes but by `wait`.
  if (clock) await context.clock.pauseAt(60_000);
  return tab;
}

/** The page, opened: what a user sees and does. */
export class Page {
  /** `hash` is the address' fragment; `hints: false` leaves them off, as strangers find them; `storage: false` denies the local storage; the clock
   *  stands still if it is told to, until `wait`; a script runs before the page's own. The rest
   *  are options of the browser. */
  static async open(browser, place, { hash = "", viewport = SIZE, colorScheme = null, reducedMotion = "reduce", forcedColors = null, hints = true, ...given } = {}) {
    const options = { storage: true, clock: true, script: null, ...given };
    const kind = JSON.stringify({ ...options, script: String(options.script) });
    const spares = sparesOf(browser, kind);
    const page = new Page(spares.pop() ?? await newTab(browser, options), place);
    page.spares = options.storage ? spares : null;
    await page.tab.setViewportSize(viewport);
    await page.tab.emulateMedia({ media: null, colorScheme, reducedMotion, forcedColors });
    await page.enter(hash);
    if (hints) await page.showHints();
    return page;
  }

  /** Shows what moves are worth, where a page can, as most tests want to see it. */
  showHints() {
    return this.root.locator('[data-control="values"][aria-pressed="false"]:not([hidden], [aria-disabled="true"])')
      .evaluateAll((buttons) => buttons.forEach((button) => button.click()));
  }

  /** The same place in another tab of the same browser. */
  async another() {
    const page = new Page(await this.tab.context().newPage(), this.place);
    await page.enter("");
    return page;
  }

  async enter(hash) {
    const { tab, place } = this;
    tab.on("console", (message) => {
      if (message.type() === "error" || message.type() === "warning") this.problems.push(message.text());
    });
    tab.on("pageerror", (error) => this.problems.push(error.message));
    const directory = new URL(".", place.address).href;
    tab.on("request", (request) => {
      const url = request.url();
      if (!url.startsWith(directory) && !/^(data|blob|about):/.test(url)) this.problems.push(`request of ${url}`);
    });
    await tab.goto(place.address + hash);
    if (place.isFrame) this.root = tab.frameLocator("iframe");
    await this.settled();
  }

  /** Waits until a page with a player has drawn it. */
  async settled() {
    if (await this.root.locator("body:has(perfect-play:defined)").count()) await this.root.locator(".board").waitFor({ state: "attached" });
  }

  async reload() {
    await this.tab.reload();
    await this.settled();
  }

  constructor(tab, place) {
    this.tab = tab;
    /** Where the page's elements are: the tab, or a frame in it. */
    this.root = tab;
    this.place = place;
    this.problems = [];
  }

  /** Nothing has gone wrong behind the user's back. */
  async close() {
    assert.deepEqual(this.problems, []);
    await this.leave();
  }

  /** Empties the tab for another test, or closes it. */
  async leave() {
    const { tab, spares } = this;
    const context = tab.context();
    if (!spares) {
      await context.close();
      return;
    }
    for (const other of context.pages()) if (other !== tab) await other.close();
    await tab.evaluate(() => localStorage.clear());
    for (const event of ["console", "pageerror", "request"]) tab.removeAllListeners(event);
    await tab.mouse.move(0, 0);
    await tab.goto("about:blank");
    spares.push(tab);
  }

  /** Lets time pass: more than the computer's pause. */
  wait(milliseconds = 500) {
    return this.tab.clock.runFor(milliseconds);
  }

  cell(number) {
    return this.root.locator(`[data-cell="${number}"]`);
  }

  control(name) {
    return this.root.locator(`[data-control="${name}"]`);
  }

  /** Presses a button, also where it is folded away. */
  async press(name) {
    await this.control(name).evaluate((button) => button.closest("details")?.setAttribute("open", ""));
    await this.control(name).click();
  }

  /** Opens the first summary of those that are meant, by a click or a tap. The list below it is
   *  made when the browser tells that it was opened, which is some time later. */
  async unfold(summary, gesture = "click") {
    await this.root.locator(summary).first()[gesture]();
    await this.root.locator(`${summary} + ul`).first().waitFor();
  }

  /** Chooses settings, which are folded away. */
  async choose(choices) {
    await this.root.locator(".settings").evaluate((details) => { details.open = true; });
    for (const [name, value] of Object.entries(choices)) await this.control(name).selectOption(value);
  }

  /** Shows what moves are worth, or puts it away. */
  async showValues(isShown) {
    if (await this.control("values").getAttribute("aria-pressed") !== String(isShown)) await this.press("values");
  }

  /** The board as it is shown: the masks of X and O, or of the players of another game. */
  async board() {
    const players = await this.root.locator("[data-cell]").evaluateAll((cells) => cells.map(({ dataset: { mark, player } }) => mark && player));
    const held = (player) => players.reduce((mask, found, cell) => found === player ? mask | 1 << cell : mask, 0);
    return { x: held("0"), o: held("1") };
  }

  async marks() {
    const { x, o } = await this.board();
    return count(x | o);
  }

  /** What is told: what happened last, and how things stand. */
  async status() {
    return (await this.root.locator(".said, .standing").allTextContents()).filter(Boolean).join(" ");
  }

  /** The scores: of X, of O, and draws. */
  async score() {
    const [x, draw, o] = await this.root.locator("[data-score]").allTextContents();
    return { X: Number(x), O: Number(o), draw: Number(draw) };
  }

  /** Whose side is whose, as the scores name them. */
  sides() {
    return this.tab.locator("[data-side] dt").allTextContents();
  }

  /** What is too small for a thumb: all that is pressed is 44 pixels high, and squares and moves
   *  in a list are as wide. */
  smallTargets(square = 44) {
    return this.tab.locator("button:enabled:visible, select:visible, summary:visible, label:has(input):visible").evaluateAll((targets, square) =>
      targets.filter((target) => {
        const { width, height } = target.getBoundingClientRect();
        if (target.matches(".cell")) return Math.min(width, height) < square;
        return height < 44 || (width < 44 && target.matches(".choices button"));
      }).map(({ outerHTML }) => outerHTML.slice(0, 80)), square);
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
        const within = element.closest("button, .card");
        if (!box.width) return false;
        return box.left < 0 || box.right > width || (within && beyond(box, within.getBoundingClientRect()))
          || (style.display !== "inline" && element.scrollWidth > element.clientWidth);
      };
      const shadow = document.querySelector("perfect-play").shadowRoot;
      // Lines and lists of moves scroll within their room.
      const list = shadow.querySelector(".remarks");
      list.style.height = "auto";
      for (const step of shadow.querySelectorAll(".steps > li + li")) step.hidden = true;
      const found = [...shadow.querySelectorAll("*:not(svg, svg *, option, input, template, details)")]
        .filter((element) => element.checkVisibility() && isCutOff(element))
        .map((element) => element.outerHTML.slice(0, 120));
      for (const step of shadow.querySelectorAll(".steps > li + li")) step.hidden = false;
      list.style.height = "";
      return found;
    });
  }

  /** Plays a game to its end: whenever it is our turn, the cell that `pick` gives for the
   *  state in the terms of the rules, where X moves first. Gives who won, as shown. */
  async play(pick, firstMark = "X") {
    for (let turn = 0; turn <= 9; turn += 1) {
      const { x, o } = await this.board();
      const state = firstMark === "X" ? x | o << 9 : o | x << 9;
      const result = outcome(tictactoe, state);
      if (result !== null) return result === "draw" ? "draw" : "XO"[firstMark === "X" ? result : 1 - result];
      await this.cell(pick(state)).evaluate((cell) => cell.click());
      await this.wait();
    }
    return assert.fail("expected a game to end within nine turns");
  }
}

/** A good move, or a bad one. Good ones set traps, too: whoever errs at every chance then has
 *  one, and loses. */
export const best = (state) => plan(tictactoe, state, { level: "perfect" }).usual[0].move;
export const worst = (state) => sorted(options(tictactoe, state)).at(-1).move;

/** A legal move: the first of those that a seed leads to. */
export function randomly(seed) {
  let now = seed;
  return (state) => {
    // The generator of S. K. Park and K. W. Miller, 1988.
    now = now * 48271 % 2147483647;
    const legal = options(tictactoe, state);
    return legal[now % legal.length].move;
  };
}
