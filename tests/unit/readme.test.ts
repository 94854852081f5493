import { access, readFile } from "node:fs/promises";
import { join } from "node:path";

import { expect, test } from "vitest";

import { packageRoot } from "#package.ts";
import { settingsKeys } from "#read/settings-schema.ts";
import { diagnosticKinds } from "#shared/diagnostic-codes.ts";

const readme = await readFile(join(packageRoot, "README.md"), "utf8");

test.each(Object.keys(diagnosticKinds))("the README explains the finding %s", (code) => {
  expect(readme).toContain(`\`${code}\``);
});

test.each(settingsKeys)("the README shows the setting %s", (key) => {
  expect(readme).toMatch(new RegExp(`\\b${key}:`));
});

const faults = readme.slice(readme.indexOf("## When things go wrong"), readme.indexOf("## Architecture"));
const rows = [...faults.matchAll(/^\| (?!fault|-)(.*?) +\| .* \| (.*?) +\|$/gm)];

test.each(rows.map(([, fault = "", tests = ""]) => [fault, tests] as const))(
  "the tests that show what happens when there is %s exist",
  async (_, tests) => {
    const names = [...tests.matchAll(/`([a-z0-9/-]+)`/g)].map(([, name = ""]) => name);
    expect(names.length).toBeGreaterThan(0);
    for (const name of names)
      await expect(access(join(packageRoot, "tests", `${name}.test.ts`))).resolves.toBeUndefined();
  },
);

test("the table of faults is there", () => {
  expect(rows.length).toBeGreaterThan(30);
});
