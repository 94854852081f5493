/*
 * Makes the README's pictures of the built site, in both color modes: `npm run picture`. To be run when the looks have
 * changed.
 */
import { join, resolve } from "node:path";

import { serveFolder } from "../support/serve-folder.ts";
import { shippedFolder } from "../support/temporary-folder.ts";
import { runNode } from "./measure.ts";
import { startBrowser } from "./slow-reader.ts";

/** An operation of the reference: text, limits and samples side by side. */
const page = "/api/#post-loads";
const size = { width: 1360, height: 850 };

await using folder = await shippedFolder();
runNode([resolve("bin/docs-build.js"), "--quiet"], folder.path);
await using server = await serveFolder(join(folder.path, "dist"));
await using browser = await startBrowser();
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
