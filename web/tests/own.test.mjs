// The page that solves games of any size, and reads tables of any size from a host that knows no more
// than ranges: opened as one file, and served. MODULE names the module that solves.

import assert from "node:assert/strict";
import { cpSync, createReadStream, existsSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before } from "node:test";
import { pathToFileURL } from "node:url";

import { open as openTable } from "../solve.js";
import { options, outcome } from "../solved.js";
import { AXE, command, launch, test as run } from "./browser.mjs";

const { MODULE, TABLES = "" } = process.env;
const skip = MODULE ? false : "MODULE names no module that solves; web/build-module makes one";
const test = (name, body) => run(name, { skip }, body);

let browser;
let directory;
let server;
let asked = [];
/** Whether the bytes of a table are other ones than they were. */
let isDamaged = false;
/** Whether no range is answered any more. */
let isSilent = false;
before(async () => {
  if (skip) return;
  directory = mkdtempSync(join(tmpdir(), "perfectplay-"));
  const book = join(directory, "connect.playbook");
  command("playbook", "--game", "connect:4x4", "--as", "first", "-o", book);
  command("web", "--module", MODULE, "--game", "connect:4x4", "--playbook", book, "--all", directory);
  command("web", "--module", MODULE, "--game", "connect:4x3", "-o", join(directory, "solves.html"));
  command("solve", "--game", "connect:5x4", "-o", join(directory, "connect.table"));
  // A static host: files, and ranges of them.
  server = createServer((request, response) => {
    const { pathname, search } = new URL(request.url, "http://localhost");
    const file = join(directory, pathname);
    if (!existsSync(file)) return response.writeHead(404).end();
    const { size } = statSync(file);
    const range = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? "");
    const [start, end] = range ? [Number(range[1]), Math.min(Number(range[2]), size - 1)] : [0, size - 1];
    if (range && !search) asked.push(end - start + 1);
    if (range && isSilent) return undefined;
    response.writeHead(range ? 206 : 200, {
      "content-type": file.endsWith(".html") ? "text/html" : "application/octet-stream",
      "content-length": end - start + 1,
      ...(range ? { "content-range": `bytes ${start}-${end}/${size}` } : {}),
    });
    if (range && isDamaged) return response.end(new Uint8Array(end - start + 1).fill(7));
    return createReadStream(file, { start, end }).pipe(response);
  });
  await new Promise((resolve) => { server.listen(0, "127.0.0.1", resolve); });
  browser = await launch({ turns: true });
});
after(async () => {
  await browser?.close();
  server?.closeAllConnections();
  server?.close();
  if (directory) rmSync(directory, { recursive: true });
});

async function open(query, { isServed = false, page = "own", ...options } = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 720 }, locale: "en-US", ...options });
  const tab = await context.newPage();
  const problems = [];
  tab.on("pageerror", (error) => problems.push(error.message));
  tab.on("console", (message) => { if (message.type() === "error") problems.push(message.text()); });
  await tab.goto(`${isServed ? `http://127.0.0.1:${server.address().port}` : pathToFileURL(directory).href}/${page}.html${query}`);
  const told = (text) => tab.locator(".own-said", { hasText: text }).waitFor();
  return {
    tab, problems, told,
    /** Shows what moves are worth. */
    hints: () => tab.locator('[data-control="values"][aria-pressed="false"]').click(),
    movesOf: () => tab.evaluate(() => document.querySelector("perfect-play").moves),
    async close() {
      assert.deepEqual(problems, []);
      await context.close();
    },
  };
}

test("what contains the module carries the notices of third parties, and other pages have none", () => {
  const notices = readFileSync(new URL("../THIRD-PARTY.txt", import.meta.url), "utf8");
  const carries = (file) => readFileSync(join(directory, file), "utf8").includes(notices);
  for (const file of ["own.html", "playground.html", "unbeaten.html", "unbeaten.js", "solves.html"]) assert.ok(carries(file), file);
  for (const file of ["index.html", "connect.html", "tictactoe.html"]) assert.ok(!carries(file), file);
});

test("one file: every move has its value at once; a size is typed, solved, and played", async () => {
  const page = await open("");
  await page.hints();
  assert.equal(await page.tab.locator(".cell[data-value]").count(), 9);
  await page.tab.locator("form.own option").nth(16).waitFor({ state: "attached" });
  await page.tab.locator("form.own select").selectOption("connect");
  await page.tab.locator("form.own input").fill("4x3");
  await page.tab.locator("form.own input").press("Enter");
  await page.told("12,031 positions solved in");
  assert.equal(await page.tab.title(), "Perfect Connect Four · 4×3");
  await page.hints();
  assert.equal(await page.tab.locator(".tops [data-value]").count(), 4);
  await page.tab.locator('[data-cell="1"]').click();
  await page.tab.waitForFunction(() => document.querySelector("perfect-play").moves.length === 2);
  // The address has the game and the round, so that both survive a reload.
  assert.match(page.tab.url(), /own\.html\?game=connect:4x3#moves=1\.\d$/);
  const moves = await page.movesOf();
  await page.tab.reload();
  await page.told("12,031 positions solved in");
  assert.deepEqual(await page.movesOf(), moves);
  await page.close();
});

test("one file with a game that it solves: the board is there at once, and soon what moves are worth", async () => {
  const page = await open("#moves=1.2", { page: "solves" });
  await page.hints();
  await page.tab.locator(".tops [data-value]").nth(3).waitFor();
  assert.deepEqual(await page.movesOf(), [1, 2]);
  assert.ok(statSync(join(directory, "solves.html")).size < 2_000_000);
  await page.close();
});

test("one file with a playbook: it says what was proved, opens the game, and is not beaten", async () => {
  const page = await open("", { page: "unbeaten" });
  await page.tab.locator(".about", { hasText: /This player cannot be beaten: it knows [\d,]+ positions in 1\sKB, and never searches\./ }).waitFor();
  await page.tab.evaluate(() => {
    globalThis.result = null;
    document.querySelector("perfect-play").addEventListener("end", ({ detail }) => { globalThis.result = detail.result; });
  });
  /** Waits until so many moves are played, or the game is over; gives its result. */
  const played = async (least) => {
    await page.tab.waitForFunction((count) => globalThis.result !== null
      || document.querySelector("perfect-play").moves.length >= count, least, { polling: 50 });
    return page.tab.evaluate(() => globalThis.result);
  };
  // Where a column is full, nothing is played.
  let result = await played(1);
  for (let column = 0; result === null; column = (column + 1) % 4) {
    const { length } = await page.movesOf();
    await page.tab.locator(`[data-cell="${column}"]`).click();
    if ((await page.movesOf()).length > length) result = await played(length + 2);
  }
  assert.notEqual(result, 1);
  await page.close();
});

for (const isServed of [false, true]) {
  test(`in the gallery a game is played by a playbook, ${isServed ? "from a server" : "from a folder"}`, async () => {
    const page = await open("", { page: "index", isServed });
    const player = page.tab.locator(".live perfect-play");
    const played = (least) => page.tab.waitForFunction((count) => document.querySelector("perfect-play").moves.length >= count, least, { polling: 50 });
    // It makes the first move, and answers.
    await played(1);
    assert.match(await player.locator(".about").textContent(), /^This player cannot be beaten: it knows [\d,]+ positions in 1\sKB, and never searches\. You are Orange\. /);
    assert.equal(await player.locator(".side:visible, [data-control=share]:visible").count(), 0);
    const [first] = await page.movesOf();
    await player.locator(`[data-cell="${(first + 1) % 4}"]`).click();
    await played(3);
    await page.tab.locator(".other").click();
    await player.locator(".about", { hasText: "电脑不可战胜" }).waitFor();
    await page.tab.locator(".live a").click();
    await page.tab.locator("perfect-play .how").first().waitFor();
    assert.match(page.tab.url(), /unbeaten\.html$/);
    await played(1);
    await page.close();
  });
}

test("nothing in the gallery moves while it is read, and while its game is loaded", async () => {
  const lone = mkdtempSync(join(tmpdir(), "perfectplay-"));
  command("web", "--all", lone);
  for (const viewport of [{ width: 390, height: 844 }, { width: 1280, height: 800 }]) {
    for (const gallery of [lone, directory]) {
      const context = await browser.newContext({ viewport, locale: "en-US" });
      const tab = await context.newPage();
      await tab.addInitScript(() => {
        globalThis.moved = 0;
        new PerformanceObserver((list) => {
          for (const { value } of list.getEntries()) globalThis.moved += value;
        }).observe({ type: "layout-shift", buffered: true });
      });
      await tab.goto(pathToFileURL(join(gallery, "index.html")).href);
      await tab.waitForFunction(() => [...document.querySelectorAll(".picture")].every(({ shadowRoot }) => shadowRoot));
      if (gallery === directory) await tab.waitForFunction(() => document.querySelector("perfect-play").moves.length);
      const moved = await tab.evaluate(() => globalThis.moved);
      assert.equal(moved, 0, `${gallery} ${viewport.width}`);
      await context.close();
    }
  }
  rmSync(lone, { recursive: true });
});

test("a gallery without the file of its playbook says so, and has all else", async () => {
  const lone = mkdtempSync(join(tmpdir(), "perfectplay-"));
  cpSync(join(directory, "index.html"), join(lone, "index.html"));
  const context = await browser.newContext({ locale: "en-US" });
  const tab = await context.newPage();
  await tab.goto(pathToFileURL(join(lone, "index.html")).href);
  await tab.locator(".live .problem", { hasText: "The file unbeaten.js, which belongs beside this page, cannot be loaded" }).waitFor();
  assert.ok(await tab.locator(".live .problem button").isVisible());
  await tab.locator(".picture").nth(16).waitFor({ state: "attached" });
  await context.close();
  rmSync(lone, { recursive: true });
});

test("what cannot be solved is told, what takes long can be stopped, and another game goes on", async () => {
  const page = await open("");
  const solve = async (game, size) => {
    await page.tab.locator("form.own select").selectOption(game);
    await page.tab.locator("form.own input").fill(size);
    await page.tab.locator(".own-solve").click();
  };
  await page.tab.locator("form.own option").nth(16).waitFor({ state: "attached" });
  await solve("connect", "wide");
  await page.told(/WIDTHxHEIGHT/);
  assert.equal(await page.tab.locator(".board .cell").count(), 9);
  // It takes some seconds, so that it can be stopped.
  await solve("connect", "4x6");
  await page.told(/Finding|Solving/);
  await page.tab.locator(".own-solve").click();
  await page.told("Stopped.");
  await solve("nim", "1,2,3");
  await page.told("positions solved in");
  assert.equal(await page.tab.title(), "Perfect Nim · 1, 2 and 3");
  await page.close();
});

test("from the gallery, and back", async () => {
  const page = await open("", { page: "index" });
  await page.tab.locator("form.own select").selectOption("chomp");
  await page.tab.locator("form.own input").fill("3x2");
  await page.tab.locator(".own-solve").click();
  await page.told("positions solved in");
  assert.equal(await page.tab.title(), "Perfect Chomp · 3×2");
  await page.tab.locator(".home").click();
  await page.tab.locator(".picture").first().waitFor();
  await page.close();
});

test("what is too large is told in a moment, with a size that is not, one press away", async () => {
  const page = await open("?game=connect:7x6");
  await page.told(/Too large for a browser: .* positions/);
  await page.tab.locator(".own-instead:visible").waitFor();
  assert.match(await page.tab.locator(".own-instead").textContent(), /^Try \dx\d instead$/);
  // A page of its own proves this game.
  await page.told(/“perfectplay web --game connect:7x6 --module perfectplay\.wasm -o page\.html” writes it/);
  await page.tab.context().close();
});

test("the board of a game stands there while it is solved, and what stood there before once it is stopped", async () => {
  const page = await open("");
  await page.tab.locator("form.own option").nth(16).waitFor({ state: "attached" });
  await page.tab.locator("form.own select").selectOption("connect");
  await page.tab.locator("form.own input").fill("4x6");
  await page.tab.locator(".own-solve").click();
  await page.tab.locator('[data-cell="23"]').waitFor();
  assert.match(await page.tab.locator(".own-solve").textContent(), /Stop/);
  await page.tab.locator(".own-solve").click();
  await page.told("Stopped.");
  await page.tab.locator('[data-cell="9"]').waitFor({ state: "detached" });
  assert.equal(await page.tab.locator(".board .cell").count(), 9);
  await page.close();
});

test("a table that is damaged during play, and a server that falls silent, are told with a way to try again", async () => {
  const page = await open("?table=connect.table", { isServed: true });
  await page.told(/[\d,]{9} positions in connect\.table/);
  isDamaged = true;
  const problem = page.tab.locator(".problem:visible");
  for (let turn = 0; turn < 12 && !await problem.count(); turn += 1) {
    await page.tab.locator(`[data-cell="${turn % 5}"]`).click();
    await page.tab.waitForTimeout(700);
  }
  isDamaged = false;
  assert.match(await problem.locator("span").textContent(), /The table is damaged/);
  assert.ok(await problem.locator("button").isVisible());
  assert.deepEqual(page.problems, []);
  await page.tab.context().close();

  const silent = await open("?table=connect.table", { isServed: true });
  await silent.told(/[\d,]{9} positions in connect\.table/);
  isSilent = true;
  const slow = silent.tab.locator(".problem:visible", { hasText: "This takes longer than usual" });
  for (let turn = 0; turn < 12 && !await slow.count(); turn += 1) {
    await silent.tab.locator(`[data-cell="${turn % 5}"]`).click();
    await silent.tab.waitForTimeout(2500);
  }
  isSilent = false;
  assert.equal(await slow.count(), 1);
  await silent.tab.context().close();
});

test("in Chinese", async () => {
  const page = await open("?game=nim:1,2", { locale: "zh-CN" });
  await page.told("个局面，本机用时");
  assert.equal(await page.tab.locator("form.own option:checked").textContent(), "尼姆");
  await page.close();
});

test("a table beside the page is read as far as it is asked, and played", async () => {
  asked = [];
  const page = await open("?table=connect.table", { isServed: true });
  await page.told(/[\d,]{9} positions in connect\.table/);
  assert.ok(asked.reduce((sum, size) => sum + size, 0) <= 300_000, `${asked}`);
  await page.hints();
  await page.tab.locator(".tops [data-value]").nth(4).waitFor();
  await page.tab.locator('[data-cell="2"]').click();
  await page.tab.waitForFunction(() => document.querySelector("perfect-play").moves.length === 2);
  await page.tab.locator(".tops [data-value]").first().waitFor();
  const { size } = statSync(join(directory, "connect.table"));
  assert.ok(asked.reduce((sum, bytes) => sum + bytes, 0) < size, `${asked}`);
  await page.close();
});

// In these games, symmetric positions share a number, and positions repeat. TABLES names more tables with
// colons between them, such as one of the whole game.
for (const table of ["dobutsu:LC", "chess:KPK", ...TABLES.split(":").filter(Boolean)]) {
  run(`${table} is played from a table beside the page: each move is best, and the game ends when it must`, { skip }, async (context) => {
    const file = "endings.table";
    rmSync(join(directory, file), { force: true });
    if (table.includes("/")) symlinkSync(table, join(directory, file));
    else command("solve", "--game", table, "-o", join(directory, file));
    asked = [];
    const page = await open(`?table=${file}`, { isServed: true });
    await page.told(/ positions in endings\.table/);
    await page.tab.evaluate(() => {
      const player = document.querySelector("perfect-play");
      player.level = "perfect";
      player.addEventListener("end", ({ detail }) => { globalThis.result = detail.result; });
    });
    const fetched = () => asked.reduce((sum, size) => sum + size, 0);
    context.diagnostic(`until it is open: ${asked.length} requests, ${fetched()} bytes`);
    const seen = () => page.tab.evaluate(() => document.querySelector("perfect-play").moves);
    /** Waits until so many moves are played, and gives them. */
    const played = async (number) => {
      await page.tab.waitForFunction((count) => document.querySelector("perfect-play").moves.length >= count, number);
      return seen();
    };
    const game = await openTable(`http://127.0.0.1:${server.address().port}/${file}?checked`, { module: readFileSync(MODULE) });
    let state = game.start;
    const { value, distance } = game.worth(state);
    let ply = 0;
    const optionsOf = async () => {
      await game.ready(state);
      return options(game, state);
    };
    for (let all = await optionsOf(); all.length; all = await optionsOf()) {
      const best = all.filter((option) => option.best);
      let [move] = best;
      if (ply % 2 === 0) {
        await page.tab.locator('.board[aria-busy="false"]').waitFor({ state: "attached" });
        for (const square of move.path) await page.tab.locator(`[data-cell="${square}"]`).click();
        const choice = page.tab.locator(`.choices [data-move="${move.move}"]`);
        // What the move leads to may be on its way.
        while ((await seen()).length === ply) {
          if (await choice.isVisible()) await choice.click();
          else await page.tab.waitForTimeout(20);
        }
        assert.equal((await played(ply + 1))[ply], move.move);
      } else {
        const answer = (await played(ply + 1))[ply];
        move = best.find((option) => option.move === answer);
        assert.ok(move, `ply ${ply}: ${answer} of ${JSON.stringify(all)}`);
      }
      state = move.to;
      ply += 1;
    }
    assert.equal(ply, distance);
    assert.equal(outcome(game, state), value === "win" ? 0 : 1);
    await page.tab.waitForFunction(() => globalThis.result !== undefined);
    assert.equal(await page.tab.evaluate(() => globalThis.result), outcome(game, state));
    context.diagnostic(`after ${ply} plies: ${asked.length} requests, ${fetched()} bytes`);
    assert.ok(fetched() <= statSync(join(directory, file)).size);
    await page.close();
  });
}

test("a table that cannot be had is told, with why", async () => {
  const served = await open("?table=other.table", { isServed: true });
  await served.told(/could not be fetched\. .*other\.table: the server says 404/);
  await served.tab.context().close();
  const file = await open("?table=connect.table");
  await file.told(/Browsers read no table of a folder that nobody serves/);
  await file.tab.locator("perfect-play [role=status]", { hasText: /Browsers read no table/ }).waitFor();
  assert.ok(await file.tab.locator("perfect-play button", { hasText: "Try again" }).isVisible());
  await file.tab.context().close();
});

test("axe finds nothing, on a phone and a desktop", async () => {
  for (const options of [{}, { viewport: { width: 320, height: 568 }, hasTouch: true, isMobile: true, colorScheme: "dark" }]) {
    const page = await open("?game=connect:4x3", { bypassCSP: true, ...options });
    await page.told("12,031 positions solved in");
    await page.tab.addScriptTag({ path: AXE });
    const { violations } = await page.tab.evaluate(() => window.axe.run());
    assert.deepEqual(violations.map(({ id, nodes }) => `${id} ${nodes.map(({ html }) => html).join(" ")}`), []);
    assert.equal(await page.tab.evaluate(() => document.documentElement.scrollWidth), options.viewport?.width ?? 1280);
    await page.close();
  }
});
