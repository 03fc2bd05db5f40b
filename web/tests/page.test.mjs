// What the page says and shows in headless Chromium, its puzzles, keys and languages.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe } from "node:test";

import { puzzleOf } from "../puzzles.js";
import { bestLine, options, review } from "../solved.js";
import { texts } from "../texts.js";
import { tictactoe as game } from "../tictactoe.js";
import { LOST, PROJECT, best, shared, test, worst } from "./browser.mjs";

const { open, duel } = shared();

describe("what the table says", () => {
  test("at all times: a verdict, its entry, how it works, and where the project is", async () => {
    const page = await duel();
    const said = async () => [await page.tab.locator(".says").textContent(), await page.tab.locator(".entry").textContent()];
    assert.deepEqual(await said(), ["With best play, it is a draw.", "Entry 1 of 5,478"]);
    await page.cell(0).click();
    await page.cell(2).click();
    const state = 1 | 4 << 9;
    assert.deepEqual(await said(), ["With best play, X wins in 3 more moves.", `Entry ${game.entry(state)} of 5,478`]);
    await page.tab.locator(".how summary").click();
    assert.match(await page.tab.locator(".how").textContent(), /5,478/);
    const link = page.tab.getByRole("link", { name: PROJECT, exact: true });
    assert.ok(await link.isVisible());
    assert.equal(await link.getAttribute("href"), PROJECT);
    await page.close();
  });

  test("hints on every square are the table's, and best play can be stepped through", async () => {
    const page = await duel();
    assert.equal(await page.tab.locator(".cell[data-value]").count(), 9);
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
    await page.showValues(false);
    assert.equal(await page.tab.locator(".cell[data-value]").count(), 0);
    await page.close();
  });

  test("steps through best play are announced, by keys too", async () => {
    const page = await duel();
    await page.showValues(true);
    for (const cell of [0, 2]) await page.cell(cell).click();
    await page.press("forward");
    assert.equal(await page.status(), "Step 1 of 5: X, left. With best play, X wins in 2 more moves.");
    await page.press("forward");
    assert.equal(await page.status(), "Step 2 of 5: O, bottom left. With best play, X wins in 2 more moves.");
    await page.choose({ language: "zh" });
    assert.equal(await page.status(), "第 2 步，共 5 步：O，左下。 双方都走最佳着法：X 再走 2 步胜。");
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

  test("a square that is pointed at shows its piece, and the values stay", async () => {
    const page = await duel([0, 2]);
    await page.showValues(true);
    const expected = (move) => {
      const { to } = options(game, 1 | 4 << 9).find((option) => option.move === move);
      return options(game, to).map(({ value }) => value);
    };
    const values = () => page.tab.locator(".cell[data-value]").evaluateAll((cells) => cells.map(({ dataset }) => dataset.value));
    const now = await values();
    const said = await page.status();
    await page.cell(4).hover();
    assert.equal(await page.cell(4).getAttribute("data-ghost"), "");
    assert.deepEqual([await values(), await page.status()], [now, said]);
    await page.tab.mouse.move(1, 1);
    assert.equal(await page.cell(4).getAttribute("data-ghost"), null);
    // So does a square that the keyboard reaches, until a key asks what is after its move.
    await page.cell(4).focus();
    await page.tab.keyboard.press("ArrowDown");
    assert.equal(await page.cell(7).getAttribute("data-ghost"), "");
    assert.deepEqual([await values(), await page.status()], [now, said]);
    await page.tab.keyboard.press("w");
    assert.equal(await page.cell(7).getAttribute("data-preview"), "X");
    assert.deepEqual(await values(), expected(7));
    assert.match(await page.status(), /Not played, only shown: X bottom\./);
    assert.match(await page.cell(7).getAttribute("aria-label"), /^bottom: empty, Draw/);
    await page.tab.keyboard.press("Escape");
    assert.deepEqual([await values(), await page.status()], [now, said]);
    // A press that stays asks the same, and plays nothing.
    await page.cell(4).hover();
    await page.tab.mouse.down();
    await page.wait(700);
    await page.tab.mouse.up();
    assert.deepEqual(await values(), expected(4));
    await page.tab.keyboard.press("Escape");
    assert.equal(await page.marks(), 2);
    await page.close();
  });

  test("why: every reply, until each line ends, and the line on the board", async () => {
    const page = await duel([0, 2]);
    await page.showValues(true);
    assert.match(await page.tab.locator('summary[data-path="3"]').textContent(), /X left · Win in 3/);
    await page.unfold('summary[data-path="3"]');
    // The reply of the loser is any of six, and the winner has one answer to each.
    const replies = page.tab.locator('.why > li > details[open] > ul > li');
    assert.equal(await replies.count(), 6);
    await page.unfold('summary[data-path="3.6"]');
    await page.tab.locator('[data-path="3.6"] + ul summary').click();
    assert.match(await page.tab.locator('[data-path="3.6"] + ul').textContent(), /X .* · Win in 2/);
    assert.equal(await page.cell(6).getAttribute("data-preview"), "O");
    assert.equal(await page.tab.locator("[data-preview]:not(.board)").count(), 3);
    await page.close();
  });

  test("a move that is pointed at in a list lights its square", async () => {
    const page = await duel([0, 2]);
    const lit = () => page.root.locator("[data-lit]").evaluateAll((cells) => cells.map(({ dataset }) => Number(dataset.cell)));
    for (const [selector, cell] of [['.remarks [data-ply="1"]', 2], ['.best [data-step="1"]', 3], ['summary[data-path="6"] span', 6]]) {
      await page.root.locator(selector).hover();
      assert.deepEqual(await lit(), [cell], selector);
    }
    await page.control("new").hover();
    assert.deepEqual(await lit(), []);
    // What scrolls under a mouse that rests is pointed at, too.
    const first = page.root.locator('.remarks [data-ply="0"]');
    await first.scrollIntoViewIfNeeded();
    await page.tab.mouse.move(1, 1);
    await first.focus();
    assert.deepEqual(await lit(), [0]);
    await page.close();
  });

  test("a bar moves with every ply, and says nothing of a puzzle", async () => {
    const page = await duel([0]);
    const share = () => page.root.locator(".bar").evaluate((bar) => Number(bar.style.getPropertyValue("--share")));
    assert.equal(await share(), 0.5);
    await page.cell(2).click();
    const won = await share();
    assert.ok(won > 0.5 && won < 1);
    await page.press("forward");
    assert.ok(await share() > won);
    await page.press("puzzle");
    assert.ok(await page.root.locator(".bar").isHidden());
    await page.close();
  });

  test("at the end: a ring in the colour of the last move, and the verdict on the board", async () => {
    const page = await duel(LOST.slice(0, -1));
    const ring = () => page.tab.locator(".cell[data-last]").evaluate((cell) => [cell.dataset.cell, cell.dataset.last, getComputedStyle(cell, "::after").borderTopColor, getComputedStyle(cell).getPropertyValue("--own")]);
    const [, , colour] = await ring();
    assert.equal(await page.tab.locator(".result").textContent(), "");
    await page.cell(LOST.at(-1)).click();
    const [cell, player, other] = await ring();
    assert.deepEqual([cell, player], [String(LOST.at(-1)), "0"]);
    assert.notEqual(colour, other);
    const { text, player: winner, isInside } = await page.tab.locator(".result").evaluate((result) => {
      const [box, board] = [result, result.closest(".board")].map((element) => element.getBoundingClientRect());
      return { text: result.textContent, player: result.dataset.player, isInside: box.left > board.left && box.right < board.right && box.top < board.bottom };
    });
    assert.deepEqual([text, winner, isInside], ["X wins.", "0", true]);
    await page.press("undo");
    assert.equal(await page.tab.locator(".result").textContent(), "");
    await page.close();
  });

  test("the verdict covers neither the line that won, wherever that is, nor the tools", async () => {
    for (const viewport of [{ width: 360, height: 740 }, { width: 768, height: 1024 }, { width: 1366, height: 768 }]) {
      for (const moves of [[6, 0, 7, 1, 8], [0, 1, 3, 4, 6], [2, 0, 4, 1, 6], [0, 3, 1, 4, 2]]) {
        const page = await duel(moves, { viewport });
        const gaps = await page.tab.locator(".result").evaluate((result) => {
          const box = result.getBoundingClientRect();
          const tools = result.getRootNode().querySelector(".tools").getBoundingClientRect();
          const middles = [...result.getRootNode().querySelectorAll(".cell[data-won] > .mark")].map((cell) => cell.getBoundingClientRect()).map(({ top, bottom, height }) => bottom - 0.2 * height);
          const isBelow = tools.top > result.closest(".board").getBoundingClientRect().bottom;
          return [box.top - Math.max(...middles), isBelow ? tools.top - box.bottom : 0];
        });
        assert.ok(gaps.every((gap) => gap >= 0), `${viewport.width}: ${gaps}`);
        await page.close();
      }
    }
  });

  test("a game that is over waits for nobody when it is looked at", async () => {
    const page = await open();
    await page.play(worst);
    await page.press("puzzle");
    for (let ply = 0; ply < 5; ply += 1) {
      await page.root.locator(`.go[data-ply="${ply}"]`).click();
      assert.doesNotMatch(await page.status(), /computer’s turn|Your turn/);
      assert.match(await page.status(), /[XO] to move/);
    }
    await page.close();
  });

  test("the chart has an axis and a legend, its mistakes lead there, and there is none while nothing changes", async () => {
    const page = await duel(LOST.slice(0, 1));
    assert.ok(await page.root.locator(".chart").isHidden());
    for (const cell of LOST.slice(1)) await page.cell(cell).click();
    assert.equal(await page.root.locator(".axis").innerText().then((text) => text.replace(/\s+/g, " ")), "0 moves 7 moves");
    assert.deepEqual(await page.root.locator(".chart figcaption span").allTextContents(), ["X ahead", "O ahead", "Mistake"]);
    const slips = review(game, game.start, LOST).filter(({ kind }) => kind === "mistake");
    assert.equal(await page.root.locator(".slips button").count(), slips.length);
    for (const [i, { ply }] of slips.entries()) {
      await page.root.locator(".slips button").nth(i).click();
      assert.equal(await page.marks(), ply);
      assert.equal(await page.root.locator("[data-remark]").count(), 1);
    }
    await page.close();
  });

  test("the arrow keys go through a game, wherever the focus is", async () => {
    const page = await duel(LOST);
    await page.tab.evaluate(() => document.querySelector("perfect-play").shadowRoot.activeElement?.blur());
    await page.tab.keyboard.press("ArrowLeft");
    assert.equal(await page.marks(), 6);
    await page.root.locator(".go").first().focus();
    await page.tab.keyboard.press("ArrowLeft");
    assert.equal(await page.marks(), 5);
    await page.tab.keyboard.press("ArrowRight");
    assert.equal(await page.marks(), 6);
    // On the board they choose a square.
    await page.cell(4).focus();
    await page.tab.keyboard.press("ArrowLeft");
    assert.equal(await page.marks(), 6);
    await page.close();
  });

  test("sounds are off until they are turned on: a drop, a mistake, a win", async () => {
    const script = `globalThis.AudioContext = class {
      currentTime = 0; static tones = [];
      createGain() { return { gain: { setValueAtTime() {}, linearRampToValueAtTime() {} }, connect: () => {} }; }
      createOscillator() { const frequency = {}; return { frequency, connect: (to) => to, start: () => AudioContext.tones.push(frequency.value), stop() {} }; }
    };`;
    const page = await open({ script });
    const heard = () => page.tab.evaluate(() => AudioContext.tones.splice(0).length);
    await page.choose({ players: "2" });
    await page.cell(0).click();
    assert.equal(await heard(), 0);
    await page.control("sounds").check();
    await page.press("new");
    const sounds = [];
    for (const cell of LOST) {
      await page.cell(cell).click();
      sounds.push(await heard());
    }
    const kinds = review(game, game.start, LOST).map(({ kind }, ply) => (ply === LOST.length - 1 ? 3 : kind === "mistake" ? 2 : 1));
    assert.deepEqual(sounds, kinds);
    await page.close();
  });

  test("what you threw away: right after a game, with the refutation to click through", async () => {
    const page = await open();
    await page.play(worst);
    const moves = await page.tab.evaluate(() => document.querySelector("perfect-play").moves);
    const mistake = review(game, game.start, moves).findLast(({ kind, player }) => kind === "mistake" && player === 0);
    const refutation = bestLine(game, mistake.did.to);
    const card = page.root.locator(".erred");
    assert.equal(await card.locator("h2").textContent(), "You threw away a draw here");
    assert.ok((await card.textContent()).includes(`After ${texts.en.places.tictactoe[mistake.did.move]}, O can win in ${mistake.did.distance / 2} more move`));
    assert.ok(await page.root.locator(".puzzle").isHidden());
    const steps = card.locator(".steps button");
    assert.equal(await steps.count(), 1 + refutation.length);
    for (const [i, { move }] of [mistake.did, ...refutation].entries()) {
      await steps.nth(i).click();
      assert.equal(await page.cell(move).getAttribute("data-preview"), i % 2 ? "O" : "X");
      assert.match(await page.status(), new RegExp(`^Step ${i + 1} of ${1 + refutation.length}`));
    }
    assert.match(await page.status(), /O wins/);
    await page.close();
  });

  test("nothing is given away before the first mistake; then that one is explained, and can be taken back", async () => {
    const page = await open({ hints: false });
    const given = () => page.root.locator(".cell[data-value], .tops [data-value], .line:visible, .bar:visible, .chart:visible, .why li:visible").count();
    assert.equal(await given(), 0);
    assert.equal(await page.root.locator(".says").textContent(), "Solved: all 5,478 positions. With best play, a draw.");
    assert.match(await page.root.locator(".about").innerText(), /^You are X\. Get three in a row/);
    const said = async () => page.root.locator(".erred h2").textContent();
    // X opens in a corner; a reply of the computer; then X throws away the draw, if it can.
    const pick = (state) => worst(state);
    let state = game.start;
    while (!await page.root.locator(".erred:visible").count()) {
      assert.equal(await given(), 0);
      await page.cell(pick(state)).click();
      await page.wait();
      const { x, o } = await page.board();
      state = x | o << 9;
    }
    assert.match(await said(), /^You threw away a (draw|win) here$/);
    assert.ok(await page.root.locator(".erred .steps button").count() > 1);
    assert.ok(await page.root.locator(".chart").isVisible());
    assert.equal(await page.root.locator(".cell[data-value]").count(), 0);
    // Taken back, it can be done better.
    const marks = await page.marks();
    await page.root.locator(".erred .back").click();
    assert.ok(await page.marks() < marks);
    const board = await page.board();
    await page.cell(best(board.x | board.o << 9)).click();
    await page.wait();
    assert.ok(await page.root.locator(".erred").isHidden());
    // One press shows all, and that is remembered.
    await page.control("values").click();
    assert.ok(await page.root.locator(".cell[data-value]").count() > 0);
    await page.reload();
    assert.equal(await page.control("values").getAttribute("aria-pressed"), "true");
    await page.close();
  });

  test("only one of the moves that mirror each other", async () => {
    const page = await duel();
    await page.showValues(true);
    assert.equal(await page.tab.locator(".cell[data-value]").count(), 9);
    await page.control("mirrors").check();
    assert.equal(await page.tab.locator(".cell[data-value]").count(), 3);
    await page.close();
  });

  test("a review shows the board before each move", async () => {
    const page = await duel(LOST);
    const remarks = review(game, game.start, LOST);
    // It opens at the first mistake.
    assert.equal(await page.marks(), 7);
    await page.press("puzzle");
    const kinds = await page.tab.locator(".remarks [data-review]").evaluateAll((rows) => rows.map(({ dataset }) => dataset.review));
    assert.deepEqual(kinds, remarks.map(({ kind }) => kind));
    const worth = await page.tab.locator(".remarks [data-review] .worth").allTextContents();
    assert.deepEqual(worth, ["Draw", "Loss in 3", "Win in 3", "Loss in 2", "Draw", "Loss in 1", "Win in 1"]);
    assert.equal(await page.marks(), 1);
    assert.equal(await page.cell(1).getAttribute("data-remark"), "mistake");
    assert.equal(await page.cell(4).getAttribute("data-better"), "");
    assert.equal(await page.cell(4).getAttribute("data-value"), "draw");
    assert.equal(await page.cell(1).getAttribute("data-value"), "loss");
    assert.match(await page.tab.locator(".remarks").textContent(), /a draw thrown away.*Better: centre/);
    await page.tab.locator('.remarks [data-ply="5"]').click();
    assert.equal(await page.marks(), 5);
    await page.tab.locator('[data-retry="1"]').click();
    await page.cell(4).click();
    assert.equal(await page.marks(), 2);
    assert.equal(await page.root.locator(".remarks .better:not(:empty)").count(), 0);
    await page.close();
  });
});

/** The size of a picture in a file, and how many colours it has. */
async function picture(path, tab) {
  const address = `data:image/png;base64,${readFileSync(path).toString("base64")}`;
  return tab.evaluate(async (src) => {
    const image = new Image();
    image.src = src;
    await image.decode();
    const size = [image.naturalWidth, image.naturalHeight];
    const context = new OffscreenCanvas(...size).getContext("2d");
    context.drawImage(image, 0, 0);
    const { data } = context.getImageData(0, 0, ...size);
    return { size, colours: new Set(new Uint32Array(data.buffer)).size };
  }, address);
}

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
    const page = await open({ script: `Date.now = () => ${day * 86_400_000 + 43_200_000}; Date.prototype.getTimezoneOffset = () => 0;` });
    await page.tab.evaluate(() => {
      Object.defineProperty(navigator, "clipboard", { value: { writeText: async (text) => { globalThis.copied = text; } } });
    });
    await page.press("puzzle");
    const { x, o } = await page.board();
    assert.equal(x | o << 9, await puzzleOf(game, day));
    assert.match(await page.tab.locator(".puzzle").textContent(), /Puzzle of October 4, 2024/);
    // What is asked for is told once.
    assert.match(await page.tab.locator(".says").textContent(), /to move/);
    assert.equal(await page.tab.locator(".task").textContent(), "");
    const before = await page.marks();
    await page.cell((await choice(page))[1]).click();
    assert.equal(await page.marks(), before);
    assert.match(await page.status(), /that (loses|only draws)/);
    assert.equal(await page.tab.locator(".cell[data-value]").count(), 0);
    await page.reload();
    for (let turn = 0; turn < 9 && await page.tab.locator(".task").textContent() === ""; turn += 1) {
      await page.cell((await choice(page))[0]).click();
      await page.wait();
    }
    assert.match(await page.tab.locator(".task").textContent(), /Solved after one slip/);
    await page.tab.evaluate(() => {
      Object.defineProperty(navigator, "clipboard", { value: { writeText: async (text) => { globalThis.copied = text; } } });
    });
    await page.press("copy");
    assert.match(await page.tab.evaluate(() => globalThis.copied), /^Perfect tic-tac-toe, puzzle of October 4, 2024: 🟥🟩+$/u);
    assert.deepEqual(await page.score(), { X: 0, O: 0, draw: 0 });
    assert.equal(await page.tab.locator(".days").textContent(), "A puzzle solved on 1 day.");
    const [saved] = await Promise.all([page.tab.waitForEvent("download"), page.press("picture")]);
    assert.equal(saved.suggestedFilename(), "tictactoe.png");
    const { size, colours } = await picture(await saved.path(), page.tab);
    assert.deepEqual(size, [1080, 1080]);
    assert.ok(colours > 20, `${colours} colours`);
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
    await keyboard.press("v");
    assert.equal(await page.tab.locator(".cell[data-value]").count(), 0);
    await keyboard.press("v");
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
    for (const name of ["puzzle", "undo", "new", "setup", "clear", "cancel", "setup", "play-from-here", "forward", "values", "values", "solve", "leave", "reset"]) {
      await page.control(name).focus();
      await page.tab.keyboard.press("Enter");
      assert.ok(await focused(), name);
    }
    for (const cell of LOST) await page.cell(cell).click();
    await page.press("puzzle");
    for (const row of ['.remarks [data-ply="1"]', '.remarks [data-retry="1"]']) {
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
    await chinese.showValues(true);
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
    await page.reload();
    assert.deepEqual(await page.score(), { X: 0, O: 1, draw: 1 });
    await page.close();
  });
});
