import { access, readFile, stat } from "node:fs/promises";
import { join } from "node:path";

import { expect, test } from "vitest";

import { packageRoot, version } from "#package.ts";

import { type RecordedSpeed, speedTable, tableIn } from "../bench/speed-table.ts";

const readme = await readFile(join(packageRoot, "README.md"), "utf8");
const testsReadme = await readFile(join(packageRoot, "tests/README.md"), "utf8");

test("the README is short: at most 10 kB", () => {
  expect(Buffer.byteLength(readme)).toBeLessThanOrEqual(10_240);
});

test("the README opens with the built site in both color modes", async () => {
  for (const name of ["tests/pictures/operation-1440-light.png", "tests/pictures/operation-1440-dark.png"]) {
    expect(readme.slice(0, 1200)).toContain(name);
    expect((await stat(join(packageRoot, name))).size).toBeGreaterThan(10_000);
  }
});

test("every file that the README names exists", async () => {
  const paths = [...readme.matchAll(/\]\(([\w./-]+)\)/g)].map(([, path = ""]) => path);
  expect(paths.length).toBeGreaterThan(0);
  expect(await missing(paths)).toEqual([]);
});

test("every fault in the table names existing tests", async () => {
  const faults = testsReadme.slice(testsReadme.indexOf("## Faults"));
  const rows = [...faults.matchAll(/^\| (?!fault|-)(.*?) +\| .* \| (.*?) +\|$/gm)];
  expect(rows.length).toBeGreaterThan(30);
  const named = rows.map(([, fault, tests = ""]) => ({ fault, names: tests.match(/(?<=`)[a-z0-9/-]+(?=`)/g) ?? [] }));
  expect(named.filter(({ names }) => names.length === 0)).toEqual([]);
  expect(await missing(named.flatMap(({ names }) => names.map((name) => `tests/${name}.test.ts`)))).toEqual([]);
});

/** The paths that don't exist. */
async function missing(paths: readonly string[]): Promise<readonly string[]> {
  const found = paths.map(async (path) =>
    access(join(packageRoot, path)).then(
      () => [],
      () => [path],
    ),
  );
  return (await Promise.all(found)).flat();
}

test("the changelog has the package's version", async () => {
  const changelog = await readFile(join(packageRoot, "CHANGELOG.md"), "utf8");
  expect(changelog).toContain(`\n## ${version}\n`);
});

test("the speed table matches the last recorded run", async () => {
  const recorded: RecordedSpeed = JSON.parse(
    await readFile(join(packageRoot, "tests/bench/recorded-speed.json"), "utf8"),
  );
  expect(tableIn(readme)).toBe(speedTable(recorded));
});
