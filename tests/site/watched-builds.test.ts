import { expect, test } from "vitest";

import { contractDifferences } from "../support/edited-contract.ts";
import { createFresh, differencesOf } from "../support/watched-site.ts";

/* One seed of each: it finds early what the others do. The slow layer plays twelve more, and for longer. */

test("pages and files that claim each other's addresses are served as a fresh build has them, act after act", async () =>
  expect(await differencesOf(2, 30, createFresh())).toEqual([]));

test("after each edit of a contract an open page, and then everything, is as a fresh build has it", async () =>
  expect(await contractDifferences(2, 12)).toEqual([]));
