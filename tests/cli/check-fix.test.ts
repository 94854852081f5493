import { symlink } from "node:fs/promises";
import { join } from "node:path";

import { expect, test } from "vitest";

import { runCli } from "../support/run-cli.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const contract = `openapi: 3.1.0
info: { title: API, version: "1" }
paths:
  /loads/:
    post:
      operationId: loads_create
      requestBody: { content: { application/json: { schema: { $ref: "#/components/schemas/Load" } } } }
      responses: { "204": { description: Made. } }
components:
  schemas:
    Load:
      type: object
      additionalProperties: false
      properties: { weight: { type: integer }, amount: { type: integer, x-unit: usd-cents } }
`;

const site = {
  "openapi/api.yaml": contract,
  "content/_blocks/create.md": "[Create it](op:loads_craete).\n",
  "content/index.md": "\uFEFF# Home\r\n\r\n::include{file=_blocks/create.md}\r\n\r\nSee [the guide](/Guide).\r\n",
  "content/guide.md": `# Guide

::include{file=_blocks/create.md}

\`\`\`json op=loads_create request
{ "wieght": 38500, "amount": 2400.00 }
\`\`\`
`,
};

test("check --fix fixes the sources, reports what it did, and ends with the exit code of check", async () => {
  await using folder = await temporaryFolder(site);
  const found = await runCli(["check", "--report", "json"], { cwd: folder.path });
  const { version, diagnostics } = JSON.parse(found.stdout);
  expect([found.code, version, diagnostics.length]).toEqual([1, 1, 4]);
  expect(diagnostics).toContainEqual(
    expect.objectContaining({
      code: "link/broken",
      fix: { range: { start: { line: 5, column: 17 }, end: { line: 5, column: 23 } }, replacement: "/guide" },
    }),
  );

  const { code, stdout, stderr } = await runCli(["check", "--fix"], { cwd: folder.path });
  expect(stdout.replace(/\d+ kB, .*/, "…"))
    .toBe(`fixed content/_blocks/create.md:1:16 \`loads_craete\` → \`loads_create\`
fixed content/guide.md:6:4 \`wieght\` → \`weight\`
fixed content/index.md:5:17 \`/Guide\` → \`/guide\`
✗ 1 error, no warnings, 4 pages, 1 of 1 sample checked, …
`);
  expect([code, stderr.split("\n", 1)]).toEqual([
    1,
    [expect.stringContaining("`amount` is a whole number of cents, not 2400.00 (at /amount) — did you mean 240000?")],
  ]);
  expect(await folder.read("content/index.md")).toBe(site["content/index.md"].replace("/Guide", "/guide"));
  expect(await folder.read("content/guide.md")).toBe(site["content/guide.md"].replace("wieght", "weight"));
  expect(await folder.read("openapi/api.yaml")).toBe(contract);

  await folder.write({ "content/guide.md": "# Guide\n" });
  const again = await runCli(["check", "--fix", "--quiet"], { cwd: folder.path });
  expect(again).toEqual({ code: 0, stdout: "", stderr: "" });
});

test("JSON and GitHub reports show the fixes that weren't made, and --fix excludes --live", async () => {
  await using folder = await temporaryFolder({ "content/index.md": "[x](/Guide)\n", "content/guide.md": "# Guide\n" });
  await folder.write({ "templates/page.md": "[x](/Guide)\n" });
  await symlink("../templates/page.md", join(folder.path, "content/link.md"));
  const json = await runCli(["check", "--fix", "--report", "json"], { cwd: folder.path });
  const fix = {
    range: { start: { line: 1, column: 5 }, end: { line: 1, column: 11 } },
    replacement: "/guide",
    written: "/Guide",
  };
  expect(JSON.parse(json.stdout).fixes).toEqual({
    made: [{ file: "content/index.md", ...fix }],
    left: [{ file: "content/link.md", ...fix, reason: "it leads out of content/" }],
  });
  const env = { GITHUB_WORKSPACE: folder.path };
  const github = await runCli(["check", "--fix", "--report", "github"], { cwd: folder.path, env });
  expect(github.stdout.split("\n")[0]).toBe(
    "::notice file=content/link.md,line=1,col=5,title=not fixed::`/Guide` → `/guide`: it leads out of content/",
  );
  expect(await folder.read("templates/page.md")).toBe("[x](/Guide)\n");
  expect(await runCli(["check", "--fix", "--live"], { cwd: folder.path })).toMatchObject({ code: 2 });
});
