// What survives a reload, what an address holds, and what is remembered.

import assert from "node:assert/strict";

import { LOST, best, shared, test, worst } from "./browser.mjs";

const { open, duel } = shared();

/** All that a reload leaves as it is. What happened last is not told again. */
const standing = (page) => page.tab.evaluate(() => {
  const { shadowRoot } = document.querySelector("perfect-play");
  const all = (selector, told) => [...shadowRoot.querySelectorAll(selector)].filter((element) => element.checkVisibility()).map(told);
  const text = ({ textContent }) => textContent;
  return {
    board: all("[data-cell]", ({ dataset }) => dataset.mark),
    sides: all("[data-side] dt", text),
    score: all("[data-score]", text),
    address: location.href,
    disabled: all('[aria-disabled="true"]', ({ dataset }) => dataset.control),
    review: all(".remarks", text),
    // They are folded away again.
    settings: [...shadowRoot.querySelectorAll("details select")].map(({ value }) => value),
    later: [...shadowRoot.querySelectorAll(".later")].map(({ hidden }) => !hidden),
    status: all(".turn > *", text).filter(Boolean).join(" ").replace(/^((You|The computer|X|O) played .*?\. |Before move .*?\. )/, ""),
  };
});

const assertKept = async (page, what) => {
  const before = await standing(page);
  await page.reload();
  assert.deepEqual(await standing(page), before, what);
};

test("every point of a game survives a reload: undo, redo, review, set-up", async () => {
  for (const [mark, first] of [["0", "you"], ["1", "you"], ["0", "computer"]]) {
    const page = await open();
    await page.choose({ mark, first });
    await page.wait();
    const firstMark = (mark === "0") === (first === "you") ? "X" : "O";
    await assertKept(page, "start");
    await page.play(worst, firstMark);
    await assertKept(page, "end");
    await page.press("undo");
    await assertKept(page, "undone");
    await page.press("redo");
    await page.press("puzzle");
    await assertKept(page, "review opened");
    await page.tab.locator('.remarks [data-ply="2"]').click();
    await assertKept(page, "review");
    await page.choose({ mark: mark === "0" ? "1" : "0" });
    await assertKept(page, "a choice that waits");
    await page.press("setup");
    await page.cell(0).click();
    await assertKept(page, "set-up");
    await page.press("cancel");
    await assertKept(page, "after set-up");
    await page.close();
  }
});

test("the computer's pause, games of two, and a reset", async () => {
  const page = await open();
  await page.cell(0).click();
  await assertKept(page, "pause");
  await page.wait();
  assert.equal(await page.marks(), 2);
  await page.choose({ players: "2" });
  await page.press("new");
  for (const cell of [0, 3, 1, 4, 2]) await page.cell(cell).click();
  await assertKept(page, "two");
  await page.press("reset");
  await assertKept(page, "reset");
  assert.deepEqual(await page.score(), { X: 0, O: 0, draw: 0 });
  await page.close();
});

test("a score that a move withdraws is withdrawn from what is stored", async () => {
  const page = await duel([0, 3, 1, 4, 2]);
  assert.deepEqual(await page.score(), { X: 1, O: 0, draw: 0 });
  await page.press("undo");
  await page.cell(8).click();
  assert.deepEqual(await page.score(), { X: 0, O: 0, draw: 0 });
  await page.reload();
  assert.deepEqual(await page.score(), { X: 0, O: 0, draw: 0 });
  const stored = await page.tab.evaluate(() => JSON.parse(localStorage.getItem("perfectplay.tictactoe.scores")));
  assert.equal(stored[0], 0);
  await page.close();
});

test("two tabs add to the same scores, and keep each their settings", async () => {
  const page = await open({}, "a server");
  const other = await page.another();
  for (const one of [page, other]) {
    await one.tab.bringToFront();
    await one.choose({ players: "2" });
  }
  for (const [one, cells] of [[page, [0, 3, 1, 4, 2]], [other, [3, 0, 4, 1, 8, 2]], [page, [0, 3, 1, 4, 2]]]) {
    // A tab behind another draws no frames, which a click would wait for.
    await one.tab.bringToFront();
    await one.press("new");
    for (const cell of cells) await one.cell(cell).click();
  }
  for (const one of [page, other]) {
    await one.tab.waitForFunction(() => document.querySelector("perfect-play").shadowRoot.querySelector('[data-score="0"]').textContent === "2", null, { polling: 20 });
    assert.deepEqual(await one.score(), { X: 2, O: 1, draw: 0 });
  }
  await page.tab.bringToFront();
  await page.press("values");
  await other.tab.bringToFront();
  await other.choose({ players: "1" });
  await page.reload();
  assert.equal(await page.control("values").getAttribute("aria-pressed"), "false");
  assert.equal(await page.control("players").inputValue(), "1");
  await page.close();
});

test("a game that was sent is stepped through, and greets nobody as its winner", async () => {
  const page = await open({ hash: `#moves=${LOST.join(".")}&utm_source=mail` });
  assert.equal(await page.status(), "X wins.");
  assert.deepEqual(await page.score(), { X: 0, O: 0, draw: 0 });
  await page.tab.locator('.remarks [data-ply="1"]').click();
  assert.equal(await page.marks(), 1);
  assert.match(page.tab.url(), /at=1$/);
  await page.cell(4).click();
  await page.wait();
  assert.ok(await page.marks() >= 2);
  await page.close();

  const middle = await open({ hash: "#moves=0.4.8&at=2" });
  assert.equal(await middle.marks(), 2);
  assert.match(await middle.status(), /Your turn: X/);
  await middle.close();
});

test("boards in the address: set up by hand, shared, strange", async () => {
  const page = await open();
  await page.press("setup");
  await page.cell(0).click();
  await page.cell(1).click();
  assert.match(await page.status(), /No game reaches this board/);
  assert.match(await page.tab.locator(".wrong").textContent(), /expected equally many X and O/);
  await page.cell(1).click();
  assert.match(await page.status(), /With best play, (it is a draw|. wins in)/);
  assert.ok(await page.cell(4).getAttribute("data-value"));
  assert.match(decodeURIComponent(page.tab.url()), /#XO.\/...\/...$/);
  await page.press("play-from-here");
  await page.cell(4).click();
  await page.wait();
  assert.equal(await page.marks(), 4);
  await page.close();

  const sent = await open({ hash: "#X.O/.../...&first=O&utm_campaign=1" });
  assert.deepEqual(await sent.board(), { x: 1, o: 4 });
  await sent.close();
  const unreachable = await open({ hash: "#XXX/OOO/..." });
  assert.match(await unreachable.tab.locator(".wrong").textContent(), /at most one winner/);
  await unreachable.tab.keyboard.press("Tab");
  await unreachable.cell(4).focus();
  await unreachable.tab.keyboard.press("Escape");
  assert.equal(await unreachable.marks(), 0);
  await unreachable.close();
  for (const hash of ["#nothing", "#%E0%A4%A", "#99", "#moves=99", "#rules=garbage", "#puzzle=zzz", "#at=-1", "#first=Z"]) {
    const nothing = await open({ hash, storage: false });
    const said = hash === "#moves=99" ? /Move 1 of this link is not legal/ : /leads to no board/;
    assert.match(await nothing.status(), said);
    await nothing.close();
  }
});

test("choices are remembered", async () => {
  const page = await open();
  await page.choose({ mark: "1", first: "alternate", level: "casual" });
  await page.control("error-rate").fill("40");
  await page.press("values");
  await page.choose({ language: "zh" });
  await page.reload();
  for (const [name, value] of Object.entries({ mark: "1", first: "alternate", level: "casual", "error-rate": "40", language: "zh" })) {
    assert.equal(await page.control(name).inputValue(), value);
  }
  assert.equal(await page.control("values").getAttribute("aria-pressed"), "false");
  await page.close();
});

test("without storage the page works, and forgets", async () => {
  const page = await open({ storage: false });
  await page.choose({ level: "random" });
  assert.ok(["X", "O", "draw"].includes(await page.play(best)));
  await page.press("new");
  await page.reload();
  assert.equal(await page.control("level").inputValue(), "perfect");
  await page.close();
});
