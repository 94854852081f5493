import { expect, test } from "vitest";

import { skillMarkdown } from "#render/markdown/skill-markdown.ts";

import { largeContract } from "../support/large-contract.ts";
import { readContractText } from "../support/read-contract-text.ts";

test("advice from a large contract stays a page: tags with their counts, and the overview for the rest", async () => {
  const contract = await readContractText(JSON.stringify(largeContract({ operations: 840 })));
  const api = { name: "Large API", contract, servers: [], overview: "/api.md", addressOf: () => "/api/one.md" };
  const text = skillMarkdown([api]);
  expect(text).toContain("\n- area 40: 20 operations\n- 2 more, in the [overview](/api.md)\n");
  expect(text.length).toBeLessThan(4_000);
});
