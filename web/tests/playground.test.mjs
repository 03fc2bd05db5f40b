// The playground in Chromium: rules are changed, solved and played; what is wrong with them is told; and the
// rules of a stranger reach nothing.

import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before } from "node:test";
import { pathToFileURL } from "node:url";

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

const verdict = (page) => page.locator(".report:visible .verdict").textContent();
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
  assert.equal(await verdict(other), "O wins in 7 moves");
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
  assert.equal(await verdict(page), "Blue wins in 11 moves");
  await page.locator('.numbers input[name="STICKS"]').fill("20");
  await page.locator(".runs li").nth(1).waitFor();
  assert.equal(await verdict(page), "Orange wins in 10 moves");
  assert.deepEqual(await page.locator(".runs li").allTextContents(), [
    "STICKS 21, MOST 3: Blue wins in 11 moves · 42 positions", "STICKS 20, MOST 3: Orange wins in 10 moves · 40 positions",
  ]);
  assert.match(await page.locator(".editor").evaluate(({ shadowRoot }) => shadowRoot.querySelector(".cm-content").textContent), /const STICKS = 20;/);
  await page.context().close();
});

test("what is wrong is told with the state and the way to it, and where the text cannot be read", async () => {
  const broken = EXAMPLES[2].replace('(left === 0 ? "loss" : undefined)', "left === 0");
  const page = await open(broken);
  assert.match(await fault(page), /expected "win", "draw" or "loss" for the player to move, or nothing, from `outcome`, found false\s+In the position 21 at the start/);
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
  const page = await open(`postMessage({ graph: { kinds: new Uint8Array(1), counts: new Uint8Array(1), steps: new Uint32Array(0), paths: [new Array(4294967295)] } });`);
  assert.match(await fault(page), /expected .* from the rules, found something else/);
  assert.deepEqual(page.problems, []);
  await page.context().close();
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
  assert.match(await fault(page), /said nothing for 5 s/);
  assert.equal(await page.locator("iframe").count(), 0);
  await page.context().close();
  const endless = await open('const start = () => 0;\nconst moves = () => ["on"];\nconst play = (state) => state + 1;\nconst outcome = () => undefined;');
  assert.match(await fault(endless), /expected at most 500000 states, found more/);
  await endless.context().close();
});

test("rules that take all memory end without the page", async () => {
  const page = await open(sneaking("const kept = []; for (;;) kept.push(new Array(1000).fill(kept.length));"));
  await fault(page);
  assert.equal(await page.locator("iframe").count(), 0);
  // The page goes on with other rules.
  await page.locator(".examples").selectOption({ index: 2 });
  await page.locator(".report:visible").waitFor();
  assert.equal(await verdict(page), "Blue wins in 11 moves");
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
  assert.equal(await verdict(other), "Orange wins in 10 moves");
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

test("on a phone nothing is wider than the screen", async () => {
  const page = await open(undefined, { viewport: { width: 390, height: 844 } });
  await page.locator(".report:visible").waitFor();
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 390);
  await page.context().close();
});
