import { expect, test } from "vitest";

import { hostileContracts } from "../hostile/contracts.ts";
import { hostileMarkdown } from "../hostile/markdown.ts";
import { expectContractTold, expectMarkdownTold, findingsOf, other } from "../hostile/told.ts";
import { buildSite } from "../support/build-site.ts";

/* What takes long, up to a limit of time. The other is in site/hostile. */
test.each(hostileMarkdown.filter(({ isSlow = false }) => isSlow))("Markdown: $name", expectMarkdownTold);

test.each(hostileContracts.filter(({ isSlow = false }) => isSlow))("contract: $name", expectContractTold);

test("a page that takes too long among many ends its thread: it has a finding, and every other page is there", async () => {
  const text = hostileMarkdown.find(({ finding }) => finding === "takes longer than 10 seconds")?.text() ?? "";
  const pages = Array.from({ length: 120 }, (_, index) => [`content/page-${index}.md`, `# Page ${index}\n`]);
  const site = await buildSite({ ...other, ...Object.fromEntries(pages), "content/hostile.md": text });
  expect(findingsOf(site, "content/hostile.md")).toEqual([
    expect.stringContaining("the Markdown takes longer than 10 seconds to parse"),
  ]);
  expect(site.paths.filter((path) => /^page-\d+\/index\.html$/.test(path)).length).toBe(120);
});
