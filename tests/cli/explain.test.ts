import { expect, test } from "vitest";

import { packageRoot } from "#package.ts";
import { frontMatterSchema } from "#settings/parse-front-matter.ts";
import { settingsSchema } from "#settings/settings-schema.ts";

import { runCli } from "../support/run-cli.ts";

test("explain prints what a code means; a misspelled code is wrong usage, and the nearest one is suggested", async () => {
  const known = await runCli(["explain", "link/broken"], { cwd: packageRoot });
  expect(known).toMatchObject({ code: 0, stderr: "" });
  expect(known.stdout).toMatch(/^link\/broken \(error\)\n/);
  const misspelled = await runCli(["explain", "link/brokn"], { cwd: packageRoot });
  expect(misspelled).toEqual({
    code: 2,
    stdout: "",
    stderr: "error: there is nothing to explain by the name 'link/brokn'\n(Did you mean link/broken?)\n",
  });
});

test.each([
  ["sidebar", "settings"],
  ["slug", "front-matter"],
])("explain with a key such as %s says which topic explains it", async (key, topic) => {
  const { code, stderr } = await runCli(["explain", key], { cwd: packageRoot });
  expect([code, stderr.split("\n")[1]]).toEqual([2, `(docs-build explain ${topic} has this key)`]);
});

test("explain --json prints a JSON Schema of the keys, with the finding codes and each key's meaning", async () => {
  const { code, stdout } = await runCli(["explain", "settings", "--json"], { cwd: packageRoot });
  const schema = JSON.parse(stdout);
  expect([code, Object.keys(schema.properties)]).toEqual([0, Object.keys(settingsSchema.shape)]);
  expect(schema).toMatchObject({ $schema: expect.stringContaining("2020-12"), additionalProperties: false });
  expect(schema.properties.title.description).toContain("site's title");
  expect(schema.properties.severities.propertyNames.enum).toContain("link/broken");
  const frontMatter = await runCli(["explain", "front-matter", "--json"], { cwd: packageRoot });
  expect(Object.keys(JSON.parse(frontMatter.stdout).properties)).toEqual(Object.keys(frontMatterSchema.shape));
  const other = await runCli(["explain", "cache", "--json"], { cwd: packageRoot });
  expect(other).toMatchObject({ code: 2, stderr: "error: --json is for settings and front-matter\n" });
});
