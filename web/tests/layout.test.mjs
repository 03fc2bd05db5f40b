// The page on every screen: what is in sight, that nothing moves, and that nothing is cut off.

import assert from "node:assert/strict";

import { best, shared, test } from "./browser.mjs";

const { open } = shared();
const SCREENS = [[1366, 641], [1280, 607], [375, 553], [844, 390], [320, 568], [320, 460]];
const isPhone = ([width]) => width < 900;

/** Sums up how far the page's elements move that nobody moves, as browsers measure it. */
const watchShifts = () => {
  globalThis.shifts = [];
  new PerformanceObserver((list) => {
    for (const { value, sources } of list.getEntries()) {
      globalThis.shifts.push([value, ...sources.map(({ node }) => node?.className ?? node?.nodeName)]);
    }
  }).observe({ type: "layout-shift", buffered: true });
};

for (const screen of SCREENS) {
  test(`${screen.join(" by ")}: board and turn in sight, nothing moves, nothing is cut off`, async () => {
    const [width, height] = screen;
    for (const locale of ["en-US", "zh-CN"]) {
      const page = await open({
        viewport: { width, height }, locale, script: watchShifts, reducedMotion: "no-preference",
        ...(isPhone(screen) ? { hasTouch: true, isMobile: true } : {}),
      });
      const box = async (selector) => page.tab.locator(selector).boundingBox();
      const assertInSight = async (what) => {
        for (const selector of [".turn", ".says", ".board"]) {
          const { x, y, width: w, height: h } = await box(selector);
          assert.ok(x >= 0 && y >= 0 && x + w <= width && y + h <= height, `${what}: ${selector} ${locale}`);
        }
      };
      await assertInSight("on opening");
      const board = await box(".board");
      assert.ok(board.width >= 0.6 * Math.min(width, height), `${board.width}`);
      if (width > height) assert.ok((await box(".turn")).x > board.x + board.width);
      if (locale === "zh-CN") {
        await page.close();
        continue;
      }
      await page.play(best);
      assert.deepEqual(await box(".board"), board);
      await assertInSight("at the end");
      await page.press("new");
      await page.cell(0).click();
      await page.wait();
      assert.deepEqual(await page.tab.evaluate(() => globalThis.shifts), []);
      // What is asked for opens beside the board or below it.
      for (const name of ["forward", "setup"]) await page.press(name);
      await page.tab.evaluate(() => scrollTo(0, 0));
      assert.deepEqual(await box(".board"), board);
      await page.close();
    }
  });
}

test("what is known, and the switch that shows more, come first on every screen, in both languages", async () => {
  for (const [width, height] of [[360, 740], [768, 1024], [1366, 768], [1920, 1080]]) {
    for (const [locale, known, shows] of [
      ["en-US", "Solved: all 5,478 positions. With best play, a draw.", "Show what each move is worth"],
      ["zh-CN", "已解开全部 5,478 个局面：双方不失误则和棋。", "显示每一步的胜负"],
    ]) {
      const page = await open({ viewport: { width, height }, locale, hints: false });
      const box = (selector) => page.tab.locator(selector).boundingBox();
      assert.equal(await page.tab.locator(".says").innerText(), known);
      assert.equal(await page.control("values").innerText(), shows);
      for (const selector of [".says", '[data-control="values"]']) {
        const { y, height: high } = await box(selector);
        assert.ok(y + high <= height, `${width}: ${selector}`);
      }
      assert.ok((await box(".says")).y < (await box(".about")).y);
      // Moves and proofs have their place before there are any.
      for (const card of [".played", ".proof"]) assert.ok(await page.tab.locator(card).isVisible(), card);
      assert.equal(await page.tab.locator(".why li").count(), 0);
      assert.equal(await page.tab.evaluate(() => document.documentElement.scrollWidth), width);
      // The title has one line.
      assert.ok((await box("h1")).height < 40);
      await page.close();
    }
  }
});

test("a tablet that stands upright: one column, and a board as wide as the screen", async () => {
  for (const [width, height] of [[600, 900], [768, 1024], [820, 1180]]) {
    const page = await open({ viewport: { width, height }, hasTouch: true });
    const board = await page.tab.locator(".board").boundingBox();
    assert.ok(board.width > 0.93 * width, `${board.width} of ${width}`);
    assert.ok((await page.tab.locator(".tools").boundingBox()).y >= board.y + board.height);
    // In a gallery, too.
    await page.tab.evaluate(() => document.querySelector("perfect-play").toggleAttribute("bare", true));
    const bare = await page.tab.locator(".board").boundingBox();
    assert.ok(bare.width > 400, `${bare.width} of ${width}`);
    await page.close();
  }
});

test("in the computer's pause best play stays, and nothing below it jumps", async () => {
  for (const viewport of [{ width: 900, height: 900 }, { width: 375, height: 640 }]) {
    const page = await open({ viewport });
    const tops = () => page.tab.evaluate(() => [...document.querySelector("perfect-play").shadowRoot.querySelectorAll(".side > *")]
      .filter((element) => element.checkVisibility()).map((element) => [element.className, element.getBoundingClientRect().top + scrollY]));
    const before = await tops();
    assert.ok(before.some(([name]) => /proof/.test(name)) && await page.root.locator(".line").isVisible());
    await page.cell(0).click();
    assert.deepEqual(await tops(), before);
    await page.wait();
    assert.equal(await page.marks(), 2);
    assert.deepEqual(await tops(), before);
    await page.close();
  }
});

test("a phone: nothing cut off, no sideways scrolling, and targets of 44 pixels for thumbs", async () => {
  for (const [width, locale] of [[320, "en-US"], [320, "zh-CN"], [390, "en-US"]]) {
    const page = await open({ viewport: { width, height: 640 }, hasTouch: true, isMobile: true, locale });
    const assertFits = async (what) => {
      assert.deepEqual(await page.cutOff(), [], `${what}, ${width}, ${locale}`);
      assert.equal(await page.tab.evaluate(() => document.documentElement.scrollWidth), width, what);
      assert.deepEqual(await page.smallTargets(), [], what);
    };
    await page.cell(0).tap();
    await page.wait();
    assert.equal(await page.marks(), 2);
    assert.ok((await page.cell(0).boundingBox()).width >= 80);
    await assertFits("a game");
    for (const level of ["perfect", "invincible", "random", "casual"]) {
      await page.choose({ level });
      await assertFits(level);
    }
    await page.showValues(true);
    await assertFits("hints");
    await page.press("forward");
    await page.unfold(".why summary", "tap");
    await assertFits("best play");
    await page.press("setup");
    await assertFits("set up");
    await page.cell(1).tap();
    await assertFits("set up as no game is");
    await page.press("clear");
    await page.press("cancel");
    await page.press("puzzle");
    await assertFits("a puzzle");
    await page.press("leave");
    await page.choose({ players: "2" });
    await page.press("new");
    for (const cell of [0, 1, 4, 8, 2, 5, 6]) await page.cell(cell).tap();
    await assertFits("the end");
    await page.press("puzzle");
    await assertFits("the review");
    await page.close();
  }
});

test("without scripts the page says what it needs, and shows nothing broken", async () => {
  const page = await open({ javaScriptEnabled: false, clock: false });
  const text = await page.tab.locator("main").innerText();
  assert.match(text, /Perfect tic-tac-toe.*plays in JavaScript, which is turned off/s);
  assert.equal(await page.tab.locator("button, select").count(), 0);
  await page.close();
});

test("the reader's size of text counts", async () => {
  const page = await open({ viewport: { width: 375, height: 800 } });
  const size = () => page.control("new").evaluate((button) => parseFloat(getComputedStyle(button).fontSize));
  const before = await size();
  await page.tab.evaluate(() => { document.documentElement.style.fontSize = "200%"; });
  assert.equal(await size(), 2 * before);
  assert.equal(await page.tab.evaluate(() => document.documentElement.scrollWidth), 375);
  await page.close();
});

test("on paper: the board and the moves", async () => {
  const page = await open();
  await page.cell(0).click();
  await page.wait();
  await page.tab.emulateMedia({ media: "print" });
  assert.ok(await page.cell(0).isVisible());
  assert.equal(await page.tab.locator("button:not(.cell):visible, select:visible").count(), 0);
  assert.deepEqual(await page.tab.locator(".printed li").allTextContents(), ["X top left", "O centre"]);
  await page.close();
});
