// Every game of the list, played to its end by mouse, by keyboard and by touch, as two who sit at one
// screen do; and what axe-core says of it on the way.

import assert from "node:assert/strict";

import { readGame } from "../data.js";
import { middleOf } from "../draw/look.js";
import { below, mix, options, outcome } from "../solved.js";
import { tictactoe } from "../tictactoe.js";
import { AXE, Page, sharedGames, test as run } from "./browser.mjs";
import { dataOf, games, playersOf, skip } from "./games.mjs";

const test = (name, body) => run(name, { skip }, body);

/** How long a game may be that is played here: some can go on for ever. */
const LONGEST = 40;

const shared = sharedGames();

/** A game of moves by lot that has an end: its moves with their squares. */
function gameByLot(game) {
  for (let seed = 0n; ; seed += 1n) {
    const line = [];
    let state = game.start;
    for (let bits = mix(seed); line.length < LONGEST && outcome(game, state) === null; bits = mix(bits)) {
      const all = options(game, state);
      line.push(all[below(bits, all.length)]);
      state = line.at(-1).to;
    }
    if (outcome(game, state) !== null) return line;
  }
}

const focused = (page) => page.tab.evaluate(() => ({ ...document.activeElement.shadowRoot?.activeElement?.dataset }));

/** Moves the focus as a reader without a mouse does, until it is where a test says. */
async function reach(page, keys, isThere) {
  for (let presses = 0; presses < 60; presses += 1) {
    const at = await focused(page);
    if (isThere(at)) return;
    await page.tab.keyboard.press(keys(at));
  }
  assert.fail(`not reached: ${JSON.stringify(await focused(page))}`);
}

/** Where a square is pressed: where it is another square of the same move that is next, at that side. */
async function pointOn(page, selector, game, covers) {
  if (!covers) return {};
  const { width, height } = await page.root.locator(selector).boundingBox();
  const [[x, y], [column, row]] = [middleOf(game, covers), middleOf(game, covers.slice(0, 1))];
  return { position: { x: width * (0.5 + 0.6 * (x - column)), y: height * (0.5 + 0.6 * (y - row)) } };
}

const GESTURES = {
  mouse: {
    options: {},
    press: async (page, selector, game, covers) => page.root.locator(selector).click(await pointOn(page, selector, game, covers)),
  },
  touch: {
    options: { viewport: { width: 375, height: 667 }, hasTouch: true, isMobile: true },
    press: async (page, selector, game, covers) => page.root.locator(selector).tap(await pointOn(page, selector, game, covers)),
  },
  keyboard: {
    options: {},
    async press(page, selector, { columns }) {
      const [, kind, number] = /\[data-(\w+)="(\d+)"\]/.exec(selector);
      if (kind === "move") {
        await reach(page, () => "Tab", ({ move }) => move === number);
      } else {
        await reach(page, () => "Tab", ({ cell }) => cell !== undefined);
        const place = (square) => [square % columns, Math.floor(square / columns)];
        const [column, row] = place(Number(number));
        // Rows first: the nearest square of a row is where an arrow leads to.
        await reach(page, ({ cell }) => {
          const [x, y] = place(Number(cell));
          return y !== row ? (y < row ? "ArrowDown" : "ArrowUp") : x < column ? "ArrowRight" : "ArrowLeft";
        }, ({ cell }) => cell === number);
      }
      await page.tab.keyboard.press("Enter");
    },
  },
};

async function assertAccessible(page, what) {
  const { violations } = await page.tab.evaluate(() => window.axe.run());
  assert.deepEqual(violations.map(({ id, nodes }) => `${what}: ${id} ${nodes.map(({ html }) => html).join(" ")}`), []);
}

for (const name of games.filter((game) => !game.includes("-"))) {
  for (const [gesture, { options: given, press }] of Object.entries(GESTURES)) {
    test(`${name}: to its end by ${gesture}`, async () => {
      const game = name === "tictactoe" ? tictactoe : await readGame(dataOf(name));
      const address = shared.address(name);
      const isWatched = gesture === "mouse";
      const page = await Page.open(shared.browser, { address }, { ...given, ...(isWatched ? { bypassCSP: true } : {}), clock: false });
      await page.root.locator('.board[aria-busy="false"]').waitFor({ state: "attached" });
      await page.choose({ players: "2" });
      await page.tab.evaluate(() => {
        globalThis.ends = [];
        document.querySelector("perfect-play").addEventListener("end", ({ detail }) => globalThis.ends.push(detail.result));
      });
      if (isWatched) await page.tab.addScriptTag({ path: AXE });
      const line = gameByLot(game);
      for (const [ply, { move, path, covers }] of line.entries()) {
        if (isWatched && ply === Math.floor(line.length / 2)) await assertAccessible(page, `before move ${ply + 1}`);
        for (const square of path) await press(page, `[data-cell="${square}"]`, game, covers);
        const choice = `.choices [data-move="${move}"]`;
        if (await page.root.locator(choice).count()) await press(page, choice, game);
        assert.equal((await page.tab.evaluate(() => document.querySelector("perfect-play").moves)).length, ply + 1, `${ply}: ${JSON.stringify(path)}`);
      }
      assert.deepEqual(await page.tab.evaluate(() => document.querySelector("perfect-play").moves), line.map(({ move }) => move));
      const result = outcome(game, line.at(-1).to);
      assert.match(await page.status(), result === "draw" ? /A draw\./ : new RegExp(`${playersOf(game)[result]} wins?\\.`));
      assert.deepEqual(await page.tab.evaluate(() => globalThis.ends), [result]);
      if (isWatched) {
        await assertAccessible(page, "at the end");
        await page.press("puzzle");
        await assertAccessible(page, "in the review");
      }
      await page.close();
    });
  }
}
