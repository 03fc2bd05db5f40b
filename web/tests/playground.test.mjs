// The playground in Chromium: rules are changed, solved and played; what is wrong with them is told; and the
// rules of a stranger reach nothing.

import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before } from "node:test";
import { pathToFileURL } from "node:url";
import { deflateSync } from "node:zlib";

import { AXE, command, launch, test } from "./browser.mjs";
import { EXAMPLES } from "../playground/examples.js";
import { fragmentOf } from "../playground/share.js";

const { PLAYGROUND, MODULE } = process.env;
let [address, directory, browser] = [PLAYGROUND, null, null];

before(async () => {
  directory = mkdtempSync(join(tmpdir(), "perfectplay-"));
  if (!address) {
    command("web", "--module", MODULE, "--all", directory);
    address = join(directory, "playground.html");
  }
  browser = await launch({ turns: true });
});
after(async () => {
  await browser?.close();
  rmSync(directory, { recursive: true });
});

/** Opens the playground with some rules, if they are given. */
async function open(source, { viewport = { width: 1280, height: 900 }, colorScheme = "light" } = {}) {
  const context = await browser.newContext({ viewport, colorScheme, acceptDownloads: true, reducedMotion: "reduce" });
  const page = await context.newPage();
  page.problems = [];
  page.on("pageerror", (error) => page.problems.push(error.message));
  const hash = source === undefined ? "" : `#${await fragmentOf(source)}`;
  await page.goto(pathToFileURL(address).href + hash);
  return page;
}

const verdict = (page) => page.locator(".outcome:visible .verdict").textContent();
const fault = async (page) => {
  await page.locator(".fault:visible").waitFor();
  return page.locator(".fault").innerText();
};

test("three in a row is solved; with another outcome it is another game, and is played", async () => {
  const page = await open();
  await page.locator(".report:visible").waitFor();
  assert.equal(await verdict(page), "A draw, if nobody makes a mistake");
  assert.match(await page.locator(".size").textContent(), /^5,478 positions, solved in/);
  // "loss" for who is to move becomes "win": whoever makes a row loses.
  const changed = EXAMPLES[0].replace('return "loss"', 'return "win"').replace("const LENGTH = 3", "const LENGTH = 2");
  const other = await open(changed);
  await other.locator(".report:visible").waitFor();
  assert.equal(await verdict(other), "O can always win (in 3 moves)");
  // It is played: the computer answers.
  await other.locator("perfect-play [data-cell='4']").click();
  await other.waitForFunction(() => document.querySelector("perfect-play").moves.length === 2);
  for (const one of [page, other]) {
    assert.deepEqual(one.problems, []);
    await one.context().close();
  }
});

test("a number is changed by its slider, and the results stand beside each other", async () => {
  const page = await open(EXAMPLES[2]);
  await page.locator(".report:visible").waitFor();
  assert.equal(await verdict(page), "Blue can always win (in 6 moves)");
  await page.locator('.numbers input[name="STICKS"]').fill("20");
  await page.locator(".runs li").nth(1).waitFor();
  assert.equal(await verdict(page), "Orange can always win (in 5 moves)");
  assert.deepEqual(await page.locator(".runs li").allTextContents(), [
    "STICKS 21, MOST 3: Blue can always win (in 6 moves) · of 3 first moves 1 win, 2 lose · longest win 6 · 42 positions",
    "STICKS 20: Orange can always win (in 5 moves) · of 3 first moves 3 lose · longest win 5 · 40 positions",
  ]);
  assert.match(await page.locator(".editor").evaluate(({ shadowRoot }) => shadowRoot.querySelector(".cm-content").textContent), /const STICKS = 20;/);
  await page.context().close();
});

test("what is wrong is told with the state and the way to it, and where the text cannot be read", async () => {
  const broken = EXAMPLES[2].replace('(left === 0 ? "loss" : undefined)', "left === 0");
  const page = await open(broken);
  assert.match(await fault(page), /Line 10: expected "win", "draw" or "loss" for the player to move, or nothing, from `outcome`, found true\s+In the position 0 after take 3, .*\s+Name the outcome/);
  await page.context().close();
  const unreadable = await open("const title = 3;\nfunction start( {\n");
  assert.match(await fault(unreadable), /Line [23]: SyntaxError/);
  await unreadable.context().close();
});

/** Rules that play a small game, and do something else when they are read. */
const sneaking = (what) => `${what}
const start = () => 1;
const moves = () => ["end"];
const play = () => 0;
const outcome = (state) => (state ? undefined : "loss");
const text = (state) => String(globalThis.tried ?? state);`;

test("a list that claims to have four billion items is refused at once", async () => {
  const page = await open(`Array.prototype.push = function push(item) { this[this.length] = Array.isArray(item) ? new Array(4294967295) : item; };
const start = () => 1;
const moves = () => ["end"];
const play = () => 0;
const outcome = (state) => !state && "loss";`);
  assert.match(await fault(page), /expected squares of moves from the rules, found something else/);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("rules that send messages or errors without end do not keep the page waiting", async () => {
  for (const [source, told] of [
    ["for (;;) postMessage({ progress: { done: 1, total: 2, path: [] } });", /postMessage is not defined/],
    ["for (;;) reportError(new Error('x'.repeat(1000)));", /Error: x/],
    ["new Worker(URL.createObjectURL(new Blob(['for (;;) postMessage([])'])));", /expected a function `start`/],
    ["for (;;) new MessageChannel().port1.postMessage('x');", /said nothing for 2.5 s/],
  ]) {
    const page = await open(source);
    const asked = page.evaluate(() => new Promise((resolve) => { setTimeout(() => resolve("it answers"), 1000); }));
    assert.equal(await asked, "it answers", source);
    assert.match(await fault(page), told);
    await page.context().close();
  }
});

test("the rules of a stranger reach no network, no storage, and not the page", async () => {
  let requests = 0;
  const server = createServer((request, response) => {
    requests += 1;
    response.writeHead(200, { "access-control-allow-origin": "*" }).end("export default 1");
  });
  await new Promise((resolve) => { server.listen(0, "127.0.0.1", resolve); });
  const url = `http://127.0.0.1:${server.address().port}/`;
  const tries = [
    `try { importScripts("${url}a.js"); } catch {}`,
    `try { fetch("${url}b").catch(() => {}); } catch {}`,
    `try { const r = new XMLHttpRequest(); r.open("GET", "${url}c", false); r.send(); } catch {}`,
    `try { new WebSocket("${url.replace("http", "ws")}d"); } catch {}`,
    `try { new EventSource("${url}e"); } catch {}`,
    `try { import("${url}f.js").catch(() => {}); } catch {}`,
    `try { new Worker("${url}g.js"); } catch {}`,
    `try { navigator.sendBeacon("${url}h", "x"); } catch {}`,
  ];
  const page = await open(sneaking(tries.join("\n")));
  await page.evaluate(() => { globalThis.secret = "untouched"; document.title = "ours"; });
  await page.locator(".report:visible, .fault:visible").first().waitFor();
  await page.waitForTimeout(300);
  assert.equal(requests, 0);
  assert.equal(await page.evaluate(() => globalThis.secret), "untouched");
  await page.context().close();
  server.close();

  const origins = await open(sneaking(`
    const tried = {};
    const trying = (name, what) => { try { tried[name] = String(what()); } catch (error) { tried[name] = "denied"; } };
    trying("origin", () => self.origin);
    trying("document", () => typeof document);
    trying("cookies", () => document.cookie);
    trying("storage", () => localStorage.length);
    trying("parent", () => parent.document.title);
    globalThis.tried = JSON.stringify(tried);
  `));
  await origins.locator(".report:visible").waitFor();
  const told = await origins.locator("perfect-play .text").textContent();
  assert.deepEqual(JSON.parse(told), { origin: "null", document: "undefined", cookies: "denied", storage: "denied", parent: "denied" });
  await origins.context().close();
});

test("rules that never end are stopped, and so are those with too many states", async () => {
  const page = await open(sneaking("for (;;);"));
  assert.match(await fault(page), /said nothing for 2.5 s/);
  assert.equal(await page.locator("iframe").count(), 0);
  await page.context().close();
  const endless = await open('const start = () => 0;\nconst moves = () => ["on"];\nconst play = (state) => state + 1;\nconst outcome = () => undefined;');
  assert.match(await fault(endless), /Too many positions\s+There is room for [\d,]+ on this device/);
  await endless.context().close();
});

test("too many states are estimated before they are found, and numbers that fit are offered", async () => {
  const source = ["WIDTH", "HEIGHT", "LENGTH"].reduce((text, name) => text.replace(`const ${name} = 3`, `const ${name} = 4`), EXAMPLES[0]);
  const page = await open(source);
  const [, millions] = /About (\d+),\d00,000 positions|About (\d+),000,000 positions/.exec(await fault(page))?.filter(Boolean) ?? [];
  // There are 9,722,011.
  assert.ok(millions >= 7 && millions <= 13, await fault(page));
  await page.locator(".try:visible").click();
  await page.locator(".report:visible").waitFor();
  assert.notEqual(await written(page), source);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("rules that take all memory end without the page", async () => {
  const page = await open(sneaking("const kept = []; for (;;) kept.push(new Array(1000).fill(kept.length));"));
  await fault(page);
  assert.equal(await page.locator("iframe").count(), 0);
  // The page goes on with other rules.
  await page.locator(".examples").selectOption({ index: 2 });
  await page.locator(".report:visible").waitFor();
  assert.equal(await verdict(page), "Blue can always win (in 6 moves)");
  await page.context().close();
});

test("rules are shared by the address, unless they are too long for one", async () => {
  const page = await open(EXAMPLES[2]);
  await page.locator(".report:visible").waitFor();
  await page.locator('.numbers input[name="STICKS"]').fill("20");
  await page.locator(".runs li").nth(1).waitFor();
  await page.locator(".share").click();
  await page.waitForFunction(() => document.querySelector(".told").textContent);
  const other = await page.context().newPage();
  await other.goto(page.url());
  await other.locator(".report:visible").waitFor();
  assert.equal(await verdict(other), "Orange can always win (in 5 moves)");
  await page.context().close();
  // What cannot be compressed.
  const noise = Array.from({ length: 9000 }, (_, i) => String.fromCharCode(0x4e00 + i * i % 20_000)).join("");
  const long = await open(`${EXAMPLES[2]}\n// ${noise}`);
  await long.locator(".report:visible").waitFor();
  const before = long.url();
  await long.locator(".share").click();
  await long.getByText("The rules are too long for a link").waitFor();
  assert.equal(long.url(), before);
  await long.context().close();
});

test("it is stopped by the one who started it", async () => {
  const page = await open(sneaking("for (;;);"));
  await page.locator("iframe").waitFor({ state: "attached" });
  await page.locator(".solve").click();
  assert.equal(await page.locator(".told").textContent(), "Stopped.");
  assert.equal(await page.locator("iframe").count(), 0);
  await page.context().close();
});

test("a game is saved as one page that plays it", async () => {
  const page = await open(EXAMPLES[4]);
  await page.locator(".report:visible").waitFor();
  const [download] = await Promise.all([page.waitForEvent("download"), page.locator(".save").click()]);
  assert.equal(download.suggestedFilename(), "hexapawn.html");
  const file = join(directory, "hexapawn.html");
  writeFileSync(file, readFileSync(await download.path()));
  const saved = await browser.newPage();
  const problems = [];
  saved.on("console", (message) => { if (message.type() === "error") problems.push(message.text()); });
  await saved.goto(pathToFileURL(file).href);
  await saved.locator("[data-cell='6']").click();
  await saved.locator("[data-cell='3']").click();
  await saved.waitForFunction(() => document.querySelector("perfect-play").moves.length === 2);
  assert.match(await saved.title(), /Hexapawn/);
  assert.deepEqual(problems, []);
  await saved.close();
  await page.context().close();
});

test("a game is saved as a table, which the same rules in Rust and Python open", async () => {
  const page = await open(EXAMPLES[2]);
  await page.locator(".report:visible").waitFor();
  const [download] = await Promise.all([page.waitForEvent("download"), page.locator("button.table").click()]);
  assert.equal(download.suggestedFilename(), "take-away.table");
  // `tests/formats/golden.rs` and `python/tests/test_own.py` open this file.
  assert.deepEqual(readFileSync(await download.path()), readFileSync(new URL("../../tests/golden/take-away-3.table", import.meta.url)));
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

/** The text in the editor. */
const written = (page) => page.locator(".cm-content").evaluate((content) => [...content.querySelectorAll(".cm-line")].map(({ textContent }) => textContent).join("\n"));

/** Writes a text in the place of the one in the editor. */
async function write(page, text) {
  await page.locator(".cm-content").click();
  await page.keyboard.press("Control+a");
  await page.keyboard.insertText(text);
}

const MINE = `// Mine.\n${EXAMPLES[2].replaceAll("Take-away", "My own").replace("STICKS = 21", "STICKS = 5")}`;

test("what is written comes back when the page is opened again", async () => {
  const page = await open();
  await page.locator(".report:visible").waitFor();
  await write(page, MINE);
  await page.reload();
  await page.locator(".report:visible").waitFor();
  assert.match(await written(page), /^\/\/ Mine\./);
  // Rules from an address come first. Once they are changed, the address no longer brings them.
  await page.goto("about:blank");
  await page.goto(`${pathToFileURL(address).href}#${await fragmentOf(EXAMPLES[3])}`);
  await page.locator(".report:visible").waitFor();
  assert.match(await written(page), /^\/\/ Nim/);
  await page.locator(".cm-content").click();
  await page.keyboard.press("Control+Home");
  await page.keyboard.insertText("// Changed. ");
  assert.equal(await page.evaluate(() => location.hash), "");
  await page.reload();
  await page.locator(".report:visible").waitFor();
  assert.match(await written(page), /^\/\/ Changed\. \/\/ Nim/);
  // What was written before is in the list.
  assert.deepEqual(await page.locator(".examples optgroup option").allTextContents(), ["My own"]);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("an address that is cut off says so, and one that is entered into the open page is opened", async () => {
  const fragment = await fragmentOf(EXAMPLES[2]);
  const page = await open();
  await page.locator(".report:visible").waitFor();
  await page.evaluate((hash) => { location.hash = hash; }, fragment);
  await page.locator(".verdict", { hasText: "Blue" }).waitFor();
  assert.match(await written(page), /^\/\/ Take-away/);
  await page.evaluate((hash) => { location.hash = hash; }, fragment.slice(0, -40));
  await page.locator(".told", { hasText: "cannot be read" }).waitFor();
  await page.context().close();
});

test("an example asks before it replaces what is written, and undo brings that back", async () => {
  const page = await open();
  await page.locator(".report:visible").waitFor();
  await write(page, MINE);
  await page.locator(".examples").selectOption({ label: "Nim" });
  await page.locator(".asking .keep").click();
  assert.match(await written(page), /^\/\/ Mine\./);
  assert.equal(await page.locator(".examples").evaluate(({ selectedOptions: [{ text }] }) => text), "My own");
  await page.locator(".examples").selectOption({ label: "Nim" });
  await page.keyboard.press("Escape");
  assert.match(await written(page), /^\/\/ Mine\./);
  for (const undo of [() => page.locator(".undo").click(), async () => { await page.locator(".cm-content").click(); await page.keyboard.press("Control+z"); }]) {
    await page.locator(".examples").selectOption({ label: "Nim" });
    await page.locator(".asking .replace").click();
    await page.locator(".undo:visible").waitFor();
    assert.match(await written(page), /^\/\/ Nim/);
    await undo();
    assert.match(await written(page), /^\/\/ Mine\./);
  }
  // An example that is left for another one is not asked about, and not kept.
  await page.locator(".examples").selectOption({ label: "Nim" });
  await page.locator(".asking .replace").click();
  await page.locator(".undo:visible").waitFor();
  await page.locator(".examples").selectOption({ label: "Kayles" });
  await page.locator(".verdict", { hasText: "Blue" }).waitFor();
  assert.deepEqual(await page.locator(".examples optgroup option").allTextContents(), ["My own"]);
  await page.locator(".examples").selectOption({ label: "My own" });
  await page.waitForFunction(() => document.querySelector(".size").textContent.startsWith("10 "));
  assert.match(await written(page), /^\/\/ Mine\./);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("two pages that write at the same time keep both texts", async () => {
  const page = await open();
  const other = await page.context().newPage();
  await other.goto(page.url());
  for (const one of [page, other]) await one.locator(".report:visible").waitFor();
  await write(page, MINE);
  await write(other, MINE.replaceAll("My own", "The other"));
  // Pages share their storage with a delay.
  const sees = (one, text) => one.waitForFunction((part) => localStorage.getItem("perfectplay rules")?.includes(part), text);
  await sees(page, "The other");
  await page.keyboard.insertText("\n// The end.");
  await sees(other, "The end");
  // Each has its own text after a reload.
  await other.reload();
  await other.locator(".report:visible").waitFor();
  assert.match(await written(other), /The other/);
  assert.deepEqual(await other.locator(".examples optgroup option").allTextContents(), ["My own"]);
  await page.context().close();
});

test("a page that opens the text of another one and changes it does not replace that", async () => {
  const page = await open();
  await page.locator(".report:visible").waitFor();
  await write(page, MINE);
  await page.waitForFunction(() => localStorage.getItem("perfectplay rules")?.includes("My own"));
  const other = await page.context().newPage();
  await other.goto(page.url());
  await other.locator(".report:visible").waitFor();
  assert.equal(await written(other), await written(page));
  await write(other, MINE.replaceAll("My own", "The other"));
  await page.waitForFunction(() => localStorage.getItem("perfectplay rules")?.includes("The other"));
  const before = await written(page);
  await page.reload();
  await page.locator(".report:visible").waitFor();
  assert.equal(await written(page), before);
  assert.deepEqual(await page.locator(".examples optgroup option").allTextContents(), ["The other"]);
  await page.context().close();
});

test("the board is seen at once on a phone and on a tablet, and the editor is near", async () => {
  for (const [width, height, most] of [[360, 740, 1.9], [768, 1024, 1], [1366, 768, 1], [1920, 1080, 1]]) {
    const page = await open(undefined, { viewport: { width, height } });
    await page.locator(".board:visible").waitFor();
    await page.locator(".report:visible").waitFor();
    const { top, bottom } = await page.locator(".board").evaluate((board) => board.getBoundingClientRect().toJSON());
    assert.ok(top >= 0 && bottom <= height, `${width}: the board from ${top} to ${bottom}`);
    const editor = await page.locator(".editor").evaluate((place) => place.getBoundingClientRect().top);
    assert.ok(editor < most * height, `${width}: the editor at ${editor}`);
    await page.context().close();
  }
});

test("undo takes the message about the example away, too", async () => {
  const page = await open();
  await page.locator(".report:visible").waitFor();
  await write(page, MINE);
  await page.locator(".examples").selectOption({ label: "Nim" });
  await page.locator(".asking .replace").click();
  await page.locator(".told", { hasText: "has replaced your rules" }).waitFor();
  await page.locator(".cm-content").click();
  await page.keyboard.press("Control+z");
  assert.equal(await page.locator(".told").textContent(), "");
  assert.equal(await page.locator(".examples").evaluate(({ selectedOptions: [{ text }] }) => text), "My own");
  await page.context().close();
});

test("a link whose rules cannot be read says so, also when other rules are solved", async () => {
  const page = await open();
  await page.goto("about:blank");
  await page.goto(`${pathToFileURL(address).href}#rules=garbage`);
  await page.locator(".report:visible").waitFor();
  await page.locator(".told", { hasText: "cannot be read" }).waitFor();
  await page.context().close();
});

test("while the states are estimated their number grows, and it is enough to know that there are far too many", async () => {
  const source = EXAMPLES[0].replace("const WIDTH = 3", "const WIDTH = 6").replace("const HEIGHT = 3", "const HEIGHT = 6").replace("const LENGTH = 3", "const LENGTH = 4");
  const page = await open();
  await page.locator(".report:visible").waitFor();
  await page.evaluate(() => {
    globalThis.seen = [];
    const told = document.querySelector(".told");
    new MutationObserver(() => globalThis.seen.push(told.textContent)).observe(told, { childList: true, characterData: true, subtree: true });
  });
  await write(page, source);
  await page.keyboard.press("Control+Enter");
  assert.match(await fault(page), /More than [\d,]+ positions are too many/);
  const counts = (await page.evaluate(() => globalThis.seen)).map((text) => /Estimating how many positions there are: ([\d,]+) so far/.exec(text)?.[1]).filter(Boolean);
  assert.ok(new Set(counts).size > 1, counts.join(" "));
  await page.context().close();
});

test("the board stands beside the editor on a laptop, and nothing is wider than any screen", async () => {
  for (const [width, height] of [[360, 740], [768, 1024], [1366, 768], [1920, 1080]]) {
    const page = await open(undefined, { viewport: { width, height } });
    await page.locator("perfect-play .board").waitFor();
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), width);
    const [board, rules] = [await page.locator("perfect-play .board").boundingBox(), await page.locator(".editor").boundingBox()];
    if (width > 960) {
      assert.ok(board.x >= rules.x + rules.width && board.y < rules.y + rules.height, JSON.stringify([board, rules]));
      assert.ok(board.y + board.height <= height, JSON.stringify(board));
      assert.ok(await page.locator(".verdict").evaluate((verdict) => verdict.getBoundingClientRect().bottom) < height);
    }
    await page.context().close();
  }
});

test("beside an error stands no result of other rules, and a result says when the rules have changed", async () => {
  const page = await open(EXAMPLES[2]);
  await page.locator(".report:visible").waitFor();
  assert.equal(await page.locator(".old:visible").count(), 0);
  await page.locator(".cm-content").click();
  await page.keyboard.press("Control+End");
  await page.keyboard.insertText("oops");
  await page.locator(".old", { hasText: "have changed" }).waitFor();
  await page.locator(".solve").click();
  await fault(page);
  for (const part of [".old", ".outcome", ".report", ".playing"]) assert.equal(await page.locator(`${part}:visible`).count(), 0, part);
  await page.keyboard.press("Control+z");
  await page.locator(".cm-content").click();
  await page.keyboard.press("Control+z");
  await page.keyboard.press("Control+Enter");
  await page.locator(".outcome:visible").waitFor();
  assert.equal(await page.locator(":is(.fault, .old):visible").count(), 0);
  await page.context().close();
});

test("an error has a line and advice, and leads to its line", async () => {
  const CHANGES = `const start = () => [0, 0];
const moves = () => [0, 1];
function play(cells, move) {
  const next = cells;
  next[move] = 1;
  return next;
}
const outcome = (cells) => cells[0] + cells[1] === 2 && "loss";`;
  const page = await open(CHANGES);
  assert.match(await fault(page), /Line 5: `play` fails: .*\s+In the position \[0,0\] after 0\s+A state never changes\. Make a copy, and change the copy: const next = \[\.\.\.cells\]\./);
  assert.equal(await page.locator(".cm-wrong").textContent(), "  next[move] = 1;");
  await page.locator(".go").click();
  await page.keyboard.insertText("// ");
  assert.match(await written(page), /\n\/\/ {3}next\[move\] = 1;/);
  await page.context().close();
  // A message without a line leads to the function that it names.
  const ends = await open(sneaking("").replace("play = () => 0", "play = () => 2").replace("(state ? undefined", "(state === 1 ? undefined").replace('["end"]', "[]"));
  assert.match(await fault(ends), /Line 3: expected a move .* found neither.*\s+A player without a move needs an outcome/s);
  await ends.context().close();
});

test("a module of another version is named, and the rules are not blamed", async () => {
  const empty = deflateSync(Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0)).toString("base64");
  const page = readFileSync(address, "utf8").replace(/<script type="text\/plain" class="solver-module">.*<\/script>(?=<\/main>)/s, `<script type="text/plain" class="solver-module">${empty}</script>`);
  const file = join(directory, "other.html");
  writeFileSync(file, page);
  const tab = await browser.newPage();
  await tab.goto(pathToFileURL(file).href);
  assert.match(await fault(tab), /^This page cannot solve the game\s+expected a module of perfectplay [\d.]+, found another program\s+This page and its module are of different versions/);
  await tab.close();
});

test("what changes is told apart: the first moves, where the value stays", async () => {
  const page = await open(EXAMPLES[0]);
  await page.locator(".report:visible").waitFor();
  // Whoever begins in the centre draws; all other first moves lose.
  await write(page, EXAMPLES[0].replace('return "loss"', 'return "win"'));
  await page.keyboard.press("Control+Enter");
  await page.locator(".runs:visible").waitFor();
  const line = EXAMPLES[0].split("\n").findIndex((text) => text.includes('return "loss"')) + 1;
  const second = page.locator(".runs li").nth(1);
  assert.match(await second.textContent(), new RegExp(`^line ${line} is now “if \\(LINES.*: A draw, .* of 9 first moves 1 draw, 8 lose · `));
  assert.deepEqual((await second.locator("b").allTextContents()).slice(0, 1), ["of 9 first moves 1 draw, 8 lose"]);
  await page.context().close();
});

test("between games that have nothing to do with each other, the results say that it is another game", async () => {
  const page = await open(EXAMPLES[0]);
  await page.locator(".report:visible").waitFor();
  await write(page, EXAMPLES[2]);
  await page.keyboard.press("Control+Enter");
  await page.locator(".runs:visible").waitFor();
  const second = page.locator(".runs li").nth(1);
  assert.match(await second.textContent(), /^another game, “Take-away”: Blue can always win/);
  assert.equal(await second.locator("b").count(), 0);
  await page.context().close();
});

test("Tab indents, and leaves the editor after Escape, as the page says", async () => {
  const page = await open(EXAMPLES[2]);
  await page.locator(".report:visible").waitFor();
  assert.match(await page.locator(".write > .keys").textContent(), /press Escape, and then Tab/);
  assert.equal(await page.locator(".cm-content").getAttribute("aria-description"), await page.locator(".write > .keys").textContent());
  await page.locator(".cm-content").click();
  await page.keyboard.press("Control+Home");
  await page.keyboard.press("Tab");
  assert.match(await written(page), /^ {2}\/\/ Take-away/);
  await page.keyboard.press("Escape");
  await page.keyboard.press("Tab");
  assert.equal(await page.evaluate(() => document.activeElement.matches(".editor")), false);
  assert.match(await written(page), /^ {2}\/\/ Take-away/);
  await page.context().close();
});

test("axe finds nothing, in light and dark colours, with a report and with a fault", async () => {
  for (const colorScheme of ["light", "dark"]) {
    for (const source of [EXAMPLES[1], "const start = 1;"]) {
      const page = await open(source, { colorScheme });
      await page.locator(".report:visible, .fault:visible").first().waitFor();
      await page.addScriptTag({ path: AXE }).catch(() => page.evaluate(readFileSync(AXE, "utf8")));
      const { violations } = await page.evaluate(() => globalThis.axe.run());
      assert.deepEqual(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html.slice(0, 100))]), []);
      await page.context().close();
    }
  }
});
