// The pictures of the README, and the one that previews of links show: `npm run screenshots`.

import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { Page, command, launch, serve } from "./browser.mjs";

const directory = fileURLToPath(new URL("../screenshots/", import.meta.url));
const WIDE = { width: 1000, height: 620 };
/** A page, a picture of it, how it is seen, and the squares that two players choose before. */
const PICTURES = [
  ["index", `${directory}gallery.png`, { viewport: { width: 1180, height: 730 } }, []],
  ["tictactoe", `${directory}light.png`, { viewport: WIDE }, [0, 2]],
  ["connect", `${directory}dark.png`, { viewport: WIDE, colorScheme: "dark" }, [1, 1, 2, 0]],
  ["hounds", `${directory}hounds.png`, { viewport: WIDE }, [5, 6]],
  ["tictactoe", fileURLToPath(new URL("../picture.png", import.meta.url)), { viewport: { width: 1200, height: 630 } }, [0, 2]],
];

mkdirSync(directory, { recursive: true });
const pages = mkdtempSync(join(tmpdir(), "perfectplay-"));
command("web", "--all", pages);
const server = await serve(pages);
const browser = await launch();
for (const [name, path, options, squares] of PICTURES) {
  const page = await Page.open(browser, { address: `${server.address}/${name}.html` }, { colorScheme: "light", clock: false, script: "Date.now = () => 1.76e12;", ...options });
  if (name !== "index") {
    await page.root.locator('.board[aria-busy="false"]').waitFor({ state: "attached" });
    await page.choose({ players: "2" });
    await page.root.locator(".settings").evaluate((details) => { details.open = false; });
    for (const square of squares) await page.cell(square).click();
    await page.tab.mouse.move(1, 1);
    await page.tab.evaluate(() => document.querySelector("perfect-play").shadowRoot.activeElement?.blur());
  }
  await page.tab.screenshot({ path });
  await page.close();
}
await browser.close();
server.close();
rmSync(pages, { recursive: true });
