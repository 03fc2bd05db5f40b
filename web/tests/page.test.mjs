// The page in headless Chromium, from every place that people open it from.

import assert from "node:assert/strict";
import { describe } from "node:test";

import { Page, game, shared, test } from "./browser.mjs";

/** The first of the moves that are good, or bad, for whoever is to move. Good ones set
 *  traps, too: whoever errs at every chance then has one, and loses. */
const first = (mask) => game.cellsOf(mask)[0];
const best = (state) => first(game.plan(state, { level: "perfect" }).usual);
const worst = (state) => {
  const { losing, neutral, winning } = game.lookup(state);
  return first(losing || neutral || winning);
};

const found = shared();

for (const [i, name] of ["a file", "a server", "one file"].entries()) {
  describe(`from ${name}`, () => {
    const open = (options) => {
      const place = found.places.list[i];
      assert.equal(place.name, name);
      return Page.open(found.browser, place, options);
    };

    for (const [mark, firstMark] of [["X", "X"], ["O", "X"], ["O", "O"], ["X", "O"]]) {
      test(`games as ${mark} where ${firstMark} opens: won, drawn, lost`, async () => {
        const page = await open();
        await page.choose({ mark, first: mark === firstMark ? "you" : "computer" });
        await page.wait();
        const finish = async (result) => {
          assert.equal(await page.play(result === mark ? best : result === "draw" ? best : worst, firstMark), result);
          await page.wait(1000);
          assert.ok(await page.tab.locator("dialog").evaluate((dialog) => dialog.open));
          assert.equal(await page.tab.locator("dialog").getAttribute("data-result"), result);
          await page.press("again");
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

    /** All that a reload leaves as it is. What happened last is not told again. */
    const standing = async (page) => ({
      board: await page.board(),
      sides: await page.sides(),
      score: await page.score(),
      settings: await page.tab.locator(".settings select").evaluateAll((selects) => selects.map(({ value }) => value)),
      later: await page.tab.locator(".later").isVisible(),
      status: (await page.status()).replace(/^.*?: .*?\. /, ""),
    });

    for (const [mark, firstMark] of [["X", "X"], ["O", "X"], ["O", "O"], ["X", "O"]]) {
      test(`a reload after the end, as ${mark} where ${firstMark} opens`, async () => {
        const page = await open();
        await page.choose({ mark, first: mark === firstMark ? "you" : "computer" });
        for (const pick of [best, worst]) {
          await page.wait();
          await page.play(pick, firstMark);
          const before = await standing(page);
          await page.tab.reload();
          assert.deepEqual(await standing(page), before);
          await page.press("new");
        }
        // Won, with a choice that waits for the next game.
        await page.choose({ level: "casual" });
        await page.control("error-rate").fill("100");
        await page.press("new");
        await page.wait();
        assert.equal(await page.play(best, firstMark), mark);
        await page.choose({ mark: mark === "X" ? "O" : "X" });
        const before = await standing(page);
        await page.tab.reload();
        assert.deepEqual(await standing(page), before);
        await page.close();
      });
    }

    /** Four games that you and the computer open in turn; `goOn` leads from each to the next. */
    const playInTurn = async (page, goOn) => {
      await page.choose({ first: "alternate" });
      const openers = [];
      for (let round = 0; round < 4; round += 1) {
        await page.wait();
        openers.push(await page.marks() ? "computer" : "you");
        await page.play(best, openers.at(-1) === "you" ? "X" : "O");
        await goOn();
      }
      assert.deepEqual(openers, ["you", "computer", "you", "computer"]);
    };

    test("a reload leaves turns, games of two, and the computer's pause as they are", async () => {
      const page = await open();
      await playInTurn(page, async () => {
        await page.tab.reload();
        await page.press("new");
      });
      await page.cell(0).click();
      const sides = await page.sides();
      await page.tab.reload();
      assert.deepEqual(await page.sides(), sides);
      await page.wait();
      assert.equal(await page.marks(), 2);
      await page.choose({ players: "2" });
      await page.press("new");
      for (const cell of [0, 3, 1, 4, 2]) await page.cell(cell).click();
      const before = await standing(page);
      await page.tab.reload();
      assert.deepEqual(await standing(page), before);
      assert.match(before.status, /^. wins/);
      await page.close();
    });

    test("two players, undo and redo, and the winning line", async () => {
      const page = await open();
      await page.choose({ players: "2" });
      for (const cell of [0, 3, 1, 4]) await page.cell(cell).click();
      await page.press("undo");
      await page.press("undo");
      assert.equal(await page.marks(), 2);
      await page.press("redo");
      assert.equal(await page.marks(), 3);
      await page.cell(4).click();
      await page.cell(0).click();
      assert.match(await page.status(), /Taken/);
      await page.cell(2).click();
      assert.match(await page.status(), /X wins/);
      assert.equal(await page.tab.locator(".strike path").count(), 1);
      await page.wait(1000);
      assert.match(await page.tab.locator("dialog h2").textContent(), /X wins/);
      await page.press("close");
      await page.cell(8).click();
      assert.match(await page.status(), /over/);
      assert.equal(await page.marks(), 5);
      assert.deepEqual(await page.score(), { X: 1, O: 0, draw: 0 });

      // A move taken back takes its point back.
      await page.press("undo");
      await page.cell(8).click();
      assert.deepEqual(await page.score(), { X: 0, O: 0, draw: 0 });
      await page.close();
    });

    test("turns to open are taken", async () => {
      const page = await open();
      await playInTurn(page, async () => {
        await page.wait(1000);
        await page.press("again");
      });
      await page.close();
    });

    test("hints on every cell are those of the table, and best play can be stepped through", async () => {
      const page = await open();
      await page.choose({ players: "2" });
      await page.press("hints");
      for (const cells of [[], [0], [0, 4, 8, 2], [0, 1], [0, 4, 1, 2, 6, 3]]) {
        await page.press("new");
        for (const cell of cells) await page.cell(cell).click();
        const state = await page.board();
        const shown = await page.tab.locator("[data-cell]").evaluateAll((buttons) =>
          buttons.map(({ dataset }) => dataset.verdict ? { verdict: dataset.verdict, distance: Number(dataset.distance) } : null));
        const expected = game.hints(state).map((hint) => hint && { verdict: hint.verdict, distance: hint.distance });
        assert.deepEqual(shown, expected);
      }
      const line = game.bestLine(await page.board());
      for (const cell of line) {
        await page.press("forward");
        assert.ok(await page.cell(cell).getAttribute("data-preview"));
      }
      await page.press("back");
      assert.equal(await page.cell(line.at(-1)).getAttribute("data-preview"), null);
      await page.press("hints");
      assert.equal(await page.tab.locator("[data-verdict]").count(), 0);
      await page.close();
    });

    test("steps through best play are announced: the move, whose it is, and the verdict", async () => {
      const page = await open();
      await page.choose({ players: "2" });
      await page.press("hints");
      for (const cell of [0, 2]) await page.cell(cell).click();
      const before = await page.status();
      const announced = async (name) => {
        await page.press(name);
        return page.status();
      };
      assert.equal(await announced("forward"), "Step 1 of 5: X, left. O to move loses in 4 plies.");
      assert.equal(await announced("forward"), "Step 2 of 5: O, bottom left. X to move wins in 3 plies.");
      await page.choose({ language: "zh" });
      assert.equal(await page.status(), "第 2 步，共 5 步：O，左下。轮到 X，3 步胜。");
      assert.equal(await announced("back"), "第 1 步，共 5 步：X，左中。轮到 O，4 步负。");
      await page.choose({ language: "en" });
      await page.tab.locator('[data-step="5"]').click();
      assert.equal(await page.status(), "Step 5 of 5: X, right. X wins.");
      for (let step = 0; step < 4; step += 1) await page.press("back");
      await page.choose({ language: "en" });
      assert.match(await page.status(), /^Step 1/);
      assert.ok(before.endsWith(await announced("back")));

      // On a board set up by hand where O opens, up to a draw.
      await page.press("new");
      await page.press("setup");
      await page.choose({ "setup-first": "O" });
      await page.tab.locator('[data-step="9"]').click();
      assert.match(await page.status(), /^Step 9 of 9: O, .*\. A draw\.$/);
      assert.match(await announced("back"), /^Step 8 of 9: X, .*\. O to move draws in 1 ply\.$/);
      await page.close();
    });

    test("a hundred random games at perfect without a loss", async () => {
      const page = await open();
      let seed = 1;
      const random = (state) => {
        // The generator of S. K. Park and K. W. Miller, 1988.
        seed = seed * 48271 % 2147483647;
        const cells = game.CELLS.filter((cell) => !game.markAt(state, cell));
        return cells[seed % cells.length];
      };
      for (let round = 0; round < 100; round += 1) {
        await page.choose({ first: round % 2 ? "you" : "computer" });
        await page.control("new").evaluate((button) => button.click());
        await page.wait();
        const firstMark = round % 2 ? "X" : "O";
        assert.notEqual(await page.play(random, firstMark), "X");
      }
      const { X, O, draw } = await page.score();
      assert.deepEqual([X, O + draw], [0, 100]);
      await page.close();
    });

    test("clicks however fast make no move twice, and none is lost", async () => {
      const page = await open();
      await page.cell(0).dblclick();
      assert.match(await page.status(), /Taken/);
      await page.wait();
      assert.equal(await page.marks(), 2);
      // The pause ends for a click that would have to wait.
      const state = await page.board();
      const free = game.CELLS.filter((cell) => !game.markAt(state, cell));
      await page.cell(free[0]).click();
      assert.equal(await page.marks(), 3);
      await page.tab.evaluate(() => {
        for (const cell of document.querySelectorAll("[data-cell]")) { cell.click(); cell.click(); }
      });
      const { x, o } = await page.board();
      assert.equal(game.unreachable({ x, o }), null);
      await page.wait();
      await page.wait();
      const end = await page.board();
      assert.equal(game.unreachable(end), null);
      await page.close();
    });

    test("the keyboard alone", async () => {
      const page = await open();
      await page.choose({ players: "2" });
      const { keyboard } = page.tab;
      await page.tab.locator("body").press("5");
      assert.equal(await page.cell(4).getAttribute("data-mark"), "X");
      await keyboard.press("ArrowUp");
      await keyboard.press("ArrowLeft");
      await keyboard.press("Enter");
      assert.equal(await page.cell(0).getAttribute("data-mark"), "O");
      await keyboard.press("u");
      assert.equal(await page.marks(), 1);
      await keyboard.press("r");
      assert.equal(await page.marks(), 2);
      await keyboard.press("h");
      assert.equal(await page.tab.locator("[data-verdict]").count(), 7);
      for (const key of ["2", "4", "8"]) await keyboard.press(key);
      assert.match(await page.status(), /X wins/);
      await page.wait(1000);
      await keyboard.press("Escape");
      await keyboard.press("n");
      assert.equal(await page.marks(), 0);
      await page.close();
    });

    test("a review, back to any point, and on from there", async () => {
      const page = await open();
      await page.choose({ players: "2" });
      for (const cell of [0, 1, 4, 8, 2, 5, 6]) await page.cell(cell).click();
      await page.wait(1000);
      await page.press("to-review");
      const kinds = await page.tab.locator(".review [data-review]").evaluateAll((rows) =>
        rows.map(({ dataset }) => dataset.review));
      const round = new game.Round();
      for (const cell of [0, 1, 4, 8, 2, 5, 6]) round.play(cell);
      assert.deepEqual(kinds, game.review(round).map(({ kind }) => kind));
      assert.match(await page.tab.locator(".review").textContent(), /Better: centre/);
      await page.tab.locator('.review [data-ply="2"]').click();
      assert.equal(await page.marks(), 2);
      await page.cell(3).click();
      assert.equal(await page.marks(), 3);
      assert.ok(await page.tab.locator(".review").isHidden());
      await page.close();
    });

    test("a board set up by hand, shared by its address", async () => {
      const page = await open();
      await page.press("setup");
      await page.cell(0).click();
      await page.cell(1).click();
      assert.match(await page.status(), /expected as many X as O/);
      await page.cell(1).click();
      assert.match(await page.status(), /draws in 7|wins in/);
      assert.equal(await page.cell(4).getAttribute("data-verdict") !== null, true);
      const address = page.tab.url();
      assert.match(decodeURIComponent(address), /#XO.\/...\/...$/);
      await page.tab.reload();
      assert.deepEqual(await page.board(), { x: 1, o: 2 });
      await page.press("setup");
      await page.press("play-from-here");
      await page.cell(4).click();
      await page.wait();
      assert.equal(await page.marks(), 4);
      await page.close();

      const shared = await open({ hash: "#X.O/.../...&first=O" });
      assert.deepEqual(await shared.board(), { x: 1, o: 4 });
      await shared.close();
      const strange = await open({ hash: "#XXX/OOO/..." });
      assert.match(await strange.status(), /at most one winner/);
      await strange.close();
      const nothing = await open({ hash: "#nothing" });
      assert.match(await nothing.status(), /names no board/);
      await nothing.close();
    });

    test("choices are remembered", async () => {
      const page = await open();
      await page.choose({ mark: "O", first: "alternate", level: "casual" });
      await page.control("error-rate").fill("40");
      await page.press("hints");
      await page.choose({ language: "zh" });
      await page.tab.reload();
      for (const [name, value] of Object.entries({ mark: "O", first: "alternate", level: "casual", "error-rate": "40", language: "zh" })) {
        assert.equal(await page.control(name).inputValue(), value);
      }
      assert.equal(await page.control("hints").getAttribute("aria-pressed"), "true");
      await page.close();
    });

    test("without storage the page works, and forgets", async () => {
      const page = await open({ storage: false });
      await page.choose({ level: "random" });
      assert.ok(["X", "O", "draw"].includes(await page.play(best)));
      await page.tab.reload();
      assert.equal(await page.control("level").inputValue(), "perfect");
      await page.close();
    });

    test("both languages, chosen by the browser and on the page", async () => {
      const chinese = await open({ locale: "zh-CN" });
      assert.equal(await chinese.tab.locator("html").getAttribute("lang"), "zh-Hans");
      assert.match(await chinese.status(), /轮到你/);
      await chinese.choose({ language: "en" });
      assert.match(await chinese.status(), /Your turn/);
      // The words of the hints are for the eye, and none of the page's other texts.
      await chinese.press("hints");
      await chinese.choose({ language: "zh" });
      assert.equal((await chinese.tab.locator(".board").textContent()).trim(), "");
      await chinese.close();
      const other = await open({ locale: "fr-FR" });
      assert.match(await other.status(), /Your turn/);
      await other.close();
    });

    test("the board keeps its place, whatever appears beside it", async () => {
      for (const width of [320, 900]) {
        const page = await open({ viewport: { width, height: 900 } });
        await page.choose({ players: "2" });
        const place = () => page.tab.locator(".board").evaluate((board) =>
          board.getBoundingClientRect().top + window.scrollY);
        const top = await place();
        await page.press("hints");
        await page.press("forward");
        assert.equal(await place(), top);
        for (const cell of [0, 1, 4, 8, 2, 5, 6]) await page.cell(cell).click();
        assert.equal(await place(), top);
        await page.close();
      }
    });

    test("a phone: nothing cut off, no sideways scrolling, and targets for thumbs", async () => {
      for (const [width, locale] of [[320, "en-US"], [320, "zh-CN"], [390, "en-US"]]) {
        const page = await open({ viewport: { width, height: 640 }, hasTouch: true, isMobile: true, locale });
        const assertFits = async (what) => {
          assert.deepEqual(await page.cutOff(), [], `${what}, ${width}, ${locale}`);
          assert.equal(await page.tab.evaluate(() => document.documentElement.scrollWidth), width, what);
          const sizes = await page.tab.locator("button:visible, select:visible").evaluateAll((targets) =>
            targets.map((target) => target.getBoundingClientRect().height));
          assert.ok(Math.min(...sizes) >= 24, `${what}: ${Math.min(...sizes)}`);
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
        await page.press("hints");
        await assertFits("hints");
        await page.press("forward");
        await assertFits("best play");
        await page.press("setup");
        await assertFits("set up");
        await page.cell(1).tap();
        await assertFits("set up as no game is");
        await page.press("clear");
        await page.press("cancel");
        await page.choose({ players: "2" });
        await page.press("new");
        for (const cell of [0, 1, 4, 8, 2, 5, 6]) await page.cell(cell).tap();
        await page.wait(1000);
        assert.ok(await page.tab.locator("dialog").isVisible());
        await assertFits("the dialog");
        await page.press("to-review");
        await page.tab.locator('.review [data-ply="5"]').tap();
        await assertFits("the review");
        await page.close();
      }
    });
  });
}
