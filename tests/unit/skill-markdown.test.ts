import { expect, test } from "vitest";

import { skillMarkdown } from "#render/markdown/skill-markdown.ts";

import { readContractText } from "../support/read-contract-text.ts";

test("the skill for a large contract stays short: tags with counts, and the overview for the rest", async () => {
  const areas = Array.from({ length: 42 }, (_, index) => `area ${index + 1}`);
  const get = (area: string) => ({ operationId: area, tags: [area], responses: { 200: { description: "Ok." } } });
  const paths = Object.fromEntries(areas.map((area, index) => [`/areas/${index}`, { get: get(area) }]));
  const document = { openapi: "3.1.0", info: { title: "Large API", version: "1" }, paths };
  const contract = await readContractText(JSON.stringify(document));
  const api = { name: "Large API", contract, servers: [], overview: "/api.md", addressOf: () => "/api/one.md" };
  const text = skillMarkdown([api]);
  expect(text).toContain("\n- area 40: 1 operation\n- 2 more, in the [overview](/api.md)\n");
  expect(text.length).toBeLessThan(4_000);
});
