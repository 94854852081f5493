import { expect, test } from "vitest";

import { hostileContracts } from "../hostile/contracts.ts";
import { type HostileMarkdown, hostileMarkdown } from "../hostile/markdown.ts";
import { expectContractFinding, expectMarkdownFinding, findingsOf, otherPages } from "../hostile/expect-finding.ts";
import { buildSite } from "../support/build-site.ts";
import { runCli } from "../support/run-cli.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

/* Hostile texts that take long, up to a time limit. The others are in `site/hostile`. */
const slow = hostileMarkdown.filter(({ isSlow = false }) => isSlow);
const isEndless = ({ finding }: HostileMarkdown): boolean => finding === "takes longer than 10 seconds";

test.each(slow.filter((one) => !isEndless(one)))("Markdown: $name", expectMarkdownFinding);

test.each(hostileContracts.filter(({ isSlow = false }) => isSlow))("contract: $name", expectContractFinding);

test("a page that takes too long is a finding, and every other page is built", async () => {
  const text = slow.find(isEndless)?.text() ?? "";
  const pages = Array.from({ length: 120 }, (_, index) => [`content/page-${index}.md`, `# Page ${index}\n`]);
  const site = await buildSite({ ...otherPages, ...Object.fromEntries(pages), "content/hostile.md": text });
  expect(findingsOf(site, "content/hostile.md")).toEqual([
    expect.stringContaining("the Markdown takes longer than 10 seconds to parse"),
  ]);
  expect(site.paths.filter((path) => /^page-\d+\/index\.html$/.test(path)).length).toBe(120);
});

test("a component that never ends is a finding at the line of the page, and the next ones are rendered", async () => {
  await using site = await temporaryFolder({
    "content/index.md": "# Docs\n\n::rate-card\n\n::fine\n",
    "content/other.md": "# Other\n",
    "templates/directives/rate-card.tsx": "export default () => {\n  for (;;);\n};",
    "templates/directives/fine.tsx":
      "import { useState } from 'react';\nexport default () => <p>Fine {useState(7)[0]}</p>;",
  });
  const { code, stdout, stderr } = await runCli(["--no-cache"], { cwd: site.path });
  const reports = stdout + stderr;
  expect(reports).toContain("content/index.md:3:1");
  expect(reports).toContain("`rate-card` takes longer than 3 seconds");
  expect(reports).toContain("look for an endless loop in templates/directives/rate-card.tsx");
  expect(reports.match(/^error/gm)).toHaveLength(1);
  expect(code).toBe(1);
});
