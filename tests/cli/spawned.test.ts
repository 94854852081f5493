import { spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { text } from "node:stream/consumers";

import { parse } from "acorn";
import { expect, test } from "vitest";

import { packageRoot } from "#package.ts";

import { sendDocument, startProvider } from "../support/provider.ts";
import { bin, runCommand, spawnCli } from "../support/run-command.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

/* What only a real process shows, once for each command without another spawned test. */

test("check and headers use the current folder, and verify uses the site that was built there", async () => {
  await using site = await temporaryFolder({ "content/index.md": "# Home\n" });
  expect(await spawnCli(["check", "--quiet"], { cwd: site.path })).toMatchObject({ code: 0, stderr: "" });
  const headers = await spawnCli(["headers", "--format", "netlify"], { cwd: site.path });
  expect(headers).toMatchObject({ code: 0, stdout: expect.stringContaining("Content-Security-Policy") });
  const missing = await spawnCli(["verify", "--quiet"], { cwd: site.path });
  expect(missing).toMatchObject({ code: 1, stderr: expect.stringContaining("there is no folder") });
});

test("explain prints a meaning, and pull stores a provider's document", async () => {
  const explain = await spawnCli(["explain", "link/broken"], { cwd: packageRoot });
  expect(explain).toMatchObject({ code: 0, stderr: "", stdout: expect.stringMatching(/^link\/broken/) });
  await using site = await temporaryFolder({ "content/index.md": "# Home\n" });
  const paths = { "/loads/": { get: { operationId: "loads", responses: { "204": { description: "None." } } } } };
  const document = JSON.stringify({ openapi: "3.1.0", info: { title: "API", version: "1" }, paths });
  await using provider = await startProvider((_, response) => sendDocument(response, document));
  expect(await spawnCli(["pull", provider.origin], { cwd: site.path })).toMatchObject({ code: 0, stderr: "" });
  expect(await site.read("openapi/openapi.yaml")).toContain("title: API");
});

test("uncompiled sources or an old Node end with 2 and a one-sentence message", async () => {
  await using copy = await temporaryFolder({
    "package.json": '{ "type": "module" }',
    "bin/docs-build.js": await readFile(bin),
    "older.cjs": "Object.defineProperty(process, 'versions', { value: { node: '18.20.4' } });",
  });
  const run = async (...args: readonly string[]) =>
    runCommand(process.execPath, [...args, "bin/docs-build.js", "--help"], { cwd: copy.path });
  expect(await run()).toEqual({
    ...{ code: 2, stdout: "" },
    stderr: "docs-build isn't compiled here: run npm ci, without --ignore-scripts\n",
  });
  expect(await run("--require", "./older.cjs")).toEqual({
    ...{ code: 2, stdout: "" },
    stderr: "docs-build needs Node 20.19 or later, and this is 18.20.4\n",
  });
  // Node 10 reads the file as a script: no module syntax, and nothing newer than import().
  const code = (await readFile(bin, "utf8")).replaceAll("import(", "load(");
  expect(() => parse(code, { ecmaVersion: 2019, sourceType: "script", allowHashBang: true })).not.toThrow();
});

test.each(["--help", "explain"])(
  "%s ends quietly, as other tools do, when its output's reader closes",
  async (args) => {
    const child = spawn(process.execPath, [bin, args], { stdio: ["ignore", "pipe", "pipe"] });
    child.stdout.destroy();
    const ended = new Promise<number | null>((resolve) => child.on("close", resolve));
    expect([await text(child.stderr), await ended]).toEqual(["", 141]);
  },
);
