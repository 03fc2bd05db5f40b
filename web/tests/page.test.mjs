// The page in headless Chromium: from one file, from a server, and in frames that deny it much.

import assert from "node:assert/strict";
import { describe } from "node:test";

import { bestLine, options, puzzleOf, review } from "../solved.js";
import { tictactoe as game } from "../tictactoe.js";
import { Page, best, randomly, shared, test, worst } from "./browser.mjs";

const found = shared();
const open = (options, place = "one file") => Page.open(found.browser, found.places[place], options);
const LOST = [0, 1, 4, 8, 2, 5, 6];

/** A page on which two play, with some moves made. */
async function duel(cells = [], options = {}) {
  const page = await open(options);
  await page.choose({ players: "2" });
  for (const cell of cells) await page.cell(cell).click();
  return page;
}

describe("games", () => {
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
      if (round % 2) await page.tab.reload();
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
    for (let round = 1; round <= 3; round += 1) {
      await page.press("new");
      assert.equal(await page.play(best), "X");
      assert.equal(await page.tab.locator(".streak").textContent(), `Wins in a row against Casual: ${round}`);
    }
    await page.press("new");
    await page.press("hints");
    await page.press("hints");
    assert.equal(await page.play(best), "X");
    assert.match(await page.tab.locator(".streak").textContent(), /3$/);
    await page.press("new");
    await page.choose({ level: "perfect" });
    assert.equal(await page.play(best), "draw");
    assert.ok(await page.tab.locator(".streak").isHidden());
    assert.match(await page.tab.locator(".streak").textContent(), /0$/);
    await page.close();
  });
});

describe("reloads and the address", () => {
  /** All that a reload leaves as it is. What happened last is not told again. */
  const standing = async (page) => ({
    board: await page.board(),
    sides: await page.sides(),
    score: await page.score(),
    address: page.tab.url(),
    undo: await page.control("undo").getAttribute("aria-disabled"),
    redo: await page.control("redo").getAttribute("aria-disabled"),
    review: await page.tab.locator(".review:visible .remarks").allTextContents(),
    settings: await page.tab.locator("select:visible").evaluateAll((selects) => selects.map(({ value }) => value)),
    later: await page.tab.locator(".later").isVisible(),
    status: (await page.status()).replace(/^(.*?: .*?\. |Before move .*?\. )/, ""),
  });

  const assertKept = async (page, what) => {
    const before = await standing(page);
    await page.tab.reload();
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
    await page.tab.reload();
    assert.deepEqual(await page.score(), { X: 0, O: 0, draw: 0 });
    const stored = await page.tab.evaluate(() => JSON.parse(localStorage.getItem("perfectplay.tictactoe.scores")));
    assert.equal(stored[0], 0);
    await page.close();
  });

  test("two tabs add to the same scores, and keep each their settings", async () => {
    const page = await open({}, "a server");
    const other = await page.another();
    for (const one of [page, other]) await one.choose({ players: "2" });
    for (const [one, cells] of [[page, [0, 3, 1, 4, 2]], [other, [3, 0, 4, 1, 8, 2]], [page, [0, 3, 1, 4, 2]]]) {
      await one.press("new");
      for (const cell of cells) await one.cell(cell).click();
    }
    for (const one of [page, other]) {
      await one.tab.waitForFunction(() => document.querySelector("perfect-play").shadowRoot.querySelector('[data-score="0"]').textContent === "2");
      assert.deepEqual(await one.score(), { X: 2, O: 1, draw: 0 });
    }
    await page.press("hints");
    await other.choose({ players: "1" });
    await page.tab.reload();
    assert.equal(await page.control("hints").getAttribute("aria-pressed"), "true");
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
    assert.match(await page.tab.locator(".wrong").textContent(), /expected as many X as O/);
    await page.cell(1).click();
    assert.match(await page.status(), /Draw with best play|wins in/);
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
    for (const hash of ["#nothing", "#%E0%A4%A"]) {
      const nothing = await open({ hash });
      assert.match(await nothing.status(), /names no board/);
      await nothing.close();
    }
  });

  test("choices are remembered", async () => {
    const page = await open();
    await page.choose({ mark: "1", first: "alternate", level: "casual" });
    await page.control("error-rate").fill("40");
    await page.press("hints");
    await page.choose({ language: "zh" });
    await page.tab.reload();
    for (const [name, value] of Object.entries({ mark: "1", first: "alternate", level: "casual", "error-rate": "40", language: "zh" })) {
      assert.equal(await page.control(name).inputValue(), value);
    }
    assert.equal(await page.control("hints").getAttribute("aria-pressed"), "true");
    await page.close();
  });

  test("without storage the page works, and forgets", async () => {
    const page = await open({ storage: false });
    await page.choose({ level: "random" });
    assert.ok(["X", "O", "draw"].includes(await page.play(best)));
    await page.press("new");
    await page.tab.reload();
    assert.equal(await page.control("level").inputValue(), "perfect");
    await page.close();
  });
});

describe("where a browser denies", () => {
  for (const place of ["srcdoc", "blob", "data"]) {
    test(`a frame from ${place}: games, hints, undo`, async () => {
      const page = await open({}, place);
      assert.ok(["draw", "O"].includes(await page.play(randomly(7))));
      await page.press("new");
      await page.press("hints");
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
});

describe("what the table says", () => {
  test("at all times: a verdict, its entry, and how it works", async () => {
    const page = await duel();
    const said = async () => [await page.tab.locator(".says").textContent(), await page.tab.locator(".entry").textContent()];
    assert.deepEqual(await said(), ["The table says: draw with best play.", "Entry 1 of 5,478"]);
    await page.cell(0).click();
    await page.cell(2).click();
    const state = 1 | 4 << 9;
    assert.deepEqual(await said(), ["The table says: X wins in 5 moves.", `Entry ${game.entry(state)} of 5,478`]);
    await page.tab.locator(".how summary").click();
    assert.match(await page.tab.locator(".how").textContent(), /5,478/);
    await page.close();
  });

  test("hints on every square are the table's, and best play can be stepped through", async () => {
    const page = await duel();
    await page.press("hints");
    for (const cells of [[], [0], [0, 4, 8, 2], [0, 1], [0, 4, 1, 2, 6, 3]]) {
      await page.press("new");
      for (const cell of cells) await page.cell(cell).click();
      await page.tab.mouse.move(1, 1);
      const { x, o } = await page.board();
      const shown = await page.tab.locator("[data-cell]").evaluateAll((buttons) =>
        buttons.flatMap(({ dataset }, move) => dataset.value ? [[move, dataset.value, Number(dataset.distance), "best" in dataset]] : []));
      assert.deepEqual(shown, options(game, x | o << 9).map(({ move, value, distance, best: isBest }) => [move, value, distance, isBest]));
    }
    const { x, o } = await page.board();
    const line = bestLine(game, x | o << 9);
    for (const { move } of line) {
      await page.press("forward");
      assert.ok(await page.cell(move).getAttribute("data-preview"));
    }
    await page.press("back");
    assert.equal(await page.cell(line.at(-1).move).getAttribute("data-preview"), null);
    await page.press("hints");
    assert.equal(await page.tab.locator(".cell[data-value]").count(), 0);
    await page.close();
  });

  test("steps through best play are announced, by keys too", async () => {
    const page = await duel();
    await page.press("hints");
    for (const cell of [0, 2]) await page.cell(cell).click();
    await page.press("forward");
    assert.equal(await page.status(), "Step 1 of 5: X, left. X wins in 4 moves.");
    await page.press("forward");
    assert.equal(await page.status(), "Step 2 of 5: O, bottom left. X wins in 3 moves.");
    await page.choose({ language: "zh" });
    assert.equal(await page.status(), "第 2 步，共 5 步：O，左下。 X 3 步胜。");
    await page.choose({ language: "en" });
    await page.cell(4).focus();
    for (const [key, step] of [[".", 3], [".", 4], [",", 3]]) {
      await page.tab.keyboard.press(key);
      assert.match(await page.status(), new RegExp(`^Step ${step} of 5`));
    }
    await page.tab.keyboard.press("Escape");
    assert.doesNotMatch(await page.status(), /Step/);
    await page.close();
  });

  test("a square that is pointed at shows the board after it, with its values", async () => {
    const page = await duel([0, 2]);
    await page.press("hints");
    const expected = (move) => {
      const { to } = options(game, 1 | 4 << 9).find((option) => option.move === move);
      return options(game, to).map(({ value }) => value);
    };
    const values = () => page.tab.locator(".cell[data-value]").evaluateAll((cells) => cells.map(({ dataset }) => dataset.value));
    await page.cell(4).hover();
    await page.wait(200);
    assert.equal(await page.cell(4).getAttribute("data-preview"), "X");
    assert.deepEqual(await values(), expected(4));
    await page.tab.mouse.move(1, 1);
    assert.equal(await page.cell(4).getAttribute("data-preview"), null);
    // The keyboard does the same, and what is announced stays true of the board.
    await page.cell(4).focus();
    await page.tab.keyboard.press("ArrowDown");
    assert.equal(await page.cell(7).getAttribute("data-preview"), "X");
    assert.deepEqual(await values(), expected(7));
    assert.match(await page.cell(7).getAttribute("aria-label"), /^bottom: empty, Draw/);
    assert.equal(await page.marks(), 2);
    await page.close();
  });

  test("why: every reply, until each line ends, and the line on the board", async () => {
    const page = await duel([0, 2]);
    await page.press("hints");
    const move = (path) => page.tab.locator(`summary[data-path="${path}"]`);
    assert.match(await move("3").textContent(), /X left · Win in 5/);
    await move("3").click();
    // The reply of the loser is any of six, and the winner has one answer to each.
    const replies = page.tab.locator('.why > li > details[open] > ul > li');
    assert.equal(await replies.count(), 6);
    await move("3.6").click();
    await page.tab.locator('[data-path="3.6"] + ul summary').click();
    assert.match(await page.tab.locator('[data-path="3.6"] + ul').textContent(), /X .* · Win in 3/);
    assert.equal(await page.cell(6).getAttribute("data-preview"), "O");
    assert.equal(await page.tab.locator("[data-preview]:not(.board)").count(), 3);
    await page.close();
  });

  test("only one of the moves that mirror each other", async () => {
    const page = await duel();
    await page.press("hints");
    assert.equal(await page.tab.locator(".cell[data-value]").count(), 9);
    await page.control("mirrors").check();
    assert.equal(await page.tab.locator(".cell[data-value]").count(), 3);
    await page.close();
  });

  test("a review shows the board before each move, in a list and in a chart", async () => {
    const page = await duel(LOST);
    const remarks = review(game, game.start, LOST);
    // It opens at the first mistake.
    assert.ok(await page.tab.locator(".review").isHidden());
    await page.press("puzzle");
    const kinds = await page.tab.locator(".remarks [data-review]").evaluateAll((rows) => rows.map(({ dataset }) => dataset.review));
    assert.deepEqual(kinds, remarks.map(({ kind }) => kind));
    const bars = await page.tab.locator(".chart button").evaluateAll((rows) => rows.map(({ dataset }) => [dataset.winner, dataset.remark]));
    assert.deepEqual(bars, remarks.map(({ did, player, kind }) =>
      [did.value === "draw" ? "draw" : String(did.value === "win" ? player : 1 - player), kind]));
    assert.equal(await page.marks(), 1);
    assert.equal(await page.cell(1).getAttribute("data-remark"), "mistake");
    assert.equal(await page.cell(4).getAttribute("data-better"), "");
    assert.equal(await page.cell(4).getAttribute("data-value"), "draw");
    assert.equal(await page.cell(1).getAttribute("data-value"), "loss");
    assert.match(await page.tab.locator(".review").textContent(), /a draw thrown away.*Better: centre/);
    await page.tab.locator('.chart [data-ply="5"]').click();
    assert.equal(await page.marks(), 5);
    await page.tab.locator('[data-retry="1"]').click();
    await page.cell(4).click();
    assert.equal(await page.marks(), 2);
    assert.ok(await page.tab.locator(".review").isHidden());
    await page.close();
  });
});

describe("puzzles", () => {
  /** The move that keeps what there is, and one that does not. */
  const choice = async (page) => {
    const { x, o } = await page.board();
    const state = x | o << 9;
    const { value } = game.worth(state);
    const all = options(game, state);
    return [all.find((option) => option.value === value).move, all.find((option) => option.value !== value)?.move];
  };

  test("one a day: slips are refused and counted, and the result gives nothing away", async () => {
    const day = 20_000;
    const page = await open({ clock: false, script: `Date.now = () => ${day * 86_400_000 + 43_200_000}; Date.prototype.getTimezoneOffset = () => 0;` });
    await page.tab.evaluate(() => {
      Object.defineProperty(navigator, "clipboard", { value: { writeText: async (text) => { globalThis.copied = text; } } });
    });
    await page.press("puzzle");
    const { x, o } = await page.board();
    assert.equal(x | o << 9, puzzleOf(game, day));
    assert.match(await page.tab.locator(".puzzle").textContent(), /Puzzle of October 4, 2024.*to move/s);
    const before = await page.marks();
    await page.cell((await choice(page))[1]).click();
    assert.equal(await page.marks(), before);
    assert.match(await page.status(), /that (loses|only draws)/);
    assert.equal(await page.tab.locator(".cell[data-value]").count(), 0);
    await page.tab.reload();
    for (let turn = 0; turn < 9 && await page.tab.locator(".solved").textContent() === ""; turn += 1) {
      await page.cell((await choice(page))[0]).click();
      await page.tab.waitForTimeout(500);
    }
    assert.match(await page.tab.locator(".solved").textContent(), /Solved after one slip/);
    await page.tab.evaluate(() => {
      Object.defineProperty(navigator, "clipboard", { value: { writeText: async (text) => { globalThis.copied = text; } } });
    });
    await page.press("copy");
    assert.match(await page.tab.evaluate(() => globalThis.copied), /^Perfect tic-tac-toe, puzzle of October 4, 2024: 🟥🟩+$/u);
    assert.deepEqual(await page.score(), { X: 0, O: 0, draw: 0 });
    await page.press("another");
    assert.ok(await page.tab.locator(".puzzle").isVisible());
    await page.press("leave");
    assert.equal(await page.marks(), 0);
    await page.close();
  });
});

describe("the keyboard, and languages", () => {
  test("the keyboard alone, while the board has the focus", async () => {
    const page = await duel();
    const { keyboard } = page.tab;
    await page.tab.locator("body").press("5");
    await page.control("new").press("u");
    assert.equal(await page.marks(), 0);
    await page.cell(4).focus();
    await keyboard.press("5");
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
    assert.equal(await page.tab.locator(".cell[data-value]").count(), 7);
    for (const key of ["2", "4", "8"]) await keyboard.press(key);
    assert.match(await page.status(), /X wins/);
    await keyboard.press("n");
    assert.equal(await page.marks(), 0);
    await page.close();
  });

  test("the focus is never lost", async () => {
    const page = await duel(LOST);
    const focused = () => page.tab.evaluate(() => {
      const { activeElement } = document.querySelector("perfect-play").shadowRoot;
      return Boolean(activeElement?.checkVisibility());
    });
    for (const name of ["puzzle", "undo", "new", "setup", "clear", "cancel", "setup", "play-from-here", "hints", "forward", "hints", "puzzle", "leave", "reset"]) {
      await page.control(name).focus();
      await page.tab.keyboard.press("Enter");
      assert.ok(await focused(), name);
    }
    for (const cell of LOST) await page.cell(cell).click();
    await page.press("puzzle");
    for (const row of ['.remarks [data-ply="1"]', '[data-retry="1"]']) {
      await page.tab.locator(row).focus();
      await page.tab.keyboard.press("Enter");
      assert.ok(await focused(), row);
    }
    await page.control("setup").click();
    await page.tab.keyboard.press("Escape");
    assert.ok(await page.tab.locator(".setup").isHidden() && await focused());
    await page.close();
  });

  test("both languages, chosen by the browser and on the page", async () => {
    const chinese = await open({ locale: "zh-CN" });
    assert.equal(await chinese.tab.locator("html").getAttribute("lang"), "zh-Hans");
    assert.equal(await chinese.tab.title(), "完美井字棋");
    assert.match(await chinese.status(), /轮到你/);
    await chinese.choose({ language: "en" });
    assert.match(await chinese.status(), /Your turn/);
    assert.equal(await chinese.tab.title(), "Perfect tic-tac-toe");
    // The words of the hints are for the eye, and none of the page's other texts.
    await chinese.press("hints");
    await chinese.choose({ language: "zh" });
    assert.equal((await chinese.tab.locator(".board").textContent()).trim(), "");
    await chinese.close();
    const other = await open({ locale: "fr-FR" });
    assert.match(await other.status(), /Your turn/);
    await other.close();
  });

  test("from a server, as from one file", async () => {
    const page = await open({}, "a server");
    assert.equal(await page.play(best), "draw");
    await page.press("new");
    assert.equal(await page.play(worst), "O");
    assert.deepEqual(await page.score(), { X: 0, O: 1, draw: 1 });
    await page.tab.reload();
    assert.deepEqual(await page.score(), { X: 0, O: 1, draw: 1 });
    await page.close();
  });
});
