/*
 * Takes the pictures again that `slow/pictures` compares and the README shows, and those of a reader's way: `npm run picture`. To be run when the
 * look has changed, and looked at.
 */
import { writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";

import { committedPictures, firstScreens, startPhotographer } from "../support/first-screens.ts";
import { serveFolder } from "../support/serve-folder.ts";
import { shippedFolder } from "../support/temporary-folder.ts";
import { runNode } from "./measure.ts";
import { pictureReaderWay } from "./reader-way.ts";

await using folder = await shippedFolder();
runNode([resolve("bin/docs-build.js"), "--quiet"], folder.path);
await using host = await serveFolder(join(folder.path, "dist"));
await using photographer = await startPhotographer(host.origin, folder.path);
for (const screen of firstScreens)
  await writeFile(committedPictures.pathOf(screen.name), await photographer.take(screen));
await committedPictures.recordChromium(photographer.chromium);
await writeFile(".github/reader-way.png", await pictureReaderWay(photographer.browser, photographer.origin));
