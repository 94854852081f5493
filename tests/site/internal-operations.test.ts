import { expect, test } from "vitest";

import { SiteReader } from "#mcp/site/site-reader.ts";

import { buildFiles, buildSite, format } from "../support/build-site.ts";
import { openAssistant } from "../support/mcp-client.ts";

const trees = `openapi: 3.1.0
info: { title: Trees, version: "1" }
servers: [{ url: https://api.example.com }]
tags: [{ name: trees }]
paths:
  /trees:
    get:
      operationId: listTrees
      responses:
        "200":
          description: Trees.
          content: { application/json: { schema: { $ref: "#/components/schemas/Tree" } } }
          links:
            fell: { operationId: fellTree, parameters: { id: $response.body#/id } }
            sharpen: { operationRef: "#/paths/~1axes/post" }
            other: { $ref: "#/components/links/Axe" }
            again: { operationId: listTrees }
    delete:
      operationId: fellTree
      x-internal: true
      security: [{ Forester: [] }]
      responses: { "204": { description: Felled. } }
  /axes:
    x-internal: true
    post:
      requestBody: { content: { application/json: { schema: { $ref: "#/components/schemas/Axe" } } } }
      responses: { "200": { description: Ok., content: { application/json: { schema: { $ref: "#/components/schemas/Oak" } } } } }
components:
  links: { Axe: { operationRef: "#/paths/~1axes/post" } }
  securitySchemes: { Forester: { type: apiKey, in: header, name: X-Forester } }
  schemas:
    Axe: { type: object, properties: { edge: { type: string } } }
    Tree:
      type: object
      required: [kind]
      properties: { kind: { type: string } }
      discriminator: { propertyName: kind, mapping: { oak: "#/components/schemas/Oak" } }
    Oak: { allOf: [{ $ref: "#/components/schemas/Tree" }, { type: object, properties: { acorns: { type: integer } } }] }
`;

const files = { "content/site.yaml": "title: Docs\n", "content/index.md": "# Home\n", "openapi/api.yaml": trees };

test("internal operations are in no published file: downloads, links, schemes or sandbox data", async () => {
  const site = await buildSite({
    ...files,
    "content/site.yaml": "title: Docs\nsandbox: openapi/sandbox.yaml\n",
    "openapi/sandbox.yaml": "fellTree: { records: [] }\nlistTrees: { lookup: /axes }\n",
  });
  expect(format(site.diagnostics)).toBe("warning openapi/api.yaml:19:7 contract/unsupported");
  const secrets = ["fellTree", "axes", "Axe", "X-Forester"];
  const leaks = site.paths.flatMap((path) =>
    secrets.filter((word) => site.read(path).includes(word)).map((word) => `${path}: ${word}`),
  );
  expect(leaks).toEqual([]);
  const page = site.read("api/index.html");
  expect(page).toContain("Then: ");
  // A subtype of a public schema is public too, even if only internal operations name it.
  expect(page).toContain("acorns");
});

test.each([
  ["[x](op:fellTree)", "fellTree"],
  ["[x](op:post-axes)", "post-axes"],
  ["```http op=fellTree\nDELETE /trees\n```", "fellTree"],
  ["```json op=post-axes request\n{}\n```", "post-axes"],
  ["```json schema=Axe\n{}\n```", "Axe"],
  ["[x](schema:Axe) [y](schema:Oak)", "Axe"],
  ["[x](field:Axe.edge)", "Axe"],
  ["::fields{schema=Axe}", "Axe"],
])("%s: the finding says that it is internal", async (text, name) => {
  const site = await buildSite({ ...files, "content/guide.md": `# Guide\n\n${text}\n` });
  const found = site.diagnostics.filter(({ position }) => position?.file === "content/guide.md");
  expect(found.map(({ code, message }) => `${code} ${message}`)).toEqual([
    `contract/unknown-name \`${name}\` is internal (\`x-internal\` in the contract), and is published nowhere`,
  ]);
});

test("with several APIs, the finding about an internal name says that it's internal", async () => {
  const site = await buildSite({
    ...files,
    "content/site.yaml":
      "title: Docs\ncontracts:\n" +
      "  - { id: v1, api: Trees, document: openapi/api.yaml, route: /trees/ }\n" +
      "  - { id: v1, api: Ponds, document: openapi/ponds.yaml, route: /ponds/ }\n",
    "openapi/ponds.yaml":
      'openapi: 3.1.0\ninfo: { title: Ponds, version: "1" }\nservers: [{ url: https://api.example.com }]\n' +
      'paths: { /ponds: { get: { operationId: listPonds, responses: { "204": { description: None. } } } } }\n',
    "content/index.md": "# Home\n\n[x](op:fellTree)\n",
  });
  expect(site.diagnostics.map(({ message }) => message)).toContain(
    "`fellTree` is internal (`x-internal` in the contract), and is published nowhere",
  );
});

test("assistants see internal operations in a local folder, marked as such, and never on the published site", async () => {
  const built = await buildFiles(files);
  const published = new Map(built.files.map(({ path, content }) => [path, Buffer.from(content).toString()]));
  const sources = { file: "openapi/api.yaml", files: new Map([["openapi/api.yaml", trees]]) };
  const site = new SiteReader({
    begin: async () => undefined,
    read: async (path) => published.get(path) ?? null,
    sourcesOf: async () => sources,
  });
  const inFolder = await openAssistant(built, { site });
  const { operations } = await inFolder.call("list_operations");
  expect(operations).toEqual([
    expect.objectContaining({ id: "listTrees" }),
    expect.objectContaining({ id: "fellTree", internal: true }),
    expect.objectContaining({ id: "post-axes", internal: true }),
  ]);
  const read = await inFolder.call("get_operation", { operation: "post-axes" });
  expect(read).toMatchObject({ internal: true, operation: "POST /axes" });
  expect(read["text"]).toContain("it's published nowhere");
  expect(read["text"]).toContain('"edge"');
  expect(read["address"]).toBeUndefined();
  expect(await inFolder.call("try_request", { method: "DELETE", path: "/trees" })).toMatchObject({ status: 204 });

  const outside = await openAssistant(built);
  expect((await outside.call("list_operations"))["operations"]).toHaveLength(1);
  expect(await outside.refusal("get_operation", { operation: "fellTree" })).toContain("There is no operation");
});
