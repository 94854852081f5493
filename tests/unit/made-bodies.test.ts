import { readdirSync } from "node:fs";

import { expect, test } from "vitest";

import { judgeDocument } from "../support/judge-bodies.ts";
import "../support/reuse-validators.ts";

const folder = new URL("../contracts/frameworks/", import.meta.url).pathname;

/** Joins two closed objects by `allOf`, which no value meets. */
const contradictory = ["PUT /v1/drivers/{id}/position request"];

/* What the tools of real providers write. The documents of npm packages are in the slow layer. */
test.each(readdirSync(folder))("%s: its own schemas accept the bodies that we make of them", async (name) => {
  const judged = (await judgeDocument(folder + name)) ?? [];
  expect(judged.length).toBeGreaterThan(10);
  const refused = judged.filter(({ fault }) => fault !== null).map(({ place }) => place);
  expect(refused).toEqual(name === "tsoa.json" ? contradictory : []);
});
