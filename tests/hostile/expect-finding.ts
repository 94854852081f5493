import { expect } from "vitest";

import { buildSite, type TestSite } from "../support/build-site.ts";
import { processorTime } from "../support/processor-time.ts";
import type { HostileContract } from "./contracts.ts";
import type { HostileMarkdown } from "./markdown.ts";

/** A home page, and a page with a broken link, which must be reported despite any other error. */
export const otherPages = { "content/index.md": "# Home", "content/other.md": "See [nothing](/nothing)." };

/** The findings in a file. Also checks that the broken link of `otherPages` is reported. */
export function findingsOf(site: TestSite, file: string): string[] {
  const findings = site.diagnostics.map(({ position, message }) => `${position?.file}: ${message}`);
  expect(findings).toContain("content/other.md: there is no page or file `/nothing`");
  return findings.filter((line) => line.startsWith(file));
}

/** Builds a site with the page, and expects its finding in bounded time, next to the findings of other pages. */
export async function expectMarkdownFinding({ text, blocks = {}, finding }: HostileMarkdown): Promise<void> {
  const files = { ...otherPages, ...blocks, "content/hostile.md": text() };
  const [site, duration] = await processorTime(async () => buildSite(files));
  const findings = findingsOf(site, finding?.includes("includes itself") ? "content/_x.md" : "content/hostile.md");
  if (finding === null) expect(findings.filter((line) => line.includes("the Markdown"))).toEqual([]);
  else expect(findings).toContainEqual(expect.stringContaining(finding));
  expect(duration).toBeLessThan(20_000);
}

/** The same for a contract. */
export async function expectContractFinding({ text, finding, json }: HostileContract): Promise<void> {
  const file = json === true ? "openapi/api.json" : "openapi/api.yaml";
  const files = { ...otherPages, [file]: text() };
  const [site, duration] = await processorTime(async () => buildSite(files));
  const findings = findingsOf(site, file);
  if (finding === null) expect(findings).toEqual([]);
  else expect(findings).toContainEqual(expect.stringContaining(finding));
  expect(duration).toBeLessThan(20_000);
}
