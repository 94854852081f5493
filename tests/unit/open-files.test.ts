import { pathToFileURL } from "node:url";

import { expect, test } from "vitest";

import { OpenFiles } from "#lsp/open-files.ts";

test("what an editor says of a file without its text changes nothing", () => {
  const files = new OpenFiles("/site");
  const uri = pathToFileURL("/site/content/index.md").href;
  expect(files.set(uri, "# Start")).toBe(true);
  for (const text of [undefined, null, 7]) expect(files.set(uri, text)).toBe(false);
  expect([...files.texts]).toEqual([["content/index.md", "# Start"]]);
});
