/*
 * Makes the README's pictures of the built site, in both color modes: `npm run picture`. To be run when the looks have
 * changed.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { chromium } from "playwright-core";

import { findChromium } from "../support/find-chromium.ts";
import { runCommand } from "../support/run-command.ts";
import { serveFolder } from "../support/serve-folder.ts";

/** An operation of the reference: text, limits and samples side by side. */
const page = "/api/#post-loads";
const size = { width: 1360, height: 850 };

const folder = await mkdtemp(join(tmpdir(), "docs-build-picture-"));
const { code, stderr } = await runCommand(process.execPath, ["bin/docs-build.js", "--quiet", "--out", folder], {
  cwd: ".",
});
if (code !== 0) throw new Error(stderr);
await using server = await serveFolder(folder);
const browser = await chromium.launch({ executablePath: findChromium(), args: ["--no-sandbox", "--disable-gpu"] });
for (const colorScheme of ["light", "dark"] as const) {
  const tab = await browser.newPage({ viewport: size, reducedMotion: "reduce" });
  await tab.addInitScript(`
    localStorage.setItem("theme", "${colorScheme}");
    localStorage.setItem("docs.announcement", "cents-2025");
  `);
  await tab.goto(server.origin + page);
  // The menu follows the page.
  await tab.locator(`#menu a[href$="#post-loads"][aria-current]`).waitFor();
  await tab.screenshot({ path: `.github/site-${colorScheme}.png` });
}
await browser.close();
await rm(folder, { recursive: true });
