import { readdir, symlink } from "node:fs/promises";
import { join } from "node:path";

import { expect, test } from "vitest";
import { parse } from "yaml";

import { installedFrom } from "#cli/init/plan-repository.ts";
import { schemaLine } from "#settings/settings-text.ts";

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
const shared = "Rate: { description: A rate, content: { application/json: { schema: { $ref: ./rate.yaml } } } }\n";
const rate = "type: object\nproperties: { cents: { type: integer, example: 240000 } }\n";

test("init in an empty folder writes a site that builds without findings, and prints the next commands", async () => {
  await using folder = await temporaryFolder();
  const { code, stdout, stderr } = await spawnCli(["init"], { cwd: folder.path });
  expect([code, stderr]).toEqual([0, ""]);
  expect(stdout).toMatch(/^ {2}npm install$/m);
  expect(stdout).toMatch(/^ {2}npm run dev {2}/m);
  expect(stdout).toMatch(/^ {2}npm run build {2}/m);
  const repository = [".github", ".gitignore", "README.md", "package.json"];
  expect((await readdir(folder.path)).sort()).toEqual([...repository, "content", "openapi"].sort());
  const settings = await folder.read("content/site.yaml");
  expect(settings).toContain("\ncolorMode: system\n");
  expect(settings.split("\n")[0]).toBe(schemaLine.trim());
  const built = await runCli(["--strict"], { cwd: folder.path });
  expect(built.stdout).toMatch(/^✓ no warnings, 4 pages, 5 of 5 samples checked/);
});

test("the new site's contract marks its amount as money, so dollars in a sample are reported", async () => {
  await using folder = await temporaryFolder();
  await runCli(["init"], { cwd: folder.path });
  const page = await folder.read("content/pay-a-carrier.md");
  await folder.write({ "content/pay-a-carrier.md": page.replace('"amount": 240000', '"amount": 2400.00') });
  const { stderr } = await runCli(["check"], { cwd: folder.path });
  expect(stderr).toContain("`amount` is a whole number of cents, not 2400.00 (at /amount) — did you mean 240000?");
});

test("init with a folder name creates that folder and uses it in the printed commands", async () => {
  await using folder = await temporaryFolder({ "package.json": "{}" });
  const { code, stdout } = await runCli(["init", "sites/docs"], { cwd: folder.path });
  expect(code).toBe(0);
  expect(stdout).toContain("  cd sites/docs && npm install\n");
  expect(await folder.read("sites/docs/content/index.md")).toContain("title: Introduction");
});

test("init refuses to overwrite existing files: it names them and writes nothing", async () => {
  await using folder = await temporaryFolder({ "content/mine.md": "# Mine", "keep.txt": "" });
  const { code, stdout, stderr } = await runCli(["init"], { cwd: folder.path });
  expect([code, stdout]).toEqual([1, ""]);
  expect(stderr).toContain("content/ is already there");
  expect((await readdir(folder.path)).sort()).toEqual(["content", "keep.txt"]);
  expect(await readdir(`${folder.path}/content`)).toEqual(["mine.md"]);
});

test.each(["mine.md", "mine.md/below"])(
  "init into %s says that a file is in the way, and leaves it unchanged",
  async (path) => {
    await using folder = await temporaryFolder({ "mine.md": "# Mine" });
    const { code, stdout, stderr } = await runCli(["init", path], { cwd: folder.path });
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toContain(`${path} can't be written: a file is in the way — nothing was written`);
    expect(await folder.read("mine.md")).toBe("# Mine");
  },
);

test("init writes beside unrelated files and into empty folders", async () => {
  await using folder = await temporaryFolder({ "package.json": "{}", "content/x": "" });
  await folder.remove("content/x");
  expect((await runCli(["init", "--bare"], { cwd: folder.path })).code).toBe(0);
  expect((await readdir(folder.path)).sort()).toEqual(["content", "openapi", "package.json"]);
});

test("init writes the repository's files: scripts, the dependency, .gitignore and a workflow", async () => {
  await using folder = await temporaryFolder();
  const { code, stdout } = await runCli(["init", "docs"], { cwd: folder.path });
  expect(code).toBe(0);
  const { dependencies, scripts, ...rest } = JSON.parse(await folder.read("docs/package.json"));
  expect(rest).toEqual({ private: true });
  const dependency: string = await installedFrom(join(folder.path, "docs"));
  expect(dependencies).toEqual({ "docs-build": dependency });
  const readme = await folder.read("docs/README.md");
  expect(readme).toMatch(/^# Freight payments\n/);
  const isLocal = dependency.startsWith("file:");
  expect(readme.includes("put the address of a release")).toBe(isLocal);
  expect(stdout.includes("needs a docs-build that it can reach")).toBe(isLocal);
  expect([...readme.matchAll(/npm run (\w+)/g)].map(([, name]) => name)).toEqual(Object.keys(scripts));
  expect(await folder.read("docs/.gitignore")).toMatch(/^node_modules\/\ndist\/\n/);
  const { on, concurrency, jobs } = parse(await folder.read("docs/.github/workflows/docs.yml"));
  expect(Object.keys(on)).toEqual(["pull_request", "push"]);
  expect(concurrency["cancel-in-progress"]).toBe(true);
  expect(jobs.docs["timeout-minutes"]).toBe(15);
  expect(jobs.pages).toMatchObject({ if: "false && github.ref == 'refs/heads/main'", needs: "docs" });
  const steps: readonly Record<string, unknown>[] = jobs.docs.steps;
  expect(steps.flatMap((step) => step["run"] ?? step["uses"])).toEqual([
    ...["actions/checkout@v4", "actions/setup-node@v4", "npm ci", "actions/cache@v4"],
    ...["npm run build -- --report github", "actions/upload-artifact@v4"],
  ]);
});

test("init adds missing files to an existing repository and leaves the existing ones unchanged", async () => {
  const mine = { "README.md": "mine", ".gitignore": "mine", "package.json": "{}", ".github/workflows/ci.yml": "mine" };
  await using folder = await temporaryFolder({ ...mine, "outside/x": "" });
  const { code, stdout } = await runCli(["init"], { cwd: folder.path });
  expect(code).toBe(0);
  expect(stdout).toContain("  npx docs-build serve --watch ");
  for (const [name, text] of Object.entries(mine)) expect(await folder.read(name)).toBe(text);
  expect((await readdir(`${folder.path}/.github/workflows`)).sort()).toEqual(["ci.yml", "docs.yml"]);
});

test("init doesn't follow links out of the folder or overwrite a file where it needs a folder", async () => {
  await using folder = await temporaryFolder({ "outside/x": "", "one/.github": "a file", "two/x": "" });
  await symlink("../outside", join(folder.path, "two/.github"));
  await symlink("../outside/none", join(folder.path, "two/README.md"));
  for (const name of ["one", "two"]) expect((await runCli(["init", name], { cwd: folder.path })).code).toBe(0);
  expect(await folder.read("one/.github")).toBe("a file");
  expect(await readdir(join(folder.path, "outside"))).toEqual(["x"]);
  expect(await folder.read("two/package.json")).toContain("docs-build");
});

test("a site in a subfolder of a repository gets no workflow, because GitHub wouldn't run it", async () => {
  await using folder = await temporaryFolder({ ".git/HEAD": "", "whole/.git/HEAD": "" });
  for (const name of ["part", "whole"]) expect((await runCli(["init", name], { cwd: folder.path })).code).toBe(0);
  expect(await readdir(join(folder.path, "part"))).not.toContain(".github");
  expect(await readdir(join(folder.path, "whole"))).toContain(".github");
});

test("an imported site gets a repository too, with the site's title", async () => {
  await using folder = await temporaryFolder({
    "old/docusaurus.config.js": "export default { title: 'Freight [v2]' };",
    "old/docs/intro.md": "# Intro",
  });
  expect((await runCli(["init", "new", "--from", "old"], { cwd: folder.path })).code).toBe(0);
  expect(await folder.read("new/README.md")).toMatch(/^# Freight \\\[v2\\\]\n/);
  expect(await readdir(join(folder.path, "new"))).toContain("package.json");
});

test("init with a contract copies its files and writes a first-call guide that builds without findings", async () => {
  await using folder = await temporaryFolder({
    "spec/v1/api.yaml": contract.replace("./common", "../common"),
    "spec/common/answers.yaml": shared,
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
  const front = await folder.read("site/content/index.md");
  expect(front).toContain(
    "layout: home\n---\n\n::::hero[Rates\\: \\*quoted\\*]\n- [Your first call](./first-call.md)\n",
  );
  expect(front).toContain(":::cards\n- [Rates](op:get_rate)\n:::");
  expect(guide).toContain('API_BASE="https://rates.example.com/v2"\nexport API_');
});

test("the home page for a contract shows its first sentence and lets readers run a first read", async () => {
  await using folder = await temporaryFolder({
    "api.yaml": `openapi: 3.1.0
info: { title: Yard, version: "1", description: "Docks and *what* is hauled. More below." }
tags: [{ name: yard-docks, description: Where trucks load. They open at six. }]
paths:
  /docks/{id}: { get: { operationId: read, tags: [yard-docks], parameters: [{ name: id, in: path, required: true, schema: { type: string } }], responses: { "200": { description: D } } } }
  /docks: { get: { operationId: list, tags: [yard-docks], responses: { "200": { description: D, content: { application/json: { schema: { type: array, items: { type: string, enum: [A1] } } } } } } } }
`,
  });
  expect((await runCli(["init", "site", "--openapi", "api.yaml"], { cwd: folder.path })).code).toBe(0);
  expect(await folder.read("site/content/index.md")).toContain(`::::hero[Yard]
Docks and what is hauled.

- [Your first call](./first-call.md)
- [The API reference](/api/)

\`\`\`http op=list
GET /docks
\`\`\`

\`\`\`json op=list response=200
[
  "A1"
]
\`\`\`
::::

## What it has

:::cards
- [Yard docks](op:read) Where trucks load.
:::
`);
  expect((await runCli(["--root", "site", "--strict"], { cwd: folder.path })).code).toBe(0);
});

test("a contract without credentials and summaries gets a guide that needs no key and names calls by their ids", async () => {
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
  expect(guide).toContain("- [](op:get_rate): One rate\n- [](op:create_rate): Create rate\n");
});

test("init leaves a reference with a badly encoded name for the build to report", async () => {
  await using folder = await temporaryFolder({ "api.yaml": contract.replace("answers.yaml", "answers%FF.yaml") });
  const { code, stderr } = await runCli(["init", "site", "--openapi", "api.yaml"], { cwd: folder.path });
  expect([code, stderr]).toEqual([0, ""]);
  expect(await folder.read("site/openapi/api.yaml")).toContain("answers%FF.yaml");
});

test("init stores a contract from the web as pull does, with its address for later pulls", async () => {
  const text =
    '{"openapi":"3.1.0","info":{"title":"A","version":"1"},"paths":{"/x":{"get":{"responses":{"200":{"description":"d"}}}}}}';
  await using provider = await startProvider((_, response) => sendDocument(response, text));
  await using folder = await temporaryFolder({ "marked.json": `\uFEFF${text}` });
  expect((await runCli(["init", "site", "--openapi", "marked.json"], { cwd: folder.path })).code).toBe(0);
  const address = `${provider.origin}/schema?format=openapi`;
  const { code, stderr } = await runCli(["init", "--openapi", address], { cwd: folder.path });
  expect([code, stderr]).toEqual([0, ""]);
  expect(await folder.read("openapi/openapi.yaml")).toContain("\ninfo:\n  title: A\n");
  expect(await folder.read("content/site.yaml")).toContain(`url: ${JSON.stringify(address)}`);
  expect((await runCli(["pull", "--dry-run"], { cwd: folder.path })).code).toBe(0);
});

test.each([
  ["/v1/api.yaml", "api.yaml"],
  ["/v1/schema", "schema.yaml"],
])(
  "init with a contract from the web at %s fetches the files it names, from its own host only",
  async (address, name) => {
    await using stranger = await startProvider((_, response) => sendDocument(response, rate, "application/yaml"));
    const disguised = stranger.origin.replace("http://", "%2F%2F");
    await using provider = await startProvider(({ url }, response) => {
      const texts = new Map([
        [address, `${contract}x-more: [{ $ref: "${stranger.origin}/a.yaml" }, { $ref: "${disguised}/b.yaml" }]\n`],
        ["/v1/common/answers.yaml", shared],
        ["/v1/common/rate.yaml", rate],
      ]);
      sendDocument(response, texts.get(url) ?? "", "application/yaml");
    });
    await using folder = await temporaryFolder();
    const { code, stderr } = await runCli(["init", "--openapi", provider.origin + address], { cwd: folder.path });
    expect([code, stderr]).toEqual([0, ""]);
    expect(new Set(await readdir(`${folder.path}/openapi`))).toEqual(new Set([name, "common"]));
    expect(await folder.read("openapi/common/rate.yaml")).toBe(rate);
    expect(stranger.requests).toEqual([]);
    expect((await runCli(["--strict"], { cwd: folder.path })).code).toBe(0);
  },
);

test.each([
  ["no-such.yaml", /no-such\.yaml can't be read/],
  ["notes.txt", /isn't a document/],
  ["broken.yaml", /^error broken\.yaml:1/],
  ["http://127.0.0.1:1/api.yaml", /127\.0\.0\.1:1/],
])("a document that can't be fetched (%s) is reported, and nothing is written", async (source, message) => {
  await using folder = await temporaryFolder({ "broken.yaml": "{", "notes.txt": "hello" });
  const { code, stdout, stderr } = await runCli(["init", "site", "--openapi", source], { cwd: folder.path });
  expect([code, stdout]).toEqual([1, ""]);
  expect(stderr).toMatch(message);
  expect((await readdir(folder.path)).sort()).toEqual(["broken.yaml", "notes.txt"]);
});
