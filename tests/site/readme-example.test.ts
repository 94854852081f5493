import { readFile } from "node:fs/promises";
import { join } from "node:path";

import { expect, test } from "vitest";
import { parse, stringify } from "yaml";

import { packageRoot } from "#package.ts";

import { buildSite, format } from "../support/build-site.ts";

const read = async (name: string): Promise<string> => readFile(join(packageRoot, name), "utf8");

test("the README's page and settings match this repository's contract and the settings' schema", async () => {
  const readme = await read("README.md");
  const [, page = ""] = /^````md\n([^]*?)^````$/m.exec(readme) ?? [];
  const [, settings = ""] = /^```yaml\n([^]*?)^```$/m.exec(readme) ?? [];
  const { diagnostics } = await buildSite({
    "content/index.md": page,
    "content/broker-api.md": "# Brokers",
    "content/webhooks.md": "# Webhooks",
    "content/site.yaml": settings,
    "openapi/v1.1.yaml": only(await read("openapi/v1.1.yaml"), page),
  });
  expect(page).toContain("op=loads_create");
  expect(settings).toContain("sidebar:");
  // The contract's texts link pages that aren't here.
  expect(format(diagnostics.filter(({ position }) => position?.file.startsWith("content/")))).toBe("");
});

/** The contract with the operations that a page names; the others don't matter for it. */
function only(text: string, page: string): string {
  const contract = parse(text);
  const names = page.match(/(?<=\bop[=:])\w+/g) ?? [];
  const isNamed = (item: unknown): boolean => names.some((name) => JSON.stringify(item).includes(`"${name}"`));
  const paths = Object.entries(contract.paths).filter(([, item]) => isNamed(item));
  return stringify({ ...contract, paths: Object.fromEntries(paths) });
}
