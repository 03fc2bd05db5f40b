// The player in somebody else's page: <perfect-play> leaves all else alone.

import assert from "node:assert/strict";
import { after, before } from "node:test";

import { build } from "esbuild";

import { FOLDER, launch, places, test } from "./browser.mjs";

let browser;
let from;
before(async () => {
  from = await places();
  browser = await launch();
});
after(async () => {
  await browser?.close();
  from?.close();
});

const PAGE = `<!doctype html><title>Mine</title><style>button { display: none } .board { color: red }</style>
<input id="name"><div dir="rtl" style="width: 30rem"><perfect-play id="one" level="random" language="en"></perfect-play></div>
<perfect-play id="two" language="zh"></perfect-play>
<script>globalThis.before = new Set(Object.getOwnPropertyNames(globalThis));</script>
<script type="module">
  globalThis.heard = [];
  for (const type of ["change", "end"]) {
    document.querySelector("#one").addEventListener(type, ({ type, detail }) => globalThis.heard.push([type, detail]));
  }
  await import("./element.js");
  globalThis.ready = true;
</script>`;

test("two in one page: no names, no title, no address, no history, no keys of others", async () => {
  const tab = await browser.newPage();
  const errors = [];
  tab.on("pageerror", (error) => errors.push(error.message));
  const address = new URL("embedded.html", from["a server"].address).href;
  await tab.route(address, (route) => route.fulfill({ contentType: "text/html", body: PAGE }));
  await tab.goto(address);
  await tab.waitForFunction(() => globalThis.ready);
  const added = await tab.evaluate(() => Object.getOwnPropertyNames(globalThis).filter((name) => !globalThis.before.has(name)));
  assert.deepEqual(added.filter((name) => !["before", "heard", "ready"].includes(name)), []);

  const cell = (id, number) => tab.locator(`#${id} [data-cell="${number}"]`);
  assert.ok(await cell("one", 0).isVisible());
  const history = await tab.evaluate(() => globalThis.history.length);
  await cell("one", 4).click();
  await tab.waitForFunction(() => document.querySelector("#one").moves.length === 2);
  assert.equal(await cell("one", 4).getAttribute("data-mark"), "X");
  // The other is another game, in another language.
  assert.equal(await cell("two", 4).getAttribute("data-mark"), "");
  assert.match(await cell("two", 4).getAttribute("aria-label"), /中心/);

  // Keys belong to what has the focus.
  await tab.locator("#name").focus();
  for (const key of ["1", "u", "n", "h", "ArrowDown"]) await tab.keyboard.press(key);
  assert.equal(await tab.locator("#name").inputValue(), "1unh");
  assert.equal(await tab.evaluate(() => document.querySelector("#one").moves.length), 2);

  assert.equal(await tab.title(), "Mine");
  assert.equal(tab.url(), address);
  assert.equal(await tab.evaluate(() => globalThis.history.length), history);
  assert.equal(await tab.evaluate(() => globalThis.history.state), null);
  assert.equal(await tab.evaluate(() => localStorage.length), 0);
  assert.equal(await tab.evaluate(() => document.documentElement.lang), "");
  // The board is read from left to right wherever it stands.
  const [left, right] = await Promise.all([0, 2].map((number) => cell("one", number).boundingBox()));
  assert.ok(left.x < right.x);

  const heard = await tab.evaluate(() => globalThis.heard);
  assert.ok(heard.some(([type, { moves }]) => type === "change" && moves.length === 2));
  // Taken out, it stops; put back, it plays.
  await tab.evaluate(() => {
    const one = document.querySelector("#one");
    one.remove();
    document.body.append(one);
    one.setAttribute("level", "perfect");
  });
  await cell("one", 0).click();
  await tab.waitForFunction(() => document.querySelector("#one").moves.length === 2);
  assert.equal(await cell("one", 4).getAttribute("data-mark"), "O");
  assert.deepEqual(errors, []);
  await tab.close();
});

test("bundled into one script that is no module", async () => {
  const { outputFiles: [{ text }] } = await build({
    stdin: { contents: 'import "perfectplay/element";', resolveDir: FOLDER }, bundle: true, write: false, format: "iife", minify: true,
  });
  const tab = await browser.newPage();
  const errors = [];
  tab.on("pageerror", (error) => errors.push(error.message));
  await tab.setContent(`<!doctype html><perfect-play></perfect-play><script>${text}</script>`);
  await tab.locator('[data-cell="0"]').click();
  await tab.locator('[data-cell="4"][data-mark="O"]').waitFor();
  assert.deepEqual(errors, []);
  await tab.close();
});

test("in a worker, where there is no document", async () => {
  const address = new URL("worker.js", from["a server"].address).href;
  const own = await browser.newPage();
  const page = new URL("own.html", address).href;
  for (const [url, contentType, body] of [
    [page, "text/html", "<!doctype html>"],
    [address, "text/javascript", 'import { choose, lookup, tictactoe } from "./index.js"; postMessage([lookup(1, 4).distance, choose(tictactoe, 1 | 4 << 9, { level: "perfect" }, 0n)]);'],
  ]) await own.context().route(url, (route) => route.fulfill({ contentType, body }));
  await own.goto(page);
  const [distance, move] = await own.evaluate((url) => new Promise((resolve, reject) => {
    const worker = new Worker(url, { type: "module" });
    worker.onmessage = ({ data }) => resolve(data);
    worker.onerror = ({ message }) => reject(new Error(message));
  }), address);
  assert.equal(distance, 5);
  assert.ok([3, 6, 8].includes(move));
  await own.close();
});
