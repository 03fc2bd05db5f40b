// The pictures of the README, and the one that previews of links show: `npm run screenshots` takes them.

import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { DIRECTORY, Page, command, launch, serve } from "./browser.mjs";

const WIDE = { width: 1000, height: 620 };
/** A file of this package, its page, how it is seen, and the squares that two players choose before. */
export const PICTURES = [
  ["screenshots/gallery.png", "index", { viewport: { width: 1180, height: 730 } }, []],
  ["screenshots/light.png", "tictactoe", { viewport: WIDE }, [0, 2]],
  ["screenshots/dark.png", "connect", { viewport: WIDE, colorScheme: "dark" }, [1, 1, 2, 0]],
  ["screenshots/hounds.png", "hounds", { viewport: WIDE }, [5, 6]],
  ["picture.png", "tictactoe", { viewport: { width: 1200, height: 630 } }, [0, 2]],
];

/** Takes all pictures, and writes them into a directory. */
export async function take(into) {
  mkdirSync(join(into, "screenshots"), { recursive: true });
  const pages = mkdtempSync(join(tmpdir(), "perfectplay-"));
  command("web", "--all", pages);
  const server = await serve(pages);
  const browser = await launch();
  for (const [file, name, options, squares] of PICTURES) {
    const page = await Page.open(browser, { address: `${server.address}/${name}.html` }, { colorScheme: "light", clock: false, script: "Date.now = () => 1.76e12;", ...options });
    if (name === "index") {
      await page.tab.waitForFunction(() => [...document.querySelectorAll(".picture")].every(({ shadowRoot }) => shadowRoot));
    } else {
      await page.root.locator('.board[aria-busy="false"]').waitFor({ state: "attached" });
      await page.choose({ players: "2" });
      await page.root.locator(".settings").evaluate((details) => { details.open = false; });
      for (const square of squares) await page.cell(square).click();
      await page.tab.mouse.move(1, 1);
      await page.tab.evaluate(() => document.querySelector("perfect-play").shadowRoot.activeElement?.blur());
    }
    await page.tab.screenshot({ path: join(into, file) });
    await page.close();
  }
  await browser.close();
  server.close();
  rmSync(pages, { recursive: true });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await take(DIRECTORY);
