import { beforeAll, expect, test } from "vitest";
import { parse } from "yaml";

import { explain } from "#cli/explain/explain.ts";
import { sourceFolders } from "#read/sources.ts";

import { blockOf } from "../support/explained-block.ts";
import { runCli } from "../support/run-cli.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

/* What `explain ci` prints is meant to be copied. */
let text = "";

beforeAll(() => {
  text = explain("ci") ?? "";
});

test("the GitHub workflow is the same one that init writes", async () => {
  await using folder = await temporaryFolder();
  await runCli(["init"], { cwd: folder.path });
  expect(`${blockOf(text, "GitHub")}\n`).toBe(await folder.read(".github/workflows/docs.yml"));
});

test("the GitLab job installs, builds, and stores its cache where npm ci doesn't delete it", () => {
  const { docs } = parse(blockOf(text, "GitLab"));
  expect(docs.script).toEqual(["npm ci", "npm run build -- --strict"]);
  expect(docs.variables).toEqual({ GIT_DEPTH: "0", DOCS_BUILD_CACHE: "$CI_PROJECT_DIR/.docs-build-cache" });
  expect(docs.cache.paths).toEqual([".docs-build-cache/"]);
  expect(docs.rules).toHaveLength(2);
});

test("the Turborepo task lists every source folder as an input", () => {
  const { tasks } = JSON.parse(blockOf(text, "Turborepo"));
  expect(tasks.build.inputs).toEqual(["package.json", ...sourceFolders.map((name) => `${name}/**`)]);
  expect(tasks.build.outputs).toEqual(["dist/**"]);
});

test("every command that explain ci shows exists with its flags and succeeds", async () => {
  await using site = await temporaryFolder({ "content/index.md": "# Home", "content/site.yaml": "title: Docs" });
  const commands = [...text.matchAll(/(?:npm run build --|node_modules\/\.bin\/docs-build) (\S.*?)(?= > |$|, )/gm)];
  expect(commands.map(([, flags]) => flags)).toEqual([
    "--report github",
    "--strict",
    "--strict --cache /cache",
    "headers --format nginx",
    "--strict",
  ]);
  for (const [, flags = ""] of commands) {
    const { code, stderr } = await runCli(flags.replace("/cache", "cache").split(" "), { cwd: site.path });
    expect([flags, code, stderr]).toEqual([flags, 0, ""]);
  }
  for (const [, name = ""] of text.matchAll(/explain (\w+)\)/g)) expect(explain(name), name).not.toBeNull();
});
