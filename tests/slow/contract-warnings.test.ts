import { afterAll, beforeAll, expect, test } from "vitest";

import { runCli } from "../support/run-cli.ts";
import { temporaryFolder, type TemporaryFolder } from "../support/temporary-folder.ts";

/** A document as a program writes it: 120 operations whose examples their schemas refuse, and an answer they share. */
function providersDocument(): string {
  const example = (name: string) => ({ schema: { type: "object", required: [name] }, example: {} });
  const toPath = (index: number) => {
    const media = { "application/json": example(`field${index}`) };
    const responses = { 200: { description: "Done", content: media }, 400: { $ref: "#/components/responses/Refused" } };
    return [
      `/loads${index}`,
      { get: { summary: `Load ${index}`, description: `<odd${index} wide>`, responses } },
    ] as const;
  };
  return JSON.stringify(
    {
      openapi: "3.1.0",
      info: { title: "API", version: "1" },
      paths: Object.fromEntries(Array.from({ length: 120 }, (_, index) => toPath(index))),
      components: {
        responses: { Refused: { description: "Refused", content: { "application/json": example("reason") } } },
      },
    },
    null,
    2,
  );
}

const site = {
  "content/index.md": "# Home\n\n[gone](/gone)",
  "content/site.yaml": "severities: { link/broken: warning }",
  "openapi/api.json": providersDocument(),
};

let folder: TemporaryFolder;

beforeAll(async () => {
  folder = await temporaryFolder(site);
});

afterAll(async () => folder[Symbol.asyncDispose]());

/** The findings are made once, and taken from the cache for each way to tell them. */
const check = async (...words: readonly string[]) =>
  runCli(["check", "--cache", "cache", ...words], { cwd: folder.path });

test("of a provider's document with hundreds of faults a screen is printed, and the writer's own fault whole", async () => {
  const { code, stdout, stderr } = await check();
  expect(code).toBe(0);
  expect(stdout).toMatch(/^✓ 242 warnings, /);
  expect(stderr).toMatchInlineSnapshot(`
    "warning content/index.md:3:1 there is no page or file \`/gone\` link/broken
      3 | [gone](/gone)
        | ^

    warning openapi/api.json 120 pieces of HTML that are left out, in 120 operations content/html-removed
      first: openapi/api.json:11:24 (GET /loads0) the element <odd0> is left out

    warning openapi/api.json 121 examples and defaults that their schemas refuse, in 120 operations and 1 component contract/example
      first: openapi/api.json:23:28 (GET /loads0) \`field0\` is missing

    … the contract's warnings are summed up: --all prints each, \`content/html-removed: off\` under severities: in content/site.yaml silences a code
    "
  `);
});

test("--all prints each of them, --report json has each with its operation and the key of its cause", async () => {
  const all = await check("--all");
  expect(all.stderr.match(/^warning /gm)).toHaveLength(242);
  const { stdout } = await check("--report", "json");
  const report = JSON.parse(stdout);
  expect(report).toMatchObject({ version: 1, summary: { warnings: 242 } });
  const examples = report.diagnostics.filter(({ code }: { readonly code: string }) => code === "contract/example");
  expect(examples).toHaveLength(121);
  expect(examples[1]).toMatchObject({
    message: "`field1` is missing",
    part: "GET /loads1",
    group: expect.stringMatching(/^[0-9a-f]{12}$/),
  });
  expect(examples.at(-1)).toMatchObject({ part: "#/components/responses/Refused" });
});

test("a severity of error makes them the writer's: each is told, and ends with 1", async () => {
  await using strict = await temporaryFolder({
    ...site,
    "content/site.yaml": "severities: { contract/example: error }",
  });
  const { code, stderr } = await runCli(["check"], { cwd: strict.path });
  expect(code).toBe(1);
  expect(stderr.match(/^error openapi\/api\.json:\d+:\d+ `field\d+` is missing/gm)?.length).toBeGreaterThan(40);
  expect(stderr).toContain("… and 73 more (--all prints them)");
});

test("annotations are few: the writer's fault and a line for each cause in the contract", async () => {
  const { stdout } = await check("--report", "github");
  expect(stdout.match(/^::\w+ /gm)).toHaveLength(3);
  const { stdout: all } = await check("--report", "github", "--all");
  expect(all.match(/^::\w+ /gm)).toHaveLength(242);
});
