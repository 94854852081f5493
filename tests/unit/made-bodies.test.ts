import { readdirSync } from "node:fs";

import { expect, test } from "vitest";

import { judgeDocument } from "../support/judge-bodies.ts";
import "../support/reuse-validators.ts";

const folder = new URL("../contracts/frameworks/", import.meta.url).pathname;

/** How many bodies of a document join closed objects by `allOf`, each of which forbids what the others have. */
const contradictory: Readonly<Record<string, number>> = { "tsoa.json": 1, "nswag.json": 24 };

/* What the tools of real providers write. The documents of npm packages are in the slow layer. */
test.each(readdirSync(folder))("%s: its own schemas accept the bodies that we make of them", async (name) => {
  const judged = (await judgeDocument(folder + name)) ?? [];
  expect(judged.length).toBeGreaterThan(10);
  const refused = judged.filter(({ fault }) => fault !== null);
  // In an alternative, null is all that is left.
  expect(refused.filter(({ fault }) => !/False boolean schema|Expected "null"/.test(fault ?? ""))).toEqual([]);
  expect(refused).toHaveLength(contradictory[name] ?? 0);
});
