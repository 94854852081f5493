import { mkdir, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";

import { afterAll, beforeAll, expect, inject, test } from "vitest";

import {
  committedPictures,
  comparePictures,
  firstScreens,
  type Photographer,
  startPhotographer,
} from "../support/first-screens.ts";
import { temporaryFolder, type TemporaryFolder } from "../support/temporary-folder.ts";

/* What a reader sees first, beside committed pictures. `npm run picture` takes them again. */
const differences = resolve("node_modules/.cache/docs-build/pictures");

let scratch: TemporaryFolder;
let photographer: Photographer;

beforeAll(async () => {
  scratch = await temporaryFolder();
  photographer = await startPhotographer(inject("hosted"), scratch.path);
});

afterAll(async () => {
  await photographer[Symbol.asyncDispose]();
  await scratch[Symbol.asyncDispose]();
});

test.for(firstScreens)("$name looks like its recorded picture", async (screen, { skip }) => {
  const recorded = await committedPictures.chromium();
  skip(
    photographer.chromium !== recorded,
    `the pictures were taken with Chromium ${recorded}, this is ${photographer.chromium}`,
  );
  const committed = await readFile(committedPictures.pathOf(screen.name));
  const current = await photographer.take(screen);
  const { share, picture } = await comparePictures(committed, current);
  if (share <= 0.001) return;
  await mkdir(differences, { recursive: true });
  const images = { committed, current, difference: picture };
  for (const [kind, image] of Object.entries(images))
    await writeFile(join(differences, `${screen.name}-${kind}.png`), image);
  expect.fail(
    `${(share * 100).toFixed(2)} % of the pixels differ: look at ${differences}/${screen.name}-*.png. ` +
      "If the new picture is right, run `npm run picture`, and commit it.",
  );
});

test("all pictures together are at most 1.5 MB, and each is compared", async () => {
  const names = (await readdir("tests/pictures")).filter((name) => name.endsWith(".png"));
  expect(names.toSorted()).toEqual(firstScreens.map(({ name }) => `${name}.png`).toSorted());
  const sizes = await Promise.all(names.map(async (name) => (await stat(join("tests/pictures", name))).size));
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(1_500_000);
});
