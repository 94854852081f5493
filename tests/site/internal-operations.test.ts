import { expect, test } from "vitest";

import { buildSite, format } from "../support/build-site.ts";

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

test("what is internal is in no file: not in downloads, links, schemes, nor in the sandbox's data", async () => {
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
  // An heir is a shape of what is public, also where only something internal names it.
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

test("where several APIs are searched, a name that one of them keeps for itself is no unknown one", async () => {
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
