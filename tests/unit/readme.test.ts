import { access, readFile, stat } from "node:fs/promises";
import { join } from "node:path";

import { expect, test } from "vitest";

import { packageRoot } from "#package.ts";

const readme = await readFile(join(packageRoot, "README.md"), "utf8");
const testsReadme = await readFile(join(packageRoot, "tests/README.md"), "utf8");

test("the README is a door, not a house: at most 10 kB", () => {
  expect(Buffer.byteLength(readme)).toBeLessThanOrEqual(10_240);
});

test("the README opens with the built site in both color modes", async () => {
  for (const name of [".github/site-light.png", ".github/site-dark.png"]) {
    expect(readme.slice(0, 1200)).toContain(name);
    expect((await stat(join(packageRoot, name))).size).toBeGreaterThan(10_000);
  }
});

test.each([...readme.matchAll(/\]\(([\w./-]+)\)/g)].map(([, path = ""]) => path))("%s exists", async (path) => {
  await expect(access(join(packageRoot, path))).resolves.toBeUndefined();
});

const faults = testsReadme.slice(testsReadme.indexOf("## Faults"));
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
