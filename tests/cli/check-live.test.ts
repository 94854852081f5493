import { readFile } from "node:fs/promises";
import { join } from "node:path";

import { expect, test } from "vitest";

import { committed, pages, servedText } from "../fixtures/provider-documents.ts";
import { sendDocument, startProvider } from "../support/provider.ts";
import { runCli } from "../support/run-cli.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const statuses = `${pages["content/statuses.md"]}\nA \`Load.weight\` is in pounds.\n`;
const site = { ...pages, "content/statuses.md": statuses, "openapi/api.yaml": committed };

test("check --live lists each difference with the page lines it affects, and fails on breaking changes", async () => {
  await using provider = await startProvider((_, response) => sendDocument(response, servedText));
  await using folder = await temporaryFolder(site);
  const { code, stdout } = await check(folder.path, ["--url", provider.origin]);
  expect(code).toBe(1);
  expect(stdout.replaceAll(provider.origin, "ORIGIN")).toMatchInlineSnapshot(`
    "breaking   Load.weight: required now (in requests and responses)
               content/index.md:3:48 link: Load.weight
               content/index.md:5:1 request sample: loads_create
               content/index.md:11:1 response sample: loads_list
               content/statuses.md:5:4 word: Load.weight
    additive   Status: new value \`ON_HOLD\` (in requests and responses)
               content/index.md:5:1 request sample: loads_create
               content/index.md:11:1 response sample: loads_list
               content/statuses.md:3:1 table: Status
    additive   Load.distance: new (in requests and responses)
               content/index.md:5:1 request sample: loads_create
               content/index.md:11:1 response sample: loads_list
    wording    specification "Swagger 2.0" now, was "OpenAPI 3.1.0": the document
    wording    other description: query page of GET /loads/
    wording    other title: Load.id, Load.load_number, Load.weight, Status
               content/index.md:3
               content/statuses.md:3
    wording    without a name now: PageOfLoad, Status
               content/statuses.md:3
    ✗ 1 breaking, 2 additive, 8 wording between openapi/api.yaml and ORIGIN/
    "
  `);
  expect(await readFile(join(folder.path, "openapi/api.yaml"), "utf8")).toBe(committed);
});

test("the policy decides which differences fail the check", async () => {
  const renamed = committed.replace("title: API", "title: The API");
  await using provider = await startProvider(({ url }, response) => {
    sendDocument(response, url === "/same" ? committed : renamed, "text/yaml");
  });
  await using folder = await temporaryFolder(site);
  const same = await check(folder.path, ["--url", `${provider.origin}/same`, "--fail-on", "any"]);
  expect(same).toMatchObject({ code: 0, stdout: `✓ openapi/api.yaml says what ${provider.origin}/same serves\n` });
  expect(await check(folder.path, ["--url", `${provider.origin}/renamed`])).toMatchObject({ code: 0 });
  expect(await check(folder.path, ["--url", `${provider.origin}/renamed`, "--fail-on", "any"])).toMatchObject({
    code: 1,
  });
});

test("annotations appear in the contract and at the affected lines of pages", async () => {
  await using provider = await startProvider((_, response) => sendDocument(response, servedText));
  await using folder = await temporaryFolder(site);
  const { code, stdout } = await check(folder.path, ["--url", provider.origin, "--report", "github"]);
  expect(code).toBe(1);
  expect(
    stdout
      .split("\n")
      .filter((line) => line.startsWith("::error"))
      .join("\n"),
  ).toMatchInlineSnapshot(`
    "::error file=openapi/api.yaml,line=38,col=17,title=live/breaking::Load.weight: required now (in requests and responses)
    ::error file=content/index.md,line=3,col=48,title=live/breaking::Load.weight: required now (in requests and responses) — touches this link: Load.weight
    ::error file=content/index.md,line=5,col=1,title=live/breaking::Load.weight: required now (in requests and responses) — touches this request sample: loads_create
    ::error file=content/index.md,line=11,col=1,title=live/breaking::Load.weight: required now (in requests and responses) — touches this response sample: loads_list
    ::error file=content/statuses.md,line=5,col=4,title=live/breaking::Load.weight: required now (in requests and responses) — touches this word: Load.weight"
  `);
});

test("the JSON report has every difference with the uses that it affects", async () => {
  await using provider = await startProvider((_, response) => sendDocument(response, servedText));
  await using folder = await temporaryFolder(site);
  const { stdout } = await check(folder.path, ["--url", provider.origin, "--report", "json"]);
  const { differences, summary } = JSON.parse(stdout);
  expect(summary).toMatchObject({ outcome: "rejected", document: "openapi/api.yaml", breaking: 1 });
  expect(differences[0]).toMatchObject({
    severity: "breaking",
    subject: "Load.weight",
    message: "required now",
    position: { file: "openapi/api.yaml" },
    touches: [
      { kind: "field", target: "Load.weight", position: { file: "content/index.md", line: 3 } },
      { kind: "request", target: "loads_create", position: { file: "content/index.md", line: 5 } },
      { kind: "response", target: "loads_list", position: { file: "content/index.md", line: 11 } },
      { kind: "word", target: "Load.weight", position: { file: "content/statuses.md", line: 5 } },
    ],
  });
});

test("a server that doesn't answer fails the check, and a build never calls it", async () => {
  await using provider = await startProvider((_, response) => response.writeHead(500).end());
  const settings = `live:\n  url: ${provider.origin}/redoc/?format=openapi\n`;
  await using folder = await temporaryFolder({ ...site, "content/site.yaml": settings });
  const { code, stdout, stderr } = await check(folder.path, []);
  expect(code).toBe(1);
  expect(stderr).toContain("answered 500 Internal Server Error");
  expect(stdout).toBe("✗ nothing was compared; openapi/api.yaml is as it was\n");
  expect(provider.requests).toHaveLength(1);
  expect(await runCli(["--quiet"], { cwd: folder.path })).toMatchObject({ code: 0 });
  expect(await runCli(["check"], { cwd: folder.path })).toMatchObject({ code: 0 });
  expect(provider.requests).toHaveLength(1);
});

test("errors of the site itself fail the check, and --url or --fail-on without --live is wrong usage", async () => {
  await using provider = await startProvider((_, response) => sendDocument(response, committed, "application/yaml"));
  await using folder = await temporaryFolder({ ...site, "content/broken.md": "# Broken\n\n[x](/nowhere)" });
  const { code, stderr } = await check(folder.path, ["--url", provider.origin]);
  expect(code).toBe(1);
  expect(stderr).toContain("error content/broken.md:3:1");
  expect(await runCli(["check", "--url", provider.origin], { cwd: folder.path })).toMatchObject({ code: 2 });
  const failing = await runCli(["check", "--fail-on", "any"], { cwd: folder.path });
  expect([failing.code, failing.stderr]).toEqual([2, "error: --fail-on needs --live\n"]);
});

async function check(cwd: string, args: readonly string[]) {
  return runCli(["check", "--live", ...args], { cwd });
}
