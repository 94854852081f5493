import { expect, test } from "vitest";

import { buildSite, format } from "../support/build-site.ts";

/* `skill.md`, the first thing for integrators and their assistants to read: by the author or from the contract. */
const contract = `openapi: 3.1.0
info: { title: Loads API, version: "1" }
servers: [{ url: "https://api.example.com/v1" }]
security: [{ Token: [] }]
tags: [{ name: loads }]
components:
  securitySchemes: { Token: { type: http, scheme: bearer } }
  schemas: { Load: { type: object, properties: { weight: { type: integer } } } }
paths:
  /loads:
    get: { operationId: list_loads, tags: [loads], responses: { "200": { description: Loads. }, "401": { description: No. } } }
    post:
      operationId: create_load
      tags: [loads]
      requestBody: { content: { application/json: { schema: { $ref: "#/components/schemas/Load" } } } }
      responses: { "201": { description: A load. }, "401": { description: No. }, "409": { description: Known. } }
`;
const site = { "content/index.md": "# Home\n\n## Money\n", "openapi/api.yaml": contract };

test("an author's advice becomes skill.md at the head of the lists, with absolute addresses and without a page", async () => {
  const advice = `---
description: Read this first.
---

# Advice

Amounts are [cents](/#money). [](op:create_load) makes a load with its [](field:Load.weight).
`;
  const { read, paths, diagnostics } = await buildSite(
    { ...site, "content/_skill.md": advice },
    { siteUrl: "https://docs.example.com" },
  );
  expect(format(diagnostics)).toBe("");
  expect(read("skill.md")).toMatchInlineSnapshot(`
    "---
    title: "Advice"
    description: "Read this first."
    url: "https://docs.example.com/skill.md"
    ---

    # Advice

    Amounts are [cents](https://docs.example.com/#money). [POST \`/loads\`](https://docs.example.com/api/#post-loads) makes a load with its [\`weight\`](https://docs.example.com/api/#schema-load.weight).
    "
  `);
  expect(read("llms.txt")).toContain(
    "## Guides\n\n- [Advice](https://docs.example.com/skill.md): Read this first.\n- [Home]",
  );
  expect(read("llms-full.txt").startsWith(read("skill.md"))).toBe(true);
  const pages = paths.filter((path) => path.endsWith(".html") || path === "sitemap.xml" || path === "search.json");
  expect(paths.filter((path) => path.includes("skill"))).toEqual(["skill.md"]);
  for (const path of pages) expect([path, read(path).includes("skill")]).toEqual([path, false]);
});

test("links, anchors, names of the contract and samples in the advice are checked at their positions", async () => {
  const advice = `# Advice

[gone](/gone), [nowhere](/#mony), [](op:create_lod), [](field:Load.wait), [here](#advise).

\`\`\`http op=create_load
POST /loads
Content-Type: application/json

{ "weight": "heavy" }
\`\`\`

## Advice twice
`;
  const { diagnostics } = await buildSite({ ...site, "content/_skill.md": advice });
  expect(format(diagnostics)).toMatchInlineSnapshot(`
    "error content/_skill.md:3:1 link/broken
    error content/_skill.md:3:16 link/broken-anchor (try /#money)
    error content/_skill.md:3:35 contract/unknown-name (did you mean create_load?)
    error content/_skill.md:3:54 contract/unknown-name
    error content/_skill.md:3:75 link/broken-anchor
    error content/_skill.md:9:3 sample/invalid"
  `);
});

test("without an author's advice it's made from the contract", async () => {
  const { read } = await buildSite(site, { siteUrl: "https://docs.example.com" });
  expect(read("skill.md")).toMatchInlineSnapshot(`
    "---
    title: "Advice for integrators"
    description: "What to know before you call the API."
    url: "https://docs.example.com/skill.md"
    ---

    # Advice for integrators

    ## Loads API

    All of it is in its [overview](https://docs.example.com/api.md). Each operation has a page with its fields, samples and responses: read it before you write the call.

    ### Where to call, and as whom

    Base URL: the host you were given, then \`/v1\`; samples read it from \`$API_BASE\`. \`api.example.com\` is a placeholder.

    Authentication: \`Token\`, sent as \`Authorization: Bearer $API_AUTH\`.

    ### Operations

    - Loads: [\`GET /loads\`](https://docs.example.com/api/get-loads.md), [\`POST /loads\`](https://docs.example.com/api/post-loads.md)

    ### Errors

    - \`401\`: 2 of 2 operations
    - \`409\`: 1 of 2 operations

    ### Send each POST once

    The contract names no idempotency key: a POST that is sent twice can make two records. Look for the record before you create it, and again before you repeat a POST that had no clear response.
    "
  `);
  expect(read("llms.txt")).toContain("- [Advice for integrators](https://docs.example.com/skill.md): ");
});

test("it names the fields of error bodies and where to get tokens", async () => {
  const more = contract
    .replace('"409": { description: Known. }', '"409": { $ref: "#/components/responses/Conflict" }')
    .replace(
      "components:\n",
      `components:
  responses:
    Conflict:
      description: Known.
      content: { application/problem+json: { schema: { $ref: "#/components/schemas/Problem" } } }
`,
    )
    .replace(
      "  schemas: { ",
      `    OAuth: { type: oauth2, flows: { clientCredentials: { tokenUrl: "https://api.example.com/token", scopes: {} } } }
  schemas: { Problem: { type: object, properties: { title: { type: string }, detail: { type: string } } }, `,
    )
    .replace(
      "securitySchemes: { Token: { type: http, scheme: bearer } }",
      "securitySchemes:\n    Token: { type: http, scheme: bearer }",
    );
  const { read, diagnostics } = await buildSite({ ...site, "openapi/api.yaml": more });
  expect(format(diagnostics)).toBe("");
  expect(read("skill.md")).toContain(
    "- `401`: 2 of 2 operations\n- `409`: 1 of 2 operations, with `Problem` as `application/problem+json` (`title`, `detail`)",
  );
  expect(read("skill.md")).toContain("\n- `OAuth`: a token from `https://api.example.com/token`\n");
});

test("it names the header that marks a repeated request", async () => {
  const keyed = contract.replace(
    "      requestBody",
    "      parameters: [{ name: Idempotency-Key, in: header, schema: { type: string } }]\n      requestBody",
  );
  const { read } = await buildSite({ ...site, "openapi/api.yaml": keyed });
  expect(read("skill.md")).toContain(
    "Send `Idempotency-Key` with a new value for each new request, and the same value when you send the same request again: by it a server can tell the two apart. 1 of 2 operations take it, such as [`POST /loads`](/api/post-loads.md).",
  );
});

test("a site without a contract has none, and an author's page or file at its address stays", async () => {
  const without = await buildSite({ "content/index.md": "# Home" });
  expect(without.paths).not.toContain("skill.md");
  const page = await buildSite({ ...site, "content/skill.md": "# Skills of drivers" });
  expect(page.read("skill.md")).toContain("# Skills of drivers");
  expect(page.read("llms.txt").match(/skill\.md/g)).toHaveLength(1);
  const file = await buildSite({ ...site, "content/static/skill.md": "mine" });
  expect(file.read("skill.md")).toBe("mine");
});
