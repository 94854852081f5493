import { readdirSync } from "node:fs";

import { expect, test } from "vitest";

import { judgeDocument } from "../support/judge-bodies.ts";
import "../support/reuse-validators.ts";

const folder = new URL("../contracts/frameworks/", import.meta.url).pathname;

/* What the tools of real providers write. The documents of npm packages are in the slow layer. */
test.each(readdirSync(folder))("%s: its own schemas accept the bodies that we make of them", async (name) => {
  const judged = (await judgeDocument(folder + name)) ?? [];
  expect(judged.length).toBeGreaterThan(10);
  expect(judged.filter(({ fault }) => fault !== null)).toEqual([]);
});
