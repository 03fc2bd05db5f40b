// The player in somebody else's page: <perfect-play> leaves all else alone.

import assert from "node:assert/strict";
import { after, before } from "node:test";

import { build } from "esbuild";

import { AXE, DIRECTORY, launch, places, test } from "./browser.mjs";

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

  // What is taken back stays among the moves, and the event says how many are made.
  await tab.locator('#one [data-control="undo"]').click();
  const after = await tab.evaluate(() => [document.querySelector("#one").moves.length, globalThis.heard.findLast(([type]) => type === "change")[1]]);
  assert.deepEqual([after[0], after[1].moves.length, after[1].played], [2, 2, 0]);
  await tab.locator('#one [data-control="redo"]').click();

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
    stdin: { contents: 'import "perfectplay/element";', resolveDir: DIRECTORY }, bundle: true, write: false, format: "iife", minify: true,
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

/** A page of this content, from the server of the modules; what went wrong there is in `problems`. */
async function pageOf(content, headers = {}) {
  const context = await browser.newContext({ locale: "en-US" });
  const tab = await context.newPage();
  const problems = [];
  tab.on("pageerror", (error) => problems.push(error.message));
  tab.on("console", (message) => { if (message.type() === "error") problems.push(message.text()); });
  const address = new URL("own.html", from["a server"].address).href;
  await tab.route(address, (route) => route.fulfill({ contentType: "text/html", headers, body: `<!doctype html><title>Own</title>${content}<script type="module" src="element.js"></script>` }));
  await tab.goto(address);
  return { tab, problems, close: () => context.close() };
}

test("under a policy that allows neither strings as elements nor pictures", async () => {
  const { tab, problems, close } = await pageOf("<perfect-play></perfect-play>", {
    "content-security-policy": "default-src 'none'; script-src 'self'; require-trusted-types-for 'script'; trusted-types perfectplay",
  });
  await tab.locator('[data-cell="0"]').click();
  await tab.locator('[data-mark="O"]').waitFor();
  assert.deepEqual(problems, []);
  await close();
});

test("in a page that is read from right to left its own words are not", async () => {
  const { tab, problems, close } = await pageOf('<script>document.documentElement.dir = "rtl"</script><perfect-play></perfect-play>');
  // Why moves are worth what they are is not told before somebody asks for it.
  await tab.locator('[data-control="values"]').click();
  const edges = (selector) => tab.locator(selector).first().evaluate((element) => {
    const text = document.createRange();
    text.selectNodeContents(element);
    return [text, element].map((one) => one.getBoundingClientRect().left);
  });
  for (const selector of [".standing", ".about .rules", ".why summary span"]) {
    const [text, element] = await edges(selector);
    assert.ok(Math.abs(text - element) < 4, `${selector}: ${text}, ${element}`);
  }
  assert.equal(await tab.locator(".go").first().evaluate((row) => getComputedStyle(row).direction), "ltr");
  assert.equal(await tab.evaluate(() => document.documentElement.scrollWidth), await tab.evaluate(() => innerWidth));
  assert.deepEqual(problems, []);
  await close();
});

test("what there is not is told in the console and shown, and later changes are heard", async () => {
  const { tab, problems, close } = await pageOf('<perfect-play level="godlike"></perfect-play>');
  const set = (name, value) => tab.locator("perfect-play").evaluate((element, [what, to]) => { element[what] = to; }, [name, value]);
  assert.equal(await tab.locator(".said").textContent(), "Unknown level “godlike”. There is: perfect, invincible, casual, random.");
  await set("level", "casual");
  assert.equal(await tab.locator('[data-control="level"]').inputValue(), "casual");
  await set("language", "zh");
  assert.match(await tab.locator(".standing").textContent(), /轮到你/);
  await set("language", "en");
  await set("game", "go");
  await tab.getByText("Unknown game “go”. There is: tictactoe.").waitFor();
  assert.equal(await tab.locator(".board").count(), 0);
  await set("game", "tictactoe");
  await tab.locator(".board").waitFor();
  assert.deepEqual(problems, [
    "<perfect-play>: Unknown level “godlike”. There is: perfect, invincible, casual, random.",
    "<perfect-play>: Unknown game “go”. There is: tictactoe.",
  ]);
  await close();
});

test("a game that is on its way says so, and why it cannot be had, and is tried again", async () => {
  const { tab, close } = await pageOf('<perfect-play game="mine"></perfect-play>');
  await tab.addScriptTag({ path: AXE });
  // What surrounds the player is none of its business.
  const violations = () => tab.evaluate(async () => (await window.axe.run("perfect-play")).violations.map(({ id }) => id));
  await tab.evaluate(async () => {
    const { registerLater } = await import("./element.js");
    const { tictactoe } = await import("./tictactoe.js");
    registerLater("mine", () => new Promise((resolve, reject) => {
      globalThis.arrive = () => resolve({ ...tictactoe, name: "mine", squareNames: [..."abcdefghi"] });
      globalThis.fail = () => reject(new Error("expected a table, found a shoe"));
    }));
  });
  const player = tab.locator("perfect-play");
  await player.getByText("Loading the rest of the game.").waitFor();
  assert.deepEqual(await violations(), []);
  await tab.evaluate(() => globalThis.fail());
  await player.getByText("expected a table, found a shoe").waitFor();
  assert.deepEqual(await violations(), []);
  await player.getByRole("button", { name: "Try again" }).click();
  await player.getByText("Loading the rest of the game.").waitFor();
  await tab.evaluate(() => globalThis.arrive());
  await player.locator(".board").waitFor();
  await close();
});

test("a click at the very moment when a game becomes whole asks nothing about a state of its start alone", async () => {
  const { tab, problems, close } = await pageOf('<perfect-play game="mine"></perfect-play>');
  await tab.evaluate(async () => {
    const { register } = await import("./element.js");
    const { tictactoe } = await import("./tictactoe.js");
    const moves = tictactoe.moves(tictactoe.start);
    const whole = { ...tictactoe, name: "mine", squareNames: [..."abcdefghi"] };
    for (const name of ["has", "mover", "worth", "moves", "squares"]) {
      whole[name] = (state) => {
        if (state === -1) throw new Error(`${name} of a state of the start alone`);
        return tictactoe[name](state);
      };
    }
    const worth = { value: "draw", distance: null };
    register({ ...whole, isStart: true, start: -1, has: () => true, mover: () => 0, worth: () => worth, moves: () => moves, squares: () => tictactoe.squares(tictactoe.start) });
    globalThis.arrive = () => {
      register(whole);
      document.querySelector("perfect-play").shadowRoot.querySelector('[data-control="values"]').click();
    };
  });
  await tab.locator(".board").waitFor();
  await tab.evaluate(() => globalThis.arrive());
  await tab.locator(".cell[data-value]").nth(8).waitFor();
  assert.deepEqual(problems, []);
  await close();
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
