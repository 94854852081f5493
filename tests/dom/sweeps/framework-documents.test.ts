import { basename } from "node:path";

import { expect, test } from "vitest";

import { frameworkContracts } from "../../support/contract-files.ts";
import { firstSends } from "../first-sends.ts";

test.each(frameworkContracts.map((path) => [basename(path), path] as const))(
  "every form of %s opens, and what it starts with is answered as documented",
  async (_, path) => {
    expect(await firstSends(path, (operations) => operations)).toEqual([]);
  },
);
