import { basename } from "node:path";

import { expect, test } from "vitest";

import type { Operation } from "#shared/contract/operation.ts";
import { groupBy } from "#shared/group-by.ts";

import { documentAt, frameworkContracts } from "../support/contract-files.ts";
import { firstSends } from "./first-sends.ts";

/*
 * A document of a web framework for each version of OpenAPI, and the one with the most kinds of bodies. `dom/sweeps` opens
 * two forms of each method and kind in all documents.
 */
const documents = new Set(["drf-yasg", "springdoc", "fastapi"]);

test.each(
  frameworkContracts
    .map((path) => [basename(path), path] as const)
    .filter(([name]) => documents.has(name.replace(/\.\w+$/, ""))),
)("of %s, a form for each kind of body opens, and what it starts with is answered as documented", async (_, path) => {
  expect(await firstSends(documentAt(path), oneOfAKind)).toEqual([]);
});

/** The first operation for each media type of a body, and the first without one. */
function oneOfAKind(operations: readonly Operation[]): readonly Operation[] {
  const kindOf = ({ requestBody }: Operation): string => requestBody?.content[0]?.type ?? "";
  return [...groupBy(operations, kindOf).values()].flatMap(([first]) => first ?? []);
}
