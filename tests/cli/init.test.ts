import { readdir } from "node:fs/promises";

import { expect, test } from "vitest";

import { sendDocument, startProvider } from "../support/provider.ts";
import { runCli } from "../support/run-cli.ts";
import { spawnCli } from "../support/run-command.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const contract = `openapi: 3.0.3
info: { title: "Rates: *quoted*", version: "1" }
servers: [{ url: https://rates.example.com/v2 }]
security: [{ key: [] }]
paths:
  /rates/{lane}:
    get:
      operationId: get_rate
      summary: One rate
      parameters: [{ name: lane, in: path, required: true, schema: { type: string }, example: CHI-DAL }]
      responses: { "200": { $ref: "./common/answers.yaml#/Rate" } }
  /rates:
    post:
      operationId: create_rate
      summary: Create <b>a rate</b>
      responses: { "201": { description: Made } }
    get:
      operationId: list_rates
      summary: List rates
      parameters: [{ name: page, in: query, required: true, schema: { type: integer, minimum: 1 } }]
      responses: { "200": { description: Rates } }
components:
  securitySchemes: { key: { type: apiKey, in: header, name: X-Key } }
`;
const answers = "Rate: { description: A rate, content: { application/json: { schema: { $ref: ./rate.yaml } } } }\n";
const rate = "type: object\nproperties: { cents: { type: integer, example: 240000 } }\n";

test("init writes a site into an empty folder that builds without a finding, and says the next two commands", async () => {
  await using folder = await temporaryFolder();
  const { code, stdout, stderr } = await spawnCli(["init"], { cwd: folder.path });
  expect([code, stderr]).toEqual([0, ""]);
  expect(stdout).toMatch(/^ {2}npx docs-build serve --watch {2}/m);
  expect(stdout).toMatch(/^ {2}npx docs-build {2}/m);
  expect((await readdir(folder.path)).sort()).toEqual(["content", "openapi"]);
  expect(await folder.read("content/site.yaml")).toContain("\ncolorMode: system\n");
  const built = await runCli(["--strict"], { cwd: folder.path });
  expect(built.stdout).toMatch(/^✓ no warnings, 4 pages, 3 of 3 samples checked/);
});

test("init names a folder of its own in the commands, and makes it", async () => {
  await using folder = await temporaryFolder({ "package.json": "{}" });
  const { code, stdout } = await runCli(["init", "sites/docs"], { cwd: folder.path });
  expect(code).toBe(0);
  expect(stdout).toContain("npx docs-build --root sites/docs ");
  expect(await folder.read("sites/docs/content/index.md")).toContain("title: Introduction");
});

test("init takes away nothing: what stands in the way is named, and nothing is written", async () => {
  await using folder = await temporaryFolder({ "content/mine.md": "# Mine", "keep.txt": "" });
  const { code, stdout, stderr } = await runCli(["init"], { cwd: folder.path });
  expect([code, stdout]).toEqual([1, ""]);
  expect(stderr).toContain("content/ is already there");
  expect((await readdir(folder.path)).sort()).toEqual(["content", "keep.txt"]);
  expect(await readdir(`${folder.path}/content`)).toEqual(["mine.md"]);
});

test.each(["mine.md", "mine.md/below"])("init into %s says that a file is in the way, and leaves it", async (place) => {
  await using folder = await temporaryFolder({ "mine.md": "# Mine" });
  const { code, stdout, stderr } = await runCli(["init", place], { cwd: folder.path });
  expect([code, stdout]).toEqual([1, ""]);
  expect(stderr).toContain(`${place} cannot be written: a file is in the way — nothing was written`);
  expect(await folder.read("mine.md")).toBe("# Mine");
});

test("init writes beside what is not its own, and into empty folders", async () => {
  await using folder = await temporaryFolder({ "package.json": "{}", "content/x": "" });
  await folder.remove("content/x");
  expect((await runCli(["init"], { cwd: folder.path })).code).toBe(0);
  expect((await readdir(folder.path)).sort()).toEqual(["content", "openapi", "package.json"]);
});

test("a contract of one's own brings its files, and a guide to its first call that builds without a finding", async () => {
  await using folder = await temporaryFolder({
    "spec/v1/api.yaml": contract.replace("./common", "../common"),
    "spec/common/answers.yaml": answers,
    "spec/common/rate.yaml": rate,
    "spec/unrelated.yaml": "a: 1",
  });
  const { code, stdout, stderr } = await runCli(["init", "site", "--openapi", "spec/v1/api.yaml"], {
    cwd: folder.path,
  });
  expect([code, stderr]).toEqual([0, ""]);
  expect(stdout).toContain("openapi/common/rate.yaml");
  expect(stdout).not.toContain("unrelated");
  const built = await runCli(["--root", "site", "--strict"], { cwd: folder.path });
  expect(built.stderr).not.toContain("error");
  expect(built.stdout).toMatch(/^✓ no warnings, 4 pages, 1 of 1 sample checked/);
  const guide = await folder.read("site/content/first-call.md");
  expect(guide).toContain("```http op=list_rates\nGET /rates?page=1\n```");
  expect(guide).toContain('API_BASE="https://rates.example.com/v2"\nexport API_');
});

test("a contract without credentials and summaries has a guide that asks for none, and says no call twice", async () => {
  await using folder = await temporaryFolder({
    "api.yaml": contract
      .replace("security: [{ key: [] }]\n", "")
      .replace(/^components:[^]*/m, "")
      .replace("      summary: Create <b>a rate</b>\n", ""),
    "common/answers.yaml": "Rate: { description: A rate }\n",
  });
  expect((await runCli(["init", "site", "--openapi", "api.yaml"], { cwd: folder.path })).code).toBe(0);
  const guide = await folder.read("site/content/first-call.md");
  expect(guide).toContain('export API_BASE="https://rates.example.com/v2"\n```\n');
  expect(guide).not.toContain("authenticate");
  expect(guide).toContain("- [](op:get_rate): One rate\n- [](op:create_rate)\n");
});

test("a reference whose name is badly encoded is left for the build to tell", async () => {
  await using folder = await temporaryFolder({ "api.yaml": contract.replace("answers.yaml", "answers%FF.yaml") });
  const { code, stderr } = await runCli(["init", "site", "--openapi", "api.yaml"], { cwd: folder.path });
  expect([code, stderr]).toEqual([0, ""]);
  expect(await folder.read("site/openapi/api.yaml")).toContain("answers%FF.yaml");
});

test("a contract of the web is kept as pull keeps it, with its address for pull", async () => {
  await using provider = await startProvider((_, response) => {
    sendDocument(
      response,
      '{"openapi":"3.1.0","info":{"title":"A","version":"1"},"paths":{"/x":{"get":{"responses":{"200":{"description":"d"}}}}}}',
    );
  });
  await using folder = await temporaryFolder();
  const address = `${provider.origin}/schema?format=openapi`;
  const { code, stderr } = await runCli(["init", "--openapi", address], { cwd: folder.path });
  expect([code, stderr]).toEqual([0, ""]);
  expect(await folder.read("openapi/openapi.yaml")).toContain("\ninfo:\n  title: A\n");
  expect(await folder.read("content/site.yaml")).toContain(`url: ${JSON.stringify(address)}`);
  expect((await runCli(["pull", "--dry-run"], { cwd: folder.path })).code).toBe(0);
});

test("a contract whose address has no ending brings its files as well", async () => {
  await using provider = await startProvider(({ url }, response) => {
    const texts = new Map([
      ["/v1/schema", contract.replace("./common/", "")],
      ["/v1/answers.yaml", "Rate: { description: A rate }\n"],
    ]);
    sendDocument(response, texts.get(url) ?? "", "application/yaml");
  });
  await using folder = await temporaryFolder();
  const { code, stderr } = await runCli(["init", "--openapi", `${provider.origin}/v1/schema`], { cwd: folder.path });
  expect([code, stderr]).toEqual([0, ""]);
  expect((await readdir(`${folder.path}/openapi`)).sort()).toEqual(["answers.yaml", "schema.yaml"]);
});

test("a contract of the web brings the files it names, from its own host only", async () => {
  await using provider = await startProvider(({ url }, response) => {
    const texts = new Map([
      ["/v1/api.yaml", contract.replace("./common/", "/v1/common/").replace("/v1/common", "common")],
      ["/v1/common/answers.yaml", answers],
      ["/v1/common/rate.yaml", rate],
    ]);
    sendDocument(response, texts.get(url) ?? "", "application/yaml");
  });
  await using folder = await temporaryFolder();
  expect((await runCli(["init", "--openapi", `${provider.origin}/v1/api.yaml`], { cwd: folder.path })).code).toBe(0);
  expect(await folder.read("openapi/common/rate.yaml")).toBe(rate);
  expect((await runCli(["--strict"], { cwd: folder.path })).code).toBe(0);
});

test.each([
  ["no-such.yaml", /no-such\.yaml cannot be read/],
  ["notes.txt", /no document/],
  ["broken.yaml", /^error broken\.yaml:1/],
  ["http://127.0.0.1:1/api.yaml", /127\.0\.0\.1:1/],
])("a document that cannot be had (%s) is told about, and nothing is written", async (source, message) => {
  await using folder = await temporaryFolder({ "broken.yaml": "{", "notes.txt": "hello" });
  const { code, stdout, stderr } = await runCli(["init", "site", "--openapi", source], { cwd: folder.path });
  expect([code, stdout]).toEqual([1, ""]);
  expect(stderr).toMatch(message);
  expect((await readdir(folder.path)).sort()).toEqual(["broken.yaml", "notes.txt"]);
});
