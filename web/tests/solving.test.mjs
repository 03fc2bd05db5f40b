// Games solved in a worker of a real browser, and tables read there from a server by ranges.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { createReadStream, mkdtempSync, rmSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before } from "node:test";

import { DIRECTORY, command, launch, serve, test } from "./browser.mjs";

let directory;
let browser;
let server;
let files;
let page;
before(async () => {
  directory = mkdtempSync(join(tmpdir(), "perfectplay-"));
  command("solve", "--game", "connect:4x4", "-o", join(directory, "a.table"));
  server = await serve(DIRECTORY);
  // A server of its own, as a host far away is one.
  files = createServer((request, response) => {
    const path = join(directory, "a.table");
    const { size } = statSync(path);
    const allowed = { "Access-Control-Allow-Origin": "*", "Access-Control-Allow-Headers": "Range", "Access-Control-Expose-Headers": "Content-Range, ETag" };
    if (request.method === "OPTIONS") {
      response.writeHead(204, allowed).end();
      return;
    }
    const [, start, end] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range).map(Number);
    const last = Math.min(end, size - 1);
    response.writeHead(206, {
      ...allowed, "Content-Range": `bytes ${start}-${last}/${size}`, ETag: '"1"',
    });
    createReadStream(path, { start, end: last }).pipe(response);
  });
  await new Promise((resolve) => { files.listen(0, "127.0.0.1", resolve); });
  browser = await launch({ turns: true });
  page = await browser.newPage();
  // A document without a policy: that of the package's own page allows no module.
  await page.goto(`${server.address}/README.md`);
});
after(async () => {
  await browser?.close();
  server?.close();
  files?.closeAllConnections();
  files?.close();
  rmSync(directory, { recursive: true });
});

/** What the command says of the moves at the start of a game. */
function said(game) {
  const told = execFileSync(process.env.PERFECTPLAY, ["lookup", "--json", "--game", game], { encoding: "utf8" });
  return JSON.parse(told).moves.map(({ move, value, distance }) => [move, value, distance]).sort();
}

test("a game is solved in a worker, while the page goes on", async () => {
  const found = await page.evaluate(async () => {
    const { solve } = await import("./solve.js");
    const { options } = await import("./solved.js");
    let frames = 0;
    const frame = () => { frames += 1; requestAnimationFrame(frame); };
    requestAnimationFrame(frame);
    const phases = new Set();
    const game = await solve("connect:5x4", { onProgress: ({ phase }) => { phases.add(phase); } });
    const all = options(game, game.start).map(({ text, value, distance }) => [text, value, distance]);
    return { frames, phases: [...phases], size: game.size, all };
  });
  assert.equal(found.size, 3_945_711);
  assert.deepEqual(found.all.sort(), said("connect:5x4"));
  assert.ok(found.frames > 3, `${found.frames} frames`);
  assert.ok(found.phases.includes("solving"), found.phases.join());
});

test("it is stopped, and its worker is gone", async () => {
  const reason = await page.evaluate(async () => {
    const { solve } = await import("./solve.js");
    const stop = new AbortController();
    const solved = solve("connect:5x5", { signal: stop.signal, limit: 1e9, onProgress: () => stop.abort() });
    return solved.then(() => "solved", ({ name }) => name);
  });
  assert.equal(reason, "AbortError");
  // The browser ends it at once, and tells of it later.
  while (page.workers().length) await page.waitForTimeout(50);
});

test("a game that is solved is played by the element", async () => {
  await page.evaluate(async () => {
    const { solve } = await import("./solve.js");
    const { register } = await import("./element.js");
    const game = await solve("connect:4x3");
    register(game);
    const element = document.createElement("perfect-play");
    element.setAttribute("game", game.name);
    element.setAttribute("level", "perfect");
    document.body.replaceChildren(element);
  });
  const element = page.locator("perfect-play");
  await element.locator("[data-cell='9']").click();
  await page.waitForFunction(() => document.querySelector("perfect-play").moves.length === 2);
  const moves = await element.evaluate(({ moves: played }) => played);
  assert.equal(moves[0], 1);
});

test("a table on another host is read by ranges", async () => {
  const found = await page.evaluate(async (url) => {
    const { open } = await import("./solve.js");
    const { options } = await import("./solved.js");
    const game = await open(url);
    return { size: game.size, all: options(game, game.start).map(({ text, value, distance }) => [text, value, distance]), requests: game.file.requests };
  }, `http://127.0.0.1:${files.address().port}/a.table`);
  assert.deepEqual(found.all.sort(), said("connect:4x4"));
  assert.equal(found.size, 161_029);
  assert.ok(found.requests <= 3, `${found.requests} requests`);
});

test("a module that is not there is told", async () => {
  const found = await page.evaluate(async () => {
    const { solve } = await import("./solve.js");
    return solve("connect:4x3", { module: "missing.wasm" }).catch(({ message }) => message);
  });
  assert.match(found, /^expected the module that solves at .*missing\.wasm, found 404$/);
});
