import { readdirSync } from "node:fs";
import { relative } from "node:path";

import { expect, test } from "vitest";

import { checkDocument } from "../support/check-bodies.ts";
import { listDocuments } from "../support/real-documents.ts";

/** The number of refused bodies by document, and why. */
const exceptions: readonly (readonly [path: RegExp, count: number, reason: string])[] = [
  [/circular-request-bodies/, 2, "a ring of members that must be there"],
  [/complex-nesting/, 4, "alternatives that are the same schema"],
  [/discriminators/, 2, "open objects that fit several alternatives, or a discriminator within one of them"],
  [/polymorphism/, 6, "open objects that fit several alternatives, or a discriminator within one of them"],
  [/readme-legacy/, 24, "alternatives that differ in their defaults only"],
  [/schema-additional-properties/, 1, "a part of `allOf` that forbids the members of another"],
  [/schema-deprecated/, 2, "open objects that fit several alternatives"],
  [/schema-types/, 3, "`allOf` of a text and a number"],
];

test("98 % of the example bodies generated for a real document match its own schemas", async () => {
  const paths = listDocuments(["@readme/oas-examples", "@scalar/galaxy", "@figma/rest-api-spec"]);
  const findings: string[] = [];
  for (const path of paths) {
    const checked = (await checkDocument(path)) ?? [];
    const refused = checked.filter(({ fault }) => fault !== null);
    const [, known = 0] = exceptions.find(([one]) => one.test(path)) ?? [];
    if (known === 0 ? refused.length <= 0.02 * checked.length : refused.length === known) continue;
    findings.push(`${relative(process.cwd(), path)}: ${refused.length} of ${checked.length}`);
    findings.push(...refused.map(({ label, fault }) => `  ${label}: ${fault}`));
  }
  expect(findings).toEqual([]);
}, 300_000);

const folder = new URL("../contracts/frameworks/", import.meta.url).pathname;

/** How many bodies of a document join closed objects by `allOf`, each of which forbids what the others have. */
const contradictory: Readonly<Record<string, number>> = { "tsoa.json": 1, "nswag.json": 24 };

/* Documents from the tools of real providers. */
test.each(readdirSync(folder))("%s: the generated example bodies match its own schemas", async (name) => {
  const checked = (await checkDocument(folder + name)) ?? [];
  expect(checked.length).toBeGreaterThan(10);
  const refused = checked.filter(({ fault }) => fault !== null);
  // In an alternative, only null remains.
  expect(refused.filter(({ fault }) => !/False boolean schema|Expected "null"/.test(fault ?? ""))).toEqual([]);
  expect(refused).toHaveLength(contradictory[name] ?? 0);
});
