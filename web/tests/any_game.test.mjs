// The page with a game other than tic-tac-toe: the same player, and no rule of the game in it.

import assert from "node:assert/strict";
import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

import { readGame } from "../data.js";
import { bestLine, options, outcome, plan, sorted } from "../solved.js";
import { Page, sharedGames, test as run } from "./browser.mjs";
import { GAMES, dataOf, games, playersOf, scriptOf, skip } from "./games.mjs";

const test = (name, body) => run(name, { skip }, body);

const shared = sharedGames();

const served = (name) => ({ address: `${shared.server.address}/${name}.html` });

/** A narrow phone. */
const PHONE = { viewport: { width: 320, height: 568 }, hasTouch: true, isMobile: true };

async function open(name, options_ = {}) {
  const page = await Page.open(shared.browser, { address: shared.address(name) }, options_);
  await page.control("new").waitFor();
  // What stands beside the page is fetched once its start was drawn.
  await page.wait();
  await page.root.locator('.board[aria-busy="false"]').waitFor({ state: "attached" });
  return page;
}

const movesOf = (page) => page.tab.evaluate(() => document.querySelector("perfect-play").moves);

for (const name of games.filter((game) => !["tictactoe", "connect-4x4"].includes(game))) {
  test(`${name}: it fits a phone, shows its moves, and is played to the end`, async () => {
    const game = await readGame(dataOf(name));
    const page = await open(name, PHONE);
    await page.choose({ players: "2" });
    await page.showValues(true);
    // Seven columns leave no room for wider squares on the narrowest phone.
    assert.deepEqual(await page.smallTargets(game.columns > 6 ? 32 : 44), []);
    assert.deepEqual(await page.cutOff(), []);
    assert.equal(await page.tab.evaluate(() => document.documentElement.scrollWidth), 320);
    const line = bestLine(game, game.start);
    const shown = await page.tab.evaluate((moves) => {
      const root = document.querySelector("perfect-play").shadowRoot;
      const look = () => ({
        cells: [...root.querySelectorAll("[data-cell]")].map(({ dataset }) => ({ ...dataset })),
        told: root.querySelectorAll(".board [data-value], .choices [data-value]").length,
      });
      return [look(), ...moves.map(({ move, path }) => {
        for (const square of path) root.querySelector(`[data-cell="${square}"]`).click();
        root.querySelector(`.choices [data-move="${move}"]`)?.click();
        return look();
      })];
    }, line);
    [game.start, ...line.map(({ to }) => to)].forEach((state, ply) => {
      const { cells, told } = shown[ply];
      assert.equal(told > 0, outcome(game, state) === null, `${ply}`);
      game.squares(state).forEach((number, square) => {
        const { kind, owner, text } = game.pieces[number];
        assert.equal(cells[square].kind, kind, `${ply}: ${square}`);
        if (kind === "heap") assert.equal(cells[square].mark, text === "1" ? "1 seed" : `${text} seeds`);
        if (kind === "piece") assert.ok(cells[square].mark.startsWith(playersOf(game)[owner]));
      });
    });
    assert.deepEqual(await movesOf(page), line.map(({ move }) => move));
    const result = outcome(game, line.at(-1).to);
    // Best play of a game that may go on for ever comes back to a state.
    if (result === null) assert.ok([game.start, ...line.slice(0, -1).map(({ to }) => to)].includes(line.at(-1).to));
    else assert.match(await page.status(), result === "draw" ? /A draw/ : new RegExp(`${playersOf(game)[result]} wins?`));
    assert.equal(await page.tab.title(), `Perfect ${game.local.en.title}`);
    assert.equal(await page.tab.locator("h1").textContent(), `Perfect ${game.local.en.title}`);
    assert.equal(await page.root.locator(".rules").textContent(), game.local.en.rules);
    await page.close();
  });
}

test("the gallery shows every game, leads to its page, to the puzzle of the day and to the project", async () => {
  const day = 20_000;
  const script = `Date.now = () => ${day * 86_400_000}; Date.prototype.getTimezoneOffset = () => 0;`;
  const page = await Page.open(shared.browser, { address: `${shared.server.address}/index.html` }, { clock: false, script });
  // The page is whole when every game has been read.
  await page.tab.locator(".today[href]").waitFor();
  const links = await page.tab.locator("a").evaluateAll((all) => all.map((link) => link.getAttribute("href")));
  const pages = games.filter((name) => !/^connect-/.test(name)).map((name) => `${name}.html`);
  const [puzzle] = links.filter((link) => link.endsWith("#puzzle"));
  assert.deepEqual(links.filter((link) => link !== puzzle).sort(), [...pages, "https://example.org/"].sort());
  const item = (name) => page.tab.locator("li", { has: page.tab.locator(`a[href="${name}.html"]`) });
  assert.match(await item("connect").textContent(), /Connect Four4×4.*Four in a row wins.*You can hold a draw161,029 positions/s);
  await page.tab.waitForFunction(() => [...document.querySelectorAll(".picture")].every(({ shadowRoot }) => shadowRoot));
  // Each has its board in small, in the middle of a game, and nobody reaches it.
  for (const name of ["tictactoe", "connect", "hexapawn", "dots"]) {
    const { squares, marks } = await item(name).locator(".picture").evaluate(({ shadowRoot }) => ({
      squares: shadowRoot.querySelectorAll(".cell").length, marks: shadowRoot.querySelectorAll("[data-sign]").length,
    }));
    assert.deepEqual([squares, marks > 2], { tictactoe: [9, true], connect: [16, true], hexapawn: [9, true], dots: [25, true] }[name], name);
  }
  assert.equal(await page.tab.locator(".picture .table:not([inert])").count(), 0);
  await page.tab.locator(".other").click();
  assert.match(await item("connect").textContent(), /四子棋4×4.*先连成 4 个者胜.*你能守和161,029 个局面/s);
  for (const [name, verdict] of [["mnk", "这一局你能赢"], ["hexapawn", "你能撑 3 步"]]) assert.equal(await item(name).locator(".verdict").textContent(), verdict);
  assert.equal(await page.tab.locator("html").getAttribute("lang"), "zh-Hans");
  assert.match(await page.tab.locator(".today").textContent(), /今日一题/);
  await page.tab.locator(".today").click();
  await page.root.locator(".puzzle").waitFor();
  assert.ok(page.tab.url().includes(puzzle.split("#")[0]));
  await page.tab.locator(".home").click();
  await item("hexapawn").locator("a").click();
  await page.cell(0).waitFor();
  await page.close();
});

test("no card of the gallery is cut, on any screen, in both languages", async () => {
  for (const [width, height] of [[360, 740], [768, 1024], [1366, 768], [1920, 1080]]) {
    const page = await Page.open(shared.browser, { address: pathToFileURL(join(GAMES, "index.html")).href }, { clock: false, viewport: { width, height } });
    await page.tab.locator(".today[href]").waitFor();
    for (const language of ["en", "zh-Hans"]) {
      assert.equal(await page.tab.locator("html").getAttribute("lang"), language);
      const found = await page.tab.evaluate(() => {
        const cut = ({ scrollHeight, clientHeight, scrollWidth, clientWidth }) => scrollHeight > clientHeight + 1 || scrollWidth > clientWidth;
        document.querySelectorAll("[data-game]").forEach((card) => { card.style.contentVisibility = "visible"; });
        return {
          wide: document.documentElement.scrollWidth,
          cut: [...document.querySelectorAll("[data-game], .verdict, h2")].filter(cut).map(({ textContent }) => textContent.slice(0, 80)),
          // No line of a card is far from the one above.
          holes: [...document.querySelectorAll("li:not(.hero) > .verdict")].filter((verdict) => verdict.getBoundingClientRect().top - verdict.parentElement.querySelector("h2").getBoundingClientRect().bottom > 32).length,
        };
      });
      assert.deepEqual(found, { wide: width, cut: [], holes: 0 }, `${width} ${language}`);
      await page.tab.locator(".other").click();
    }
    await page.tab.context().close();
  }
});

/** Opens a page whose table the server gives as a function says. */
async function withTable(fulfil) {
  const tab = await shared.browser.newPage();
  await tab.route("**/connect.js", fulfil);
  const page = new Page(tab, served("connect"));
  await page.enter("");
  return page;
}

const saidOf = async (page) => {
  await page.root.locator(".problem:visible").waitFor();
  // The board stays as it was, and what is said has a place that it did not take from it.
  assert.ok(await page.cell(0).isVisible());
  return page.root.locator(".problem span").textContent();
};

test("a page without the table that belongs beside it says why, keeps its board, and finds it later", async () => {
  const folder = mkdtempSync(join(tmpdir(), "perfectplay-"));
  copyFileSync(join(GAMES, "connect.html"), join(folder, "connect.html"));
  const page = await Page.open(shared.browser, { address: pathToFileURL(join(folder, "connect.html")).href }, { clock: false });
  assert.match(await saidOf(page), /^The file connect\.js, which belongs beside this page, cannot be loaded/);
  await page.choose({ language: "zh" });
  assert.match(await saidOf(page), /无法载入应在本页旁边的文件 connect\.js/);
  copyFileSync(join(GAMES, "connect.js"), join(folder, "connect.js"));
  await page.press("load");
  await page.root.locator('.board[aria-busy="false"]').waitFor({ state: "attached" });
  await page.tab.context().close();
  rmSync(folder, { recursive: true });
});

test("a table of another game beside a page is told by its name", async () => {
  const folder = mkdtempSync(join(tmpdir(), "perfectplay-"));
  copyFileSync(join(GAMES, "connect.html"), join(folder, "connect.html"));
  copyFileSync(join(GAMES, "mnk.js"), join(folder, "connect.js"));
  const page = await Page.open(shared.browser, { address: pathToFileURL(join(folder, "connect.html")).href }, { clock: false });
  assert.match(await saidOf(page), /^The file connect\.js beside this page has the table of another game, mnk:\S+\. This page needs that of connect/);
  assert.equal(await page.root.locator(".says").textContent(), "");
  await page.tab.context().close();
  rmSync(folder, { recursive: true });
});

test("a table that cannot be had is tried again, and what was pressed counts then", async () => {
  const whole = dataOf("connect");
  const script = (data) => (route) => route.fulfill({ contentType: "text/javascript", body: scriptOf(data) });
  const answers = [
    [(route) => route.abort(), /cannot be loaded/],
    [(route) => route.fulfill({ status: 503, body: "" }), /cannot be loaded/],
    [script(whole.slice(0, 300_000)), /damaged: expected .*found "the end of the file"/],
    [script(whole.replace(/.(.{20})$/, (_, rest) => `A${rest}`)), /damaged: expected a zlib stream, found damaged bytes/],
    [script("<!doctype html>"), /damaged: expected JSON/],
  ];
  let [answer] = answers[0];
  const page = await withTable((route) => answer(route));
  await page.choose({ players: "2" });
  await page.cell(1).click();
  for (const [next, said] of answers) {
    if (next !== answer) {
      answer = next;
      await page.press("load");
      await page.root.locator(".problem span", { hasText: said }).waitFor();
    }
    assert.match(await saidOf(page), said);
  }
  answer = script(whole);
  await page.press("load");
  await page.root.locator(".problem").waitFor({ state: "hidden" });
  await page.tab.waitForFunction(() => document.querySelector("perfect-play").moves.length === 1);
  assert.deepEqual(await movesOf(page), [1]);
  await page.tab.context().close();
});

test("before its table is there a page shows the start, and what was pressed counts afterwards", async () => {
  for (const [fragment, moves] of [["", [1, 0]], ["#moves=3.3", [3, 3]]]) {
    const tab = await shared.browser.newPage();
    let send;
    const isSent = new Promise((resolve) => { send = resolve; });
    await tab.route("**/connect.js", async (route) => {
      await isSent;
      await route.continue();
    });
    const page = new Page(tab, served("connect"));
    await page.enter(fragment);
    await page.choose({ players: "2" });
    assert.equal(await page.tab.locator(".board").getAttribute("aria-busy"), "true");
    assert.equal(await page.tab.locator(".says").innerText(), "Loading the rest of the game.");
    await page.showHints();
    await page.cell(1).click();
    assert.deepEqual(await movesOf(page), []);
    assert.equal(await tab.locator(".cell[data-value]").count(), 0);
    send();
    await tab.locator(".cell[data-value]").first().waitFor();
    if (!fragment) await page.cell(0).click();
    assert.deepEqual(await movesOf(page), moves);
    assert.match(await page.tab.locator(".entry").textContent(), /of 161,029/);
    assert.deepEqual(page.problems, []);
    await tab.close();
  }
});

/** Chooses the squares of a move. */
async function enter(page, { path }) {
  for (const square of path) await page.cell(square).click();
}

for (const name of ["connect-4x3", "hexapawn"]) {
  test(`${name}: a game of best moves, move by move as the table has it`, async () => {
    const game = await readGame(dataOf(name));
    const page = await open(name);
    await page.choose({ players: "2" });
    await page.showValues(true);
    let state = game.start;
    while (outcome(game, state) === null) {
      const shown = await page.root.locator("[data-cell]").evaluateAll((cells) => cells.map(({ dataset }) => dataset.mark));
      assert.deepEqual(shown, game.squares(state).map((piece) => playersOf(game)[game.pieces[piece].owner] ?? ""));
      const [best] = plan(game, state, { level: "perfect" }).usual;
      assert.ok(await page.cell(best.path[0]).getAttribute("data-value"));
      await enter(page, best);
      state = best.to;
    }
    const result = outcome(game, state);
    assert.match(await page.status(), result === "draw" ? /A draw/ : new RegExp(`${playersOf(game)[result]} wins?`));
    await page.press("puzzle");
    assert.equal(await page.tab.locator(".played").getAttribute("data-over"), "on");
    await page.close();
  });

  test(`${name}: against the computer, sent to somebody who steps through it`, async () => {
    const game = await readGame(dataOf(name));
    const page = await open(name, { viewport: { width: 375, height: 667 }, hasTouch: true, isMobile: true });
    let state = game.start;
    for (let turn = 0; turn < 40 && outcome(game, state) === null; turn += 1) {
      const worst = sorted(options(game, state)).at(-1);
      await enter(page, worst);
      await page.wait();
      state = (await movesOf(page)).reduce((now, move) => options(game, now).find((option) => option.move === move).to, game.start);
    }
    assert.equal(outcome(game, state), 1);
    assert.match(await page.status(), /The computer wins/);
    const address = page.tab.url();
    await page.close();

    const visitor = await Page.open(shared.browser, { address }, {});
    await visitor.cell(0).waitFor();
    assert.match(await visitor.status(), /Orange wins/);
    // In a game that is lost from the start there is no mistake to make, but a slower loss.
    await visitor.tab.locator('.remarks [data-review]:not([data-review="best"])').first().click();
    assert.ok(await visitor.tab.locator(".cell[data-better]").count() >= 1);
    await visitor.close();
  });
}

test("pieces that fall: any square of a column stands for it", async () => {
  const page = await open("connect-4x3");
  await page.choose({ players: "2" });
  await page.cell(1).click();
  assert.equal(await page.cell(9).getAttribute("data-mark"), "Blue");
  await page.cell(9).click();
  assert.equal(await page.cell(5).getAttribute("data-mark"), "Orange");
  await page.close();
});

test("a piece on its way is in nobody's way", async () => {
  const page = await open("connect-4x3", { reducedMotion: "no-preference" });
  await page.choose({ players: "2" });
  await page.cell(9).click();
  const missed = await page.tab.evaluate(() => {
    const { shadowRoot } = document.querySelector("perfect-play");
    const slide = shadowRoot.getAnimations().find(({ animationName }) => animationName === "slide");
    slide.pause();
    const cells = [...shadowRoot.querySelectorAll("[data-cell]")];
    const isCovered = (cell) => {
      const { x, y, width, height } = cell.getBoundingClientRect();
      return shadowRoot.elementFromPoint(x + width / 2, y + height / 2) !== cell;
    };
    const { duration } = slide.effect.getComputedTiming();
    return Array.from({ length: 21 }, (_, step) => {
      slide.currentTime = duration * step / 21;
      return cells.filter(isCovered).map(({ dataset }) => `${dataset.cell} after ${step}/21`);
    }).flat();
  });
  assert.deepEqual(missed, []);
  await page.close();
});

test("moves of two squares: the first is chosen, and let go", async () => {
  const page = await open("hexapawn");
  await page.choose({ players: "2" });
  await page.cell(6).click();
  assert.equal(await page.cell(6).getAttribute("data-chosen"), "");
  await page.cell(6).click();
  assert.equal(await page.cell(6).getAttribute("data-chosen"), null);
  await page.cell(6).click();
  await page.cell(7).click();
  assert.equal(await page.cell(7).getAttribute("data-chosen"), "");
  await page.cell(4).click();
  assert.equal(await page.cell(4).getAttribute("data-mark"), "Blue");
  await page.cell(8).click();
  assert.match(await page.status(), /Not possible: c1/);
  await page.close();
});

test("a square of several moves asks which one", async () => {
  const page = await open("wild");
  await page.choose({ players: "2" });
  await page.showValues(false);
  await page.cell(4).click();
  assert.match(await page.status(), /b2: which move\?/);
  const list = page.root.locator(".choices button");
  assert.deepEqual(await list.allTextContents(), ["Xb2 ", "Ob2 "]);
  await list.nth(1).click();
  assert.equal(await page.cell(4).getAttribute("data-mark"), "O");
  assert.equal(await list.count(), 0);
  assert.equal(await page.tab.evaluate(() => document.activeElement.localName), "perfect-play");
  await page.close();
});

test("dots and boxes by keys: lines only, and the boxes belong to whoever completed them", async () => {
  const page = await open("dots");
  await page.choose({ players: "2" });
  const focused = () => page.tab.evaluate(() => document.querySelector("perfect-play").shadowRoot.activeElement.dataset.cell);
  await page.cell(1).focus();
  for (const [key, cell] of [
    ["ArrowRight", "3"], ["ArrowDown", "7"], ["ArrowLeft", "5"], ["ArrowLeft", "9"], ["ArrowUp", "3"], ["ArrowUp", "23"], ["ArrowDown", "3"],
  ]) {
    await page.tab.keyboard.press(key);
    assert.equal(await focused(), cell, key);
  }
  // The four sides of the box at the top left: the fourth is X's, then X moves again.
  for (const cell of [1, 5, 7, 23, 11]) await page.cell(cell).click();
  assert.equal(await page.cell(6).getAttribute("data-player"), "0");
  assert.match(await page.status(), /Blue to move/);
  assert.equal(await page.root.locator(".points").textContent(), "Points: Blue 1, Orange 0");
  assert.equal(await page.cell(6).getAttribute("aria-hidden"), "true");
  await page.close();
});

test("hints on lines show by their width and their tint", async () => {
  const page = await open("dots");
  await page.choose({ players: "2" });
  const line = () => page.cell(1).evaluate((cell) => {
    const { height, backgroundColor } = getComputedStyle(cell, "::before");
    return { height: parseFloat(height), backgroundColor };
  });
  await page.showValues(false);
  const plain = await line();
  await page.showValues(true);
  await page.tab.mouse.move(1, 1);
  const told = await line();
  assert.ok(told.height > 2 * plain.height, `${told.height}`);
  assert.notEqual(told.backgroundColor, plain.backgroundColor);
  await page.close();
});

test("a thumb beside a thin line draws it, in either direction", async () => {
  const page = await open("dots", PHONE);
  await page.choose({ players: "2" });
  for (const [cell, beside] of [[1, [0, 20]], [7, [-20, 0]], [17, [20, 0]]]) {
    const { x, y, width, height } = await page.cell(cell).boundingBox();
    await page.tab.touchscreen.tap(x + width / 2 + beside[0], y + height / 2 + beside[1]);
    assert.equal(await page.cell(cell).getAttribute("data-mark"), "taken", `${cell}`);
  }
  await page.close();
});

test("where squares go, the focus goes to one that is left", async () => {
  const page = await open("chomp");
  await page.choose({ players: "2" });
  await page.cell(11).focus();
  await page.cell(1).click();
  await page.cell(1).waitFor({ state: "hidden" });
  const at = await page.tab.evaluate(() => document.querySelector("perfect-play").shadowRoot.activeElement?.dataset.cell);
  assert.ok(["0", "4", "8"].includes(at), at);
  await page.close();
});
