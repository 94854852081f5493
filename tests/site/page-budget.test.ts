import { describe, expect, test } from "vitest";

import { buildSite, format } from "../support/build-site.ts";
import { largeContract } from "../support/large-contract.ts";
import { heavyPagesOf, referencePagesOf, smallBudget } from "../support/page-sizes.ts";
import { wideContract } from "../support/wide-contract.ts";

/** Fields that hold each other, some by name and some in place, with words, limits, values and examples. */
function deepContract(): object {
  const leaf = { type: "string", description: "A *word* with `code`, “quotes” & more.", enum: ["one", "two", "three"] };
  const fields = (count: number): object => ({
    type: "object",
    properties: Object.fromEntries(Array.from({ length: count }, (_, index) => [`field_${index}`, leaf])),
  });
  const event = { type: "object", properties: { id: leaf, before: fields(60), after: fields(60), links: fields(8) } };
  const payload = { type: "object", properties: { id: { type: "integer" }, event } };
  const answer = { description: "Ok.", content: { "application/json": { schema: event } } };
  const body = { content: { "application/json": { schema: event } } };
  return {
    openapi: "3.1.0",
    info: { title: "Deep API", version: "1" },
    servers: [{ url: "https://api.example.com" }],
    paths: { "/deep": { post: { summary: "Deep", requestBody: body, responses: { "200": answer } } } },
    components: { schemas: { Payload: payload, Small: leaf } },
  };
}

describe("every page of a reference keeps to its budget", () => {
  test.each([
    ["whose operations have pages of their own", largeContract({ operations: 8 })],
    ["whose records are wide", wideContract({ operations: 12 })],
    ["of one operation and one schema that have no room", deepContract()],
  ])("of a contract %s", async (_name, document) => {
    const files = { "openapi/api.json": JSON.stringify(document), "content/index.md": "# Home" };
    const site = await buildSite(files, { budget: smallBudget });
    expect(format(site.diagnostics.filter(({ code }) => code.startsWith("link/")))).toBe("");
    expect(referencePagesOf(site).length).toBeGreaterThan(4);
    expect(heavyPagesOf(site, smallBudget)).toEqual([]);
  });
});
