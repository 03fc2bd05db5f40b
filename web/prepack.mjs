// Before `npm pack`: refuses a package without the module that solves games, and lays the licences and
// the playbook of Connect Four beside it, which npm takes from this directory alone.

import { copyFileSync, existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

const DIRECTORY = fileURLToPath(new URL(".", import.meta.url));

if (!existsSync(`${DIRECTORY}perfectplay.wasm`)) {
  console.error("expected web/perfectplay.wasm, found none: web/build-module makes it");
  process.exit(1);
}
for (const licence of ["LICENSE-APACHE", "LICENSE-MIT"]) copyFileSync(`${DIRECTORY}../${licence}`, DIRECTORY + licence);
copyFileSync(`${DIRECTORY}../docs/connect-7x6.playbook`, `${DIRECTORY}connect-7x6.playbook`);
