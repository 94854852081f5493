import { basename } from "node:path";

import { expect, test } from "vitest";

import { frameworkContracts } from "../../support/contract-files.ts";
import { firstSends } from "../first-sends.ts";

/** What documents contradict themselves in, word by word: a line goes when its finding does. */
const known: Readonly<Record<string, readonly string[]>> = {
  // It joins two closed objects, each of which forbids what the other one has.
  "tsoa.json": [
    "SetPosition: Not sent. 3 things aren't as documented: No field at is allowed here. Did you mean lat? No field lat is allowed here. Did you mean at? No field lng is allowed here. Send anyway",
  ],
};

test.each(frameworkContracts.map((path) => [basename(path), path] as const))(
  "every form of %s opens, and what it starts with is answered as documented",
  async (name, path) => {
    expect(await firstSends(path, (operations) => operations)).toEqual(known[name] ?? []);
  },
);
