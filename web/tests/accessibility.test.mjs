// What axe-core finds, in light and dark, in every part of the page; and motion.

import assert from "node:assert/strict";
import { createRequire } from "node:module";

import { Page, shared, test } from "./browser.mjs";

const axe = createRequire(import.meta.url).resolve("axe-core/axe.min.js");

const found = shared();
const open = (options) => Page.open(found.browser, found.places.list[1], options);

async function assertAccessible(page, what) {
  // A page's own policy is for the page; the tester is not part of it.
  const { violations } = await page.tab.evaluate(() => window.axe.run());
  assert.deepEqual(violations.map(({ id, nodes }) => `${what}: ${id} ${nodes.map(({ html }) => html).join(" ")}`), []);
}

for (const colorScheme of ["light", "dark"]) {
  for (const locale of ["en-US", "zh-CN"]) {
    test(`${colorScheme}, ${locale}`, async () => {
      // The tester needs a clock that goes on.
      const page = await open({ colorScheme, locale, reducedMotion: "reduce", bypassCSP: true, clock: false });
      await page.tab.addScriptTag({ path: axe });
      await assertAccessible(page, "start");
      await page.choose({ players: "2" });
      await page.press("hints");
      await page.cell(0).click();
      await assertAccessible(page, "hints");
      for (const cell of [1, 4, 8, 2, 5, 6]) await page.cell(cell).click();
      await page.tab.locator("dialog").waitFor();
      await assertAccessible(page, "dialog");
      await page.press("close");
      await assertAccessible(page, "review");
      await page.press("new");
      await page.press("setup");
      for (const cell of [0, 1]) await page.cell(cell).click();
      await assertAccessible(page, "set up");
      await page.close();
    });
  }
}

test("one live region, and a slider that says its value", async () => {
  for (const [locale, name] of [["en-US", "Errors"], ["zh-CN", "失误率"]]) {
    const page = await open({ locale });
    await page.choose({ level: "casual" });
    const slider = page.tab.getByRole("slider", { name, exact: true });
    await slider.fill("40");
    assert.equal(await slider.getAttribute("aria-valuetext"), "40%");
    assert.equal(await page.tab.locator(".range").textContent().then((text) => text.replace(/\s/g, "")), `${name}40%`);
    assert.equal(await page.tab.getByRole("status", { includeHidden: true }).count(), 1);
    assert.equal(await page.tab.locator("[aria-live], [role=alert], [role=log], output").count(), 0);
    await page.close();
  }
});

test("moves are announced, and nothing moves for who wants no motion", async () => {
  const page = await open({ reducedMotion: "reduce" });
  await page.cell(0).click();
  assert.match(await page.status(), /top left/);
  await page.wait();
  assert.match(await page.status(), /Computer: centre/);
  assert.match(await page.cell(0).getAttribute("aria-label"), /top left: X/);
  const durations = await page.tab.evaluate(() =>
    document.getAnimations().map((animation) => animation.effect.getComputedTiming().duration));
  assert.ok(durations.every((duration) => duration <= 1), `${durations}`);
  await page.close();
});
