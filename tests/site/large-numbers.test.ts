import { expect, test } from "vitest";

import { buildSite, format } from "../support/build-site.ts";
import { answers, ref, takes } from "../support/contract-paths.ts";

const exact = "9223372036854775807";

const contract = `openapi: 3.1.0
info: { title: API, version: "1" }
servers: [{ url: /v1 }]
paths:
  /ids/:
    post:
      operationId: ids_create
      parameters: [{ name: after, in: query, schema: { type: integer, default: ${exact} }, example: ${exact} }]
      ${takes(ref("Id"))}
      ${answers(ref("Id"))}
components:
  schemas:
    Id:
      type: object
      properties:
        id: { type: integer, minimum: -${exact}, maximum: ${exact}, default: ${exact}, example: ${exact} }
        kind: { enum: [1, ${exact}], x-enum-descriptions: { "${exact}": The last one. } }
        fixed: { const: ${exact} }
`;

const page = `---
title: Ids
---

::fields{schema=Id columns="type description"}

\`\`\`json schema=Id
{ "id": ${exact}, "kind": ${exact}, "fixed": ${exact} }
\`\`\`

\`\`\`http op=ids_create
POST /ids/?after=${exact}

{ "id": ${exact} }
\`\`\`
`;

test("integers beyond 2^53 keep all digits wherever they are shown", async () => {
  const site = await buildSite({ "openapi/api.yaml": contract, "content/index.md": page });
  expect(format(site.diagnostics)).toBe("");
  const reference = site.read("api/index.html");
  expect(reference).toContain(`-${exact} to ${exact}`);
  const shown = [reference, site.read("index.html"), site.read("api/openapi.json")];
  const data = site.paths.filter((path) => path.startsWith("assets/try/")).map((path) => site.read(path));
  for (const text of [...shown, ...data]) {
    expect(text).toContain(exact);
    expect(text).not.toMatch(/9223372036854775808|9223372036854776000/);
  }
});

test("a JSON document keeps them when it's converted to YAML", async () => {
  const json = `{"openapi": "3.1.0", "info": {"title": "API", "version": "1"}, "paths": {},
    "components": {"schemas": {"Id": {"type": "integer", "maximum": ${exact}, "example": ${exact}}}}}`;
  const site = await buildSite({ "openapi/api.json": json, "content/index.md": "# Home" });
  expect(site.read("api/openapi.yaml")).toContain(`maximum: ${exact}`);
  expect(site.read("api/openapi.json")).toBe(json);
});
