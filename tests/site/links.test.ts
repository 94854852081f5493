import { expect, test } from "vitest";

import { buildSite, format } from "../support/build-site.ts";

test("a link to a missing page fails the build and names the nearest one", async () => {
  const { diagnostics } = await buildSite({
    "content/start.md": "See [auth](/auth).",
    "content/authentication.md": "# Authentication",
  });
  expect(format(diagnostics)).toMatchInlineSnapshot(
    `"error content/start.md:1:5 link/broken (try /authentication)"`,
  );
});
