import { basename } from "node:path";

import { expect, test } from "vitest";

import type { Operation } from "#shared/contract/operation.ts";
import { groupBy } from "#shared/group-by.ts";

import { frameworkContracts } from "../support/contract-files.ts";
import { firstSends } from "./first-sends.ts";

/* The documents of web frameworks in the explorer; slow/framework-documents opens the forms of all their operations. */

test.each(frameworkContracts.map((path) => [basename(path), path] as const))(
  "of %s, a form for each kind of body opens, and what it starts with is answered as documented",
  async (_, path) => {
    expect(await firstSends(path, oneOfAKind)).toEqual([]);
  },
);

/** The first operation for each media type of a body, and the first without one. */
function oneOfAKind(operations: readonly Operation[]): readonly Operation[] {
  const kindOf = ({ requestBody }: Operation): string => requestBody?.content[0]?.type ?? "";
  return [...groupBy(operations, kindOf).values()].flatMap(([first]) => first ?? []);
}
