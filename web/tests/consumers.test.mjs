// The package as people use it who have installed it: React 19 built by Vite, and rendered on a server;
// a page of plain HTML; Node. Each begins with `npm pack`.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { after, before } from "node:test";

import { build } from "vite";

import { DIRECTORY, launch, serve, test } from "./browser.mjs";

/** Beside what the tests have installed, so that Vite and React are found from there. */
let directory;
let server;
let browser;
before(async () => {
  directory = mkdtempSync(join(DIRECTORY, "node_modules/.consumer-"));
  const [{ filename }] = JSON.parse(execFileSync("npm", ["pack", "--json", "--pack-destination", directory], { cwd: DIRECTORY, encoding: "utf8" }));
  write("package.json", '{ "private": true, "type": "module" }');
  execFileSync("npm", ["install", "--offline", "--no-audit", "--no-fund", join(directory, filename)], { cwd: directory, stdio: "pipe" });
  server = await serve(directory);
  browser = await launch({ turns: true });
});
after(async () => {
  await browser?.close();
  server?.close();
  rmSync(directory, { recursive: true });
});

function write(name, text) {
  mkdirSync(dirname(join(directory, name)), { recursive: true });
  writeFileSync(join(directory, name), text);
}

/** Opens a page, plays in the player on it, and gives what is in an element then. */
async function playedOn(path, selector, text) {
  const tab = await browser.newPage();
  const problems = [];
  tab.on("pageerror", (error) => problems.push(error.message));
  tab.on("console", (message) => { if (["error", "warning"].includes(message.type())) problems.push(message.text()); });
  await tab.goto(`${server.address}/${path}`);
  await tab.locator('perfect-play [data-cell="0"]').click();
  await tab.locator('perfect-play [data-cell="4"][data-mark="O"]').waitFor();
  await tab.locator(selector, { hasText: text }).waitFor();
  assert.deepEqual(problems, []);
  await tab.close();
}

/** An application of React: events of the element become its state, and its state attributes. */
const APP = `
import { useState } from "react";
import { lookup } from "perfectplay";
import "perfectplay/element";

export function App() {
  const [moves, setMoves] = useState([]);
  return <main>
    <perfect-play bare memory={false} level="perfect" language="en" onchange={({ detail }) => setMoves(detail.moves)} />
    <output>{moves.length} moves, {lookup(1, 16)?.value}</output>
  </main>;
}
`;

test("React 19, built by Vite", async () => {
  write("react/index.html", '<!doctype html><html lang="en"><link rel="icon" href="data:,"><title>React</title><div id="root"></div><script type="module" src="/main.jsx"></script></html>');
  write("react/app.jsx", APP);
  write("react/main.jsx", 'import { createRoot } from "react-dom/client";\nimport { App } from "./app.jsx";\ncreateRoot(document.querySelector("#root")).render(<App />);');
  await build({ root: join(directory, "react"), configFile: false, logLevel: "warn", base: "./" });
  await playedOn("react/dist/index.html", "output", "2 moves, draw");
});

test("React 19, rendered on a server", async () => {
  write("server/app.jsx", APP);
  write("server/main.jsx", 'import { renderToString } from "react-dom/server";\nimport { App } from "./app.jsx";\nconsole.log(renderToString(<App />));');
  await build({
    root: join(directory, "server"), configFile: false, logLevel: "warn",
    build: { ssr: "main.jsx" },
  });
  const html = execFileSync(process.execPath, [join(directory, "server/dist/main.js")], { encoding: "utf8" });
  assert.match(html, /<perfect-play bare="" level="perfect" language="en"><\/perfect-play><output>0<!-- --> moves, <!-- -->draw<\/output>/);
});

test("plain HTML", async () => {
  write("plain.html", `<!doctype html><html lang="en"><link rel="icon" href="data:,"><title>Plain</title>
    <script type="importmap">{ "imports": { "perfectplay/": "./node_modules/perfectplay/", "perfectplay": "./node_modules/perfectplay/index.js" } }</script>
    <perfect-play level="perfect" language="en"></perfect-play><output></output>
    <script type="module">
      import { lookup } from "perfectplay";
      import "perfectplay/element.js";
      document.querySelector("perfect-play").addEventListener("change", ({ detail }) => {
        document.querySelector("output").textContent = detail.moves.length + " moves, " + lookup(1, 16).value;
      });
    </script></html>`);
  await playedOn("plain.html", "output", "2 moves, draw");
});

test("Node", async () => {
  write("node.js", 'import { bestLine, readGame, tictactoe } from "perfectplay";\nimport { PerfectPlay } from "perfectplay/element";\nconsole.log(bestLine(tictactoe, 0).length, typeof readGame, typeof PerfectPlay);');
  assert.equal(execFileSync(process.execPath, ["node.js"], { cwd: directory, encoding: "utf8" }).trim(), "9 function function");
});
