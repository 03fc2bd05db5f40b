// The pictures of the README, and the one that previews of links show: `npm run screenshots`.

import { mkdirSync } from "node:fs";
import { fileURLToPath } from "node:url";

import { Page, launch, places } from "./browser.mjs";

const folder = fileURLToPath(new URL("../screenshots/", import.meta.url));
mkdirSync(folder, { recursive: true });
const browser = await launch();
const from = await places();
for (const [path, colorScheme, viewport] of [
  [`${folder}light.png`, "light", { width: 900, height: 600 }],
  [`${folder}dark.png`, "dark", { width: 900, height: 600 }],
  [fileURLToPath(new URL("../picture.png", import.meta.url)), "light", { width: 1200, height: 630 }],
]) {
  const page = await Page.open(browser, from["one file"], { colorScheme, reducedMotion: "reduce", viewport });
  await page.choose({ players: "2" });
  for (const cell of [0, 2]) await page.cell(cell).click();
  await page.tab.mouse.move(1, 1);
  await page.tab.screenshot({ path });
  await page.close();
}
await browser.close();
from.close();
