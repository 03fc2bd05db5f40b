// What axe-core finds, in light and dark, in every part of the page; and what it does not see.

import assert from "node:assert/strict";

import { AXE, shared, test } from "./browser.mjs";

const { open } = shared();

async function assertAccessible(page, what) {
  const { violations } = await page.tab.evaluate(() => window.axe.run());
  assert.deepEqual(violations.map(({ id, nodes }) => `${what}: ${id} ${nodes.map(({ html }) => html).join(" ")}`), []);
}

for (const [colorScheme, locale] of [["light", "en-US"], ["dark", "zh-CN"]]) {
  test(`${colorScheme}, ${locale}`, async () => {
    // A page's own policy is for the page; the tester is not part of it, and needs a clock.
    const page = await open({ colorScheme, locale, reducedMotion: "reduce", bypassCSP: true, clock: false });
    await page.tab.addScriptTag({ path: AXE });
    await assertAccessible(page, "start");
    for (const details of [".settings", ".how"]) await page.root.locator(details).evaluate((one) => { one.open = true; });
    await assertAccessible(page, "settings");
    await page.showValues(false);
    await page.cell(0).click();
    await page.wait();
    await assertAccessible(page, "without values");
    await page.choose({ players: "2" });
    await page.showValues(true);
    for (const cell of [0, 2]) await page.cell(cell).click();
    await page.unfold(".why summary");
    await assertAccessible(page, "values");
    await page.press("new");
    for (const cell of [0, 1, 4, 8, 2, 5, 6]) await page.cell(cell).click();
    await assertAccessible(page, "end");
    await page.root.locator('.erred [data-step="2"]').click();
    await assertAccessible(page, "what refutes a mistake");
    await page.press("puzzle");
    await assertAccessible(page, "review");
    await page.press("new");
    await page.press("setup");
    for (const cell of [0, 1]) await page.cell(cell).click();
    await assertAccessible(page, "set up");
    await page.press("puzzle");
    await assertAccessible(page, "puzzle");
    await page.close();
  });
}

/** The contrast of two colours as WCAG 2 defines it. */
function contrast(one, other) {
  const luminance = (rgb) => {
    const [r, g, b] = rgb.match(/[\d.]+/g).map(Number)
      .map((part) => (part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

test("the border of an empty square has a contrast of three to what it bounds", async () => {
  for (const colorScheme of ["light", "dark"]) {
    const page = await open({ colorScheme });
    const [border, tile] = await page.cell(0).evaluate((cell) => {
      const style = getComputedStyle(cell);
      return [style.borderTopColor, style.backgroundColor];
    });
    const ground = await page.tab.evaluate(() => getComputedStyle(document.body).backgroundColor);
    assert.ok(contrast(border, tile) >= 3 && contrast(border, ground) >= 3, `${colorScheme}: ${border}, ${tile}, ${ground}`);
    await page.close();
  }
});

test("hints differ in lightness, not only in colour", async () => {
  for (const colorScheme of ["light", "dark"]) {
    const page = await open({ colorScheme, reducedMotion: "reduce" });
    await page.choose({ players: "2" });
    await page.showValues(true);
    for (const cell of [0, 2]) await page.cell(cell).click();
    await page.tab.mouse.move(1, 1);
    const lightness = {};
    for (const cell of [1, 3, 4]) {
      const [value, colour] = await page.cell(cell).evaluate((button) => {
        const pen = document.createElement("canvas").getContext("2d");
        pen.fillStyle = getComputedStyle(button).backgroundColor;
        pen.fillRect(0, 0, 1, 1);
        return [button.dataset.value, [...pen.getImageData(0, 0, 1, 1).data].slice(0, 3).join()];
      });
      lightness[value] = contrast(`rgb(${colour})`, "rgb(0,0,0)");
    }
    const sorted = Object.values(lightness).sort((a, b) => a - b);
    assert.equal(sorted.length, 3);
    assert.ok(sorted[1] / sorted[0] > 1.12 && sorted[2] / sorted[1] > 1.12, `${colorScheme}: ${JSON.stringify(lightness)}`);
    await page.close();
  }
});

test("forced colours show best moves, the turn and the review by lines", async () => {
  const page = await open({ forcedColors: "active" });
  await page.choose({ players: "2" });
  await page.showValues(true);
  for (const cell of [0, 2]) await page.cell(cell).click();
  await page.tab.mouse.move(1, 1);
  const style = (locator, name) => locator.evaluate((element, property) => getComputedStyle(element)[property], name);
  assert.equal(await style(page.cell(3), "borderTopStyle"), "double");
  assert.equal(await style(page.cell(4), "borderTopStyle"), "solid");
  const side = (player) => style(page.tab.locator(`[data-side="${player}"]`), "borderBottomColor");
  assert.notEqual(await side(0), await side(1));
  await page.press("new");
  for (const cell of [0, 1, 4, 8, 2, 5, 6]) await page.cell(cell).click();
  await page.press("puzzle");
  assert.equal(await style(page.cell(1), "outlineStyle"), "solid");
  assert.equal(await style(page.cell(4), "borderTopStyle"), "dashed");
  await page.close();
});

test("live regions only where something is told, and a slider that says its value", async () => {
  for (const [locale, name] of [["en-US", "Mistakes"], ["zh-CN", "失误率"]]) {
    const page = await open({ locale });
    await page.choose({ level: "casual" });
    const slider = page.tab.getByRole("slider", { name, exact: true });
    await slider.fill("40");
    assert.equal(await slider.getAttribute("aria-valuetext"), "40%");
    assert.equal(await page.tab.getByRole("status").count(), 1);
    assert.equal(await page.tab.locator("[aria-live], [role=alert], [role=log], output").count(), 0);
    await page.close();
  }
});

test("moves are announced, and nothing moves for a reader who wants no motion", async () => {
  const page = await open({ reducedMotion: "reduce" });
  await page.cell(0).click();
  assert.match(await page.status(), /top left/);
  await page.wait();
  assert.match(await page.status(), /The computer played centre/);
  assert.match(await page.cell(0).getAttribute("aria-label"), /top left: X/);
  const durations = await page.tab.evaluate(() =>
    document.getAnimations().map((animation) => animation.effect.getComputedTiming().duration));
  assert.ok(durations.every((duration) => duration <= 1), `${durations}`);
  assert.equal(await page.tab.locator(".table").getAttribute("dir"), "ltr");
  await page.close();
});
