import { expect, test } from "vitest";

import { createFresh, differencesOf } from "../support/watched-site.ts";

const fresh = createFresh();

test.each(Array.from({ length: 8 }, (_, index) => 100 + index))(
  "pages and files that claim each other's addresses are served as a fresh build has them, act after act (seed %i)",
  async (seed) => expect(await differencesOf(seed, 60, fresh)).toEqual([]),
  60_000,
);
