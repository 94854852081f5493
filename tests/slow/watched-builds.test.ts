import { expect, test } from "vitest";

import { contractDifferences } from "../support/edited-contract.ts";
import { createFresh, differencesOf } from "../support/watched-site.ts";

const fresh = createFresh();

test.each(Array.from({ length: 5 }, (_, index) => 100 + index))(
  "pages and files that compete for addresses are served as in a fresh build, after every edit (seed %i)",
  async (seed) => expect(await differencesOf(seed, 40, fresh)).toEqual([]),
  60_000,
);

test.each(Array.from({ length: 2 }, (_, index) => 100 + index))(
  "after each edit of a contract, first the open page and then all pages match a fresh build (seed %i)",
  async (seed) => expect(await contractDifferences(seed, 40)).toEqual([]),
  120_000,
);
