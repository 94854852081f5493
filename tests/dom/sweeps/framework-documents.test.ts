import { basename } from "node:path";

import { expect, test } from "vitest";

import type { Operation } from "#shared/contract/operation.ts";
import { groupBy } from "#shared/group-by.ts";

import { frameworkContracts } from "../../support/contract-files.ts";
import { firstSends } from "../first-sends.ts";

test.each(frameworkContracts.map((path) => [basename(path), path] as const))(
  "of %s, three forms for each method and kind of body open, and what they start with is answered as documented",
  async (_, path) => {
    expect(await firstSends(path, threeOfAKind)).toEqual([]);
  },
);

function threeOfAKind(operations: readonly Operation[]): readonly Operation[] {
  const kindOf = ({ method, requestBody }: Operation): string => `${method} ${requestBody?.content[0]?.type ?? ""}`;
  return [...groupBy(operations, kindOf).values()].flatMap((alike) => alike.slice(0, 3));
}
