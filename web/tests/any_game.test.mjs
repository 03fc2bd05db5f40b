// The page with a game other than tic-tac-toe: the same player, and no rule of the game in it.

import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before } from "node:test";
import { pathToFileURL } from "node:url";

import { readGame } from "../data.js";
import { options, outcome, plan, sorted } from "../solved.js";
import { Page, launch, places, test as run } from "./browser.mjs";

const { GAMES } = process.env;
const skip = GAMES ? false : "GAMES names no folder of games; `cargo test -p perfectplay-cli --test web` makes one";
const test = (name, body) => run(name, body, { skip });

let browser;
let from;
before(async () => {
  from = await places();
  browser = await launch();
});
after(async () => {
  await browser?.close();
  from?.close();
});

/** The page as one file with the data of another game in it. */
function pageOf(name) {
  const data = readFileSync(join(GAMES, `${name}.json`), "utf8");
  const file = join(GAMES, `${name}.html`);
  const page = readFileSync(from.single, "utf8")
    .replace('game="tictactoe"', `game="${JSON.parse(data).name}"`)
    .replace("</main>", `<script type="application/json">${data.replaceAll("</", "<\\/")}</script></main>`);
  writeFileSync(file, page);
  return { address: pathToFileURL(file).href };
}

async function open(name, options_ = {}) {
  const page = await Page.open(browser, pageOf(name), options_);
  await page.cell(0).waitFor();
  return page;
}

/** Chooses the squares of a move. */
async function enter(page, { path }) {
  for (const square of path) await page.cell(square).click();
}

for (const name of ["connect-4x3", "hexapawn-3x3"]) {
  test(`${name}: a game of best moves, move by move as the table has it`, async () => {
    const game = await readGame(readFileSync(join(GAMES, `${name}.json`), "utf8"));
    const page = await open(name);
    await page.choose({ players: "2" });
    await page.press("hints");
    let state = game.start;
    while (outcome(game, state) === null) {
      const shown = await page.root.locator("[data-cell]").evaluateAll((cells) => cells.map(({ dataset }) => dataset.mark));
      assert.deepEqual(shown, game.squares(state).map((piece) => (piece ? game.players[piece - 1] : "")));
      const [best] = plan(game, state, { level: "perfect" }).usual;
      assert.ok(await page.cell(best.path[0]).getAttribute("data-value"));
      await enter(page, best);
      state = best.to;
    }
    const result = outcome(game, state);
    assert.match(await page.status(), result === "draw" ? /A draw/ : new RegExp(`${game.players[result]} wins`));
    assert.ok(await page.tab.title() === `Perfect play: ${game.name}`);
    await page.press("puzzle");
    assert.ok(await page.tab.locator(".review").isVisible());
    await page.close();
  });

  test(`${name}: against the computer, sent to somebody who steps through it`, async () => {
    const game = await readGame(readFileSync(join(GAMES, `${name}.json`), "utf8"));
    const page = await open(name, { viewport: { width: 375, height: 667 }, hasTouch: true, isMobile: true });
    let state = game.start;
    for (let turn = 0; turn < 40 && outcome(game, state) === null; turn += 1) {
      const worst = sorted(options(game, state)).at(-1);
      await enter(page, worst);
      await page.wait();
      const moves = await page.tab.evaluate(() => document.querySelector("perfect-play").moves);
      state = moves.reduce((now, move) => options(game, now).find((option) => option.move === move).to, game.start);
    }
    assert.equal(outcome(game, state), 1);
    assert.match(await page.status(), /The computer wins/);
    const address = page.tab.url();
    await page.close();

    const visitor = await Page.open(browser, { address }, {});
    await visitor.cell(0).waitFor();
    assert.match(await visitor.status(), /O wins/);
    // In a game that is lost from the start there is no mistake to make, but a slower loss.
    await visitor.tab.locator('.chart button:not([data-remark="best"])').first().click();
    assert.ok(await visitor.tab.locator(".cell[data-better]").count() >= 1);
    await visitor.close();
  });
}

test("pieces that fall: any square of a column stands for it", async () => {
  const page = await open("connect-4x3");
  await page.choose({ players: "2" });
  await page.cell(1).click();
  assert.equal(await page.cell(9).getAttribute("data-mark"), "X");
  await page.cell(9).click();
  assert.equal(await page.cell(5).getAttribute("data-mark"), "O");
  await page.close();
});

test("a piece on its way is in nobody's way", async () => {
  const page = await open("connect-4x3");
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
  const page = await open("hexapawn-3x3");
  await page.choose({ players: "2" });
  await page.cell(6).click();
  assert.equal(await page.cell(6).getAttribute("data-chosen"), "");
  await page.cell(6).click();
  assert.equal(await page.cell(6).getAttribute("data-chosen"), null);
  await page.cell(6).click();
  await page.cell(7).click();
  assert.equal(await page.cell(7).getAttribute("data-chosen"), "");
  await page.cell(4).click();
  assert.equal(await page.cell(4).getAttribute("data-mark"), "X");
  await page.cell(8).click();
  assert.match(await page.status(), /Not possible: c1/);
  await page.close();
});
