import { basename } from "node:path";

import { expect, test } from "vitest";

import type { Operation } from "#shared/contract/operation.ts";
import { groupBy } from "#shared/group-by.ts";

import { documentAt, frameworkContracts } from "../../support/contract-files.ts";
import { shippedTexts } from "../../support/read-contract-text.ts";
import { firstSends } from "../first-sends.ts";

test.each(frameworkContracts.map((path) => [basename(path), path] as const))(
  "of %s, two forms for each method and kind of body open, and what they start with is answered as documented",
  async (_, path) => {
    expect(await firstSends(documentAt(path), twoOfAKind)).toEqual([]);
  },
);

test("every form of the shipped site opens, and what it starts with is answered as documented", async () => {
  const [document, sandbox] = shippedTexts;
  const files = { "openapi/v1.1.yaml": document, "openapi/sandbox.yaml": sandbox };
  const settings = { "content/site.yaml": "sandbox: openapi/sandbox.yaml\n" };
  expect(await firstSends({ ...settings, ...files }, (operations) => operations)).toEqual([]);
});

function twoOfAKind(operations: readonly Operation[]): readonly Operation[] {
  const kindOf = ({ method, requestBody }: Operation): string => `${method} ${requestBody?.content[0]?.type ?? ""}`;
  return [...groupBy(operations, kindOf).values()].flatMap((alike) => alike.slice(0, 2));
}
