import { readFile } from "node:fs/promises";
import { join } from "node:path";

import { expect, test } from "vitest";

import { settingsKeys } from "../../src/config/settings-schema.ts";
import { defaultSeverities } from "../../src/model/diagnostic.ts";
import { packageRoot } from "../../src/package-root.ts";

const readme = await readFile(join(packageRoot, "README.md"), "utf8");

test.each(Object.keys(defaultSeverities))("the README explains the finding %s", (code) => {
  expect(readme).toContain(`\`${code}\``);
});

test.each(settingsKeys)("the README shows the setting %s", (key) => {
  expect(readme).toMatch(new RegExp(`\\b${key}:`));
});
