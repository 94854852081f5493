import { expect, test } from "vitest";

import { contractDifferences } from "../support/edited-contract.ts";
import { createFresh, differencesOf } from "../support/watched-site.ts";

const fresh = createFresh();

test.each([1, 2])(
  "pages and files that claim each other's addresses are served as a fresh build has them, act after act (seed %i)",
  async (seed) => expect(await differencesOf(seed, 60, fresh)).toEqual([]),
);

test.each([1, 2])(
  "after each edit of a contract an open page, and then everything, is as a fresh build has it (seed %i)",
  async (seed) => expect(await contractDifferences(seed, 25)).toEqual([]),
);
