// The pictures of the README: `npm run screenshots`.

import { mkdirSync } from "node:fs";
import { fileURLToPath } from "node:url";

import { Page, launch, places } from "./browser.mjs";

const folder = fileURLToPath(new URL("../screenshots/", import.meta.url));
mkdirSync(folder, { recursive: true });
const browser = await launch();
const from = await places();
for (const colorScheme of ["light", "dark"]) {
  const page = await Page.open(browser, from.list[0], {
    colorScheme, reducedMotion: "reduce", viewport: { width: 900, height: 1000 },
  });
  await page.choose({ players: "2" });
  await page.press("hints");
  for (const cell of [0, 2]) await page.cell(cell).click();
  await page.press("forward");
  await page.press("back");
  await page.tab.mouse.move(0, 0);
  await page.tab.screenshot({ path: `${folder}${colorScheme}.png` });
  await page.close();
}
await browser.close();
from.close();
