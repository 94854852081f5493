import { expect, test } from "vitest";

import { contractDifferences } from "../support/edited-contract.ts";
import { createFresh, differencesOf } from "../support/watched-site.ts";

const fresh = createFresh();

test.each(Array.from({ length: 5 }, (_, index) => 100 + index))(
  "pages and files that claim each other's addresses are served as a fresh build has them, act after act (seed %i)",
  async (seed) => expect(await differencesOf(seed, 40, fresh)).toEqual([]),
  60_000,
);

test.each(Array.from({ length: 2 }, (_, index) => 100 + index))(
  "after each edit of a contract an open page, and then everything, is as a fresh build has it (seed %i)",
  async (seed) => expect(await contractDifferences(seed, 40)).toEqual([]),
  120_000,
);
