// Games in headless Chromium: at every level, by two, fast, and in frames that deny much.

import assert from "node:assert/strict";

import { tictactoe as game } from "../tictactoe.js";
import { best, randomly, shared, test, worst } from "./browser.mjs";

const { open, duel } = shared();

for (const [mark, firstMark] of [["X", "X"], ["O", "X"], ["O", "O"], ["X", "O"]]) {
  test(`as ${mark} where ${firstMark} opens: won, drawn, lost`, async () => {
    const page = await open();
    await page.choose({ mark: mark === "X" ? "0" : "1", first: mark === firstMark ? "you" : "computer" });
    await page.wait();
    const finish = async (result) => {
      assert.equal(await page.play(result === mark || result === "draw" ? best : worst, firstMark), result);
      assert.match(await page.status(), result === "draw" ? /A draw/ : result === mark ? /You win!/ : /The computer wins/);
      assert.equal(await page.control("new").textContent(), "Play again");
      await page.press("new");
      await page.wait();
    };
    await finish("draw");
    await finish(mark === "X" ? "O" : "X");
    await page.choose({ level: "casual" });
    await page.control("error-rate").fill("100");
    await page.press("new");
    await page.wait();
    await finish(mark);
    assert.deepEqual(await page.score(), { X: 1, O: 1, draw: 1 });
    await page.press("reset");
    assert.deepEqual(await page.score(), { X: 0, O: 0, draw: 0 });
    await page.close();
  });
}

test("two players, undo and redo, and the winning line", async () => {
  const page = await duel([0, 3, 1, 4]);
  await page.press("undo");
  await page.press("undo");
  assert.equal(await page.marks(), 2);
  await page.press("redo");
  assert.equal(await page.marks(), 3);
  await page.cell(4).click();
  await page.cell(0).click();
  assert.match(await page.status(), /Not possible: top left/);
  await page.cell(2).click();
  assert.match(await page.status(), /X wins/);
  assert.equal(await page.tab.locator(".strike path").count(), 1);
  // The line is over the squares, not under them: without it the right of the first looks different.
  const { x, y, width, height } = await page.cell(0).boundingBox();
  const look = () => page.tab.screenshot({ clip: { x: x + 0.8 * width, y: y + 0.4 * height, width: 0.1 * width, height: 0.2 * height } });
  const struck = await look();
  await page.tab.locator(".strike").evaluate((strike) => { strike.style.visibility = "hidden"; });
  assert.notDeepEqual(await look(), struck);
  await page.cell(8).click();
  assert.match(await page.status(), /over/);
  assert.equal(await page.marks(), 5);
  await page.close();
});

test("turns to open are taken", async () => {
  const page = await open();
  await page.choose({ first: "alternate" });
  const openers = [];
  for (let round = 0; round < 4; round += 1) {
    await page.wait();
    openers.push(await page.marks() ? "computer" : "you");
    await page.play(best, openers.at(-1) === "you" ? "X" : "O");
    if (round % 2) await page.reload();
    await page.press("new");
  }
  assert.deepEqual(openers, ["you", "computer", "you", "computer"]);
  await page.close();
});

test("sixteen random games at perfect without a loss", async () => {
  const page = await open();
  const pick = randomly(1);
  for (let round = 0; round < 16; round += 1) {
    await page.choose({ first: round % 2 ? "you" : "computer" });
    await page.control("new").evaluate((button) => button.click());
    await page.wait();
    assert.notEqual(await page.play(pick, round % 2 ? "X" : "O"), "X");
  }
  const { X, O, draw } = await page.score();
  assert.deepEqual([X, O + draw], [0, 16]);
  await page.close();
});

test("clicks however fast make no move twice, and none is lost", async () => {
  const page = await open();
  await page.cell(0).dblclick();
  assert.equal(await page.marks(), 1);
  await page.wait();
  assert.equal(await page.marks(), 2);
  // The pause ends for a click that would have to wait.
  const { x, o } = await page.board();
  const free = [0, 1, 2, 3, 4, 5, 6, 7, 8].filter((cell) => !((x | o) >> cell & 1));
  await page.cell(free[0]).click();
  await page.cell(free[0] + 1).click();
  assert.ok(await page.marks() >= 3);
  await page.root.locator("[data-cell]").evaluateAll((cells) => { for (const cell of cells) { cell.click(); cell.click(); } });
  await page.wait();
  const end = await page.board();
  assert.ok(game.has(end.x | end.o << 9));
  await page.close();
});

test("a streak against casual, which hints and undone moves do not help", async () => {
  const page = await open();
  await page.choose({ level: "casual" });
  await page.control("error-rate").fill("100");
  await page.showValues(false);
  for (let round = 1; round <= 3; round += 1) {
    await page.press("new");
    assert.equal(await page.play(best), "X");
    assert.equal(await page.tab.locator(".streak").textContent(), `Wins in a row against Casual: ${round}`);
  }
  await page.press("new");
  await page.showValues(true);
  await page.showValues(false);
  assert.equal(await page.play(best), "X");
  assert.match(await page.tab.locator(".streak").textContent(), /3$/);
  await page.press("new");
  await page.choose({ level: "perfect" });
  assert.equal(await page.play(best), "draw");
  assert.ok(await page.tab.locator(".streak").isHidden());
  assert.match(await page.tab.locator(".streak").textContent(), /0$/);
  await page.close();
});

for (const place of ["srcdoc", "blob", "data"]) {
  test(`a frame from ${place}: games, hints, undo`, async () => {
    const page = await open({}, place);
    assert.ok(["draw", "O"].includes(await page.play(randomly(7))));
    await page.press("new");
    await page.showValues(true);
    await page.cell(0).click();
    await page.wait();
    assert.equal(await page.marks(), 2);
    assert.equal(await page.root.locator(".cell[data-value]").count(), 7);
    await page.press("undo");
    assert.equal(await page.marks(), 0);
    await page.close();
  });
}

test("three hundred moves at once, and an address that may be written a hundred times", async () => {
  const refuse = () => {
    const { replaceState } = History.prototype;
    let calls = 0;
    History.prototype.replaceState = function refused(...given) {
      calls += 1;
      if (calls > 100) throw new DOMException("too often", "SecurityError");
      return replaceState.apply(this, given);
    };
  };
  const page = await duel([], { script: refuse });
  const counts = await page.tab.evaluate(() => {
    const { shadowRoot } = document.querySelector("perfect-play");
    const cells = [...shadowRoot.querySelectorAll("[data-cell]")];
    const seen = [];
    for (let move = 0; move < 300; move += 1) {
      const free = cells.filter(({ dataset }) => !dataset.mark);
      const isOver = shadowRoot.querySelector(".board").dataset.over === "on";
      if (isOver) shadowRoot.querySelector('[data-control="new"]').click();
      else free[move * 7 % free.length].click();
      seen.push(cells.filter(({ dataset }) => dataset.mark).length - (isOver ? 0 : 10 - free.length));
    }
    return seen;
  });
  assert.deepEqual(new Set(counts), new Set([0]));
  // And the computer still answers.
  await page.choose({ players: "1" });
  await page.press("new");
  await page.cell(0).click();
  await page.wait();
  assert.equal(await page.marks(), 2);
  await page.close();
});
