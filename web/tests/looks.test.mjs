// Boards that look like the game: what a game may declare of its look, what the games of the list
// declare, and what follows from the data that every game has.

import assert from "node:assert/strict";
import { join } from "node:path";
import { test as untimed } from "node:test";
import { pathToFileURL } from "node:url";

import { readGame } from "../data.js";
import { readStart } from "../description.js";
import { boxOf, coordinatesOf, coveringMove, middleOf, pathOfEdges } from "../draw/look.js";
import { options } from "../solved.js";
import { AXE, Page, sharedGames, test as timed } from "./browser.mjs";
import { GAMES, dataOf, skip } from "./games.mjs";

const test = (name, body) => timed(name, { skip }, body);

// ------------------------------------------------------------------------- without a browser

/** A game of two by three squares, of which only the start is known. */
const SMALL = {
  format: "perfectplay game 1", name: "small", title: "Small", rules: "None.", players: ["X", "O"], columns: 3, rows: 2,
  squareNames: ["a2", "b2", "c2", "a1", "b1", "c1"], pieces: [{ kind: "empty" }, { kind: "piece", owner: 0, text: "X" }],
  moves: [[0, "a2", [0]], [1, "b1", [4]]],
  start: { entries: 1, squares: [0, 0, 0, 0, 0, 0], mover: 0, worth: { value: "draw", distance: 2 }, moves: [] },
};
const small = (more) => readStart({ ...SMALL, ...more });

untimed("letters stand at the edges where moves are named by them", () => {
  assert.deepEqual(coordinatesOf(small({})), { bottom: ["a", "b", "c"], left: ["2", "1"] });
  // Where pieces fall, by columns alone.
  assert.deepEqual(coordinatesOf(small({ drops: true, moves: [[0, "a", [3]], [1, "c", [5]]] })), { bottom: ["a", "b", "c"] });
  // Names that are no coordinates of the move, or of no square.
  assert.deepEqual(coordinatesOf(small({ moves: [[0, "a1", [2]], [1, "a2", [1]]] })), {});
  assert.deepEqual(coordinatesOf(small({ squareNames: ["Oc", "Ob", "Oa", "Xa", "Xb", "Xc"] })), {});
  assert.deepEqual(coordinatesOf(small({ squareNames: ["a2", "c2", "b2", "a1", "b1", "c1"] })), {});
  // What the game says itself.
  assert.deepEqual(coordinatesOf(small({ moves: [[0, "a1", [2]]], coordinates: { left: ["a", "b"] } })), { left: ["a", "b"] });
});

untimed("lines between points, boxes over squares, and the move whose middle is nearest", () => {
  const game = small({ edges: [[0, 1], [1, 5]], moves: [[0, "a2-b2", [0], [0, 1]], [1, "a2-a1", [0], [0, 3]], [2, "c1", [5]]] });
  assert.equal(pathOfEdges(game), "M0.5,0.5L1.5,0.5M1.5,0.5L2.5,1.5");
  assert.deepEqual(middleOf(game, [0, 3]), [0.5, 1]);
  assert.deepEqual(boxOf(game, [0, 1], 0), { x: 0, y: 0, width: 2, height: 1 });
  const moves = [{ move: 0, covers: [0, 1] }, { move: 1, covers: [0, 3] }, { move: 2 }];
  assert.equal(coveringMove(game, moves, 0, [0.8, 0.4]).move, 0);
  assert.equal(coveringMove(game, moves, 0, [0.4, 0.8]).move, 1);
  assert.equal(coveringMove(game, moves, 5, [2.5, 1.5]), null);
  assert.ok(game.isLive(1) && !game.isLive(2));
});

untimed("what is declared is held against its description", () => {
  const refused = (more, expected) => assert.throws(() => small(more), expected);
  refused({ edges: [[0, 6]] }, /expected a line between two squares, found \[0,6\]/);
  refused({ edges: [[0]] }, /expected a line between two squares/);
  refused({ poisoned: 0 }, /expected a list of poisoned squares, found 0/);
  refused({ poisoned: [6] }, /expected a poisoned square, found 6/);
  refused({ stores: ["left", "right"] }, /expected stores of points/);
  refused({ points: true, stores: ["left", "up"] }, /expected stores of points/);
  refused({ coordinates: { bottom: ["a"] } }, /expected 3 coordinates at the bottom, found \["a"\]/);
  refused({ coordinates: { columns: ["a"] } }, /expected a side out of top, bottom, left, right, found "columns"/);
  refused({ moves: [[0, "a2", [0], []]] }, /expected a move with/);
  refused({ moves: [[0, "a2", [0], [6]]] }, /expected a move with/);
  refused({ pieces: [{ kind: "empty" }, { kind: "piece", owner: 0, shape: "queen" }] }, /expected a kind of piece/);
  refused({ local: { zh: { title: 7 } } }, /expected texts of a language/);
  small({ points: true, stores: ["right", "left"], poisoned: [0], coordinates: { bottom: ["a", "b", "c"] }, local: { zh: { title: "小" } } });
});

untimed("a game says in a language what it is called, its rules, and its moves", () => {
  const { local } = readStart({ ...SMALL, name: "dodgem:3", players: ["First", "O"], local: { fr: { title: "Petit" } } });
  assert.equal(local.zh.title, "躲车棋 · 3×3");
  assert.deepEqual([local.zh.players, local.zh.words.off, local.fr.title], [["蓝方", "橙方"], "出盘", "Petit"]);
  assert.equal(small({}).local.zh?.title, undefined);
});

// ----------------------------------------------------------------------------- in a browser

const shared = sharedGames();

async function open(name, options_ = {}) {
  const address = shared.address(name);
  const page = await Page.open(shared.browser, { address }, options_);
  if (options_.clock !== false) await page.wait();
  await page.root.locator('.board[aria-busy="false"]').waitFor({ state: "attached" });
  await page.choose({ players: "2" });
  return page;
}

const count = (page, selector) => page.root.locator(selector).count();

for (const [name, sign] of [["hexapawn", "pawn"], ["breakthrough", "pawn"], ["dodgem", "car"], ["hounds", "hound"]]) {
  test(`${name}: its pieces are ${sign}s`, async () => {
    const page = await open(name);
    assert.ok(await count(page, `.cell[data-sign="${sign}"]`) >= 2);
    assert.equal(await page.root.locator(`.cell[data-sign="${sign}"] .mark > .${sign}`).first().evaluate((shape) => getComputedStyle(shape).display), "block");
    await page.close();
  });
}

for (const name of ["morris", "hounds"]) {
  test(`${name}: its points are joined by lines, and every move goes along one`, async () => {
    const page = await open(name);
    const path = await page.root.locator(".edges path").getAttribute("d");
    const game = await readGame(dataOf(name));
    assert.equal(path.split("M").length - 1, game.edges.length);
    const points = new Set(game.edges.flat());
    assert.equal(await count(page, ".cell[data-spot]"), points.size);
    // Lines end in the middles of points, wherever these are on the screen.
    const [svg, cell] = [await page.root.locator(".edges").boundingBox(), await page.cell([...points][0]).boundingBox()];
    const [, x, y] = /^M([\d.]+),([\d.]+)/.exec(path);
    assert.ok(Math.abs(svg.x + x / game.columns * svg.width - cell.x - cell.width / 2) < 1);
    assert.ok(Math.abs(svg.y + y / game.rows * svg.height - cell.y - cell.height / 2) < 1);
    await page.close();
  });
}

test("domineering: whole dominoes, with a hint on both halves, and a click on either plays one", async () => {
  const page = await open("domineering");
  const game = await readGame(dataOf("domineering"));
  assert.equal(await count(page, ".chips span"), options(game, game.start).length);
  assert.equal(await page.root.locator('.cell[data-value] .hint:visible').count(), 0);
  const { x, y, width, height } = await page.cell(5).boundingBox();
  // The lower part of a square is the upper half of the domino below; its upper part is the lower
  // half of the one above.
  await page.tab.mouse.click(x + width / 2, y + 0.85 * height);
  const moves = () => page.tab.evaluate(() => document.querySelector("perfect-play").moves);
  const coversOf = async () => {
    let state = game.start;
    return (await moves()).map((move) => {
      const option = options(game, state).find((one) => one.move === move);
      state = option.to;
      return option.covers;
    });
  };
  assert.deepEqual(await coversOf(), [[5, 9]]);
  await page.cell(6).focus();
  await page.tab.keyboard.press("Enter");
  assert.deepEqual(await coversOf(), [[5, 9], [6, 7]]);
  const boxes = await page.root.locator(".covers rect").evaluateAll((all) => all.map((box) => [box.dataset.player, Number(box.getAttribute("width")) > Number(box.getAttribute("height"))]));
  assert.deepEqual(boxes, [["0", false], ["1", true]]);
  assert.equal(await count(page, ".cell[data-covered]"), 4);
  await page.root.locator('.best [data-step="1"]').hover();
  assert.equal(await count(page, "[data-lit]"), 2);
  await page.close();
});

test("kalah: seeds can be counted, in pits and in stores", async () => {
  const page = await open("kalah");
  const counts = () => page.root.locator('.cell[data-kind="heap"], .store').evaluateAll((all) => all.map((element) => [
    Number(element.dataset.shown ?? element.querySelector(".label").dataset.shown), element.querySelectorAll(".seeds > i").length,
  ]));
  for (const [shown, seeds] of await counts()) assert.equal(seeds, shown);
  await page.cell(3).click();
  const after = await counts();
  assert.equal(after.length, 8);
  for (const [shown, seeds] of after) assert.equal(seeds, shown);
  assert.ok(after.some(([shown]) => shown === 4) && after.some(([shown]) => shown === 0));
  await page.close();
});

test("hexapawn: the board is seen from the other side, and arrows lead where they point", async () => {
  const page = await open("hexapawn");
  const top = async (cell) => (await page.cell(cell).boundingBox()).y;
  assert.ok(await top(0) < await top(8));
  await page.control("flip").click();
  assert.ok(await top(0) > await top(8));
  await page.cell(4).focus();
  const before = await page.cell(4).boundingBox();
  await page.tab.keyboard.press("ArrowUp");
  const reached = await page.tab.evaluate(() => Number(document.querySelector("perfect-play").shadowRoot.activeElement.dataset.cell));
  assert.ok(await top(reached) < before.y, `${reached}`);
  await page.control("flip").click();
  assert.ok(await top(0) < await top(8));
  await page.close();
  // Pieces that fall have one side only.
  const other = await open("connect");
  assert.ok(await other.control("flip").isHidden());
  await other.close();
});

test("chomp: what is poisoned is seen and said", async () => {
  const page = await open("chomp");
  assert.equal(await count(page, ".cell[data-poisoned]"), 1);
  assert.match(await page.cell(0).getAttribute("aria-label"), /a piece, poisoned/);
  assert.equal(await page.cell(0).locator(".poison").evaluate((shape) => getComputedStyle(shape).display), "block");
  await page.close();
});

test("kalah: stores at the ends of the board hold the points", async () => {
  const page = await open("kalah");
  await page.cell(3).click();
  const [right, left] = [await page.root.locator('.store[data-player="0"]').boundingBox(), await page.root.locator('.store[data-player="1"]').boundingBox()];
  const board = await page.root.locator(".board").boundingBox();
  assert.ok(left.x + left.width <= board.x && right.x >= board.x + board.width - 1);
  const shown = await page.root.locator(".store").evaluateAll((stores) => stores.map(({ dataset }) => dataset.shown));
  assert.deepEqual(await page.root.locator(".points").textContent(), `Points: Blue ${shown[0]}, Orange ${shown[1]}`);
  assert.equal(shown[0], "1");
  await page.close();
});

test("nim: sticks stay sticks, and heaps have their letters", async () => {
  const page = await open("nim");
  assert.deepEqual(await page.root.locator(".letters.left span").allTextContents(), ["a", "b", "c"]);
  const tile = await page.cell(0).evaluate((cell) => getComputedStyle(cell).backgroundColor);
  assert.equal(tile, "rgba(0, 0, 0, 0)");
  assert.ok(await page.cell(0).getAttribute("data-value"));
  await page.close();
});

test("connect: a frame, the value of each column at its top, and a disc that hovers there", async () => {
  const page = await open("connect");
  const tops = () => page.root.locator(".tops button").evaluateAll((all) => all.map(({ dataset, textContent }) => [dataset.value, textContent]));
  const game = await readGame(dataOf("connect"));
  const told = (state) => options(game, state).map(({ value, distance }) => [value, value === "draw" ? "Draw" : value === "win" ? `Win in ${(distance + 1) / 2}` : `Loss in ${distance / 2}`]);
  assert.deepEqual(await tops(), told(game.start));
  await page.cell(9).hover();
  assert.deepEqual(await page.root.locator(".tops [data-over]").evaluateAll((all) => all.map(({ dataset }) => [dataset.top, dataset.player])), [["1", "0"]]);
  // What stands there is pressed, too.
  await page.root.locator('[data-top="1"]').click();
  assert.equal(await page.cell(13).getAttribute("data-mark"), "Blue");
  await page.tab.mouse.move(1, 1);
  const { to } = options(game, game.start)[1];
  assert.deepEqual(await tops(), told(to));
  assert.deepEqual(await page.root.locator(".letters.bottom span").allTextContents(), ["a", "b", "c", "d"]);
  await page.close();
});

test("pieces of the loser stay visible at the end", async () => {
  const page = await open("connect");
  for (const column of [0, 1, 0, 1, 0, 1, 0]) await page.cell(column).click();
  assert.match(await page.status(), /Blue wins/);
  const opacities = await page.root.locator(".cell[data-sign] > .mark").evaluateAll((marks) => marks.map((mark) => getComputedStyle(mark).opacity));
  assert.deepEqual(opacities, Array(7).fill("1"));
  await page.close();
});

for (const name of ["morris", "hounds", "domineering", "chomp", "kalah", "hexapawn", "dodgem", "nim", "connect"]) {
  test(`${name}: nothing is cut off on a phone, and axe finds nothing`, async () => {
    const page = await open(name, { viewport: { width: 320, height: 568 }, hasTouch: true, isMobile: true, bypassCSP: true, clock: false });
    assert.deepEqual(await page.cutOff(), []);
    assert.deepEqual(await page.smallTargets(), []);
    assert.equal(await page.tab.evaluate(() => document.documentElement.scrollWidth), 320);
    await page.tab.addScriptTag({ path: AXE });
    for (const colorScheme of ["light", "dark"]) {
      await page.tab.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      const { violations } = await page.tab.evaluate(() => window.axe.run());
      assert.deepEqual(violations.map(({ id, nodes }) => `${colorScheme} ${id} ${nodes.map(({ html }) => html).join(" ")}`), []);
    }
    await page.close();
  });
}

test("the gallery: axe finds nothing", async () => {
  const page = await Page.open(shared.browser, { address: pathToFileURL(join(GAMES, "index.html")).href }, { bypassCSP: true, clock: false });
  await page.tab.locator(".today[href]").waitFor();
  await page.tab.addScriptTag({ path: AXE });
  for (const colorScheme of ["light", "dark"]) {
    await page.tab.emulateMedia({ colorScheme });
    const { violations } = await page.tab.evaluate(() => window.axe.run());
    assert.deepEqual(violations.map(({ id, nodes }) => `${id} ${nodes.map(({ html }) => html).join(" ")}`), []);
  }
  await page.close();
});
