import { readFileSync } from "node:fs";
import { basename } from "node:path";

import { expect, test } from "vitest";
import { parse } from "yaml";
import { z } from "zod";

import { buildSite, type TestSite } from "../support/build-site.ts";
import { smallContracts } from "../support/contract-files.ts";

/*
 * The documents of tests/contracts/: small ones, each with something that real documents have and that is easily lost or
 * refused. A new case is a new file there. Its `x-expect`, which is no part of OpenAPI, says what to expect:
 *
 *   findings   all of them in order, each by a part of its line (`warning contract/example the example must be …`)
 *   page       texts that the reference shows
 *   links      addresses that it links to
 *   samples    texts that code samples show
 *   explorer   texts in the data of the explorers
 *   policy     texts in the content policy
 *   nowhere    texts that none of these has
 *   markdown   texts that the reference has as Markdown
 *   settings   content/site.yaml
 *   files      further files, by path from the root
 *   operations what `paths` doesn't say by itself: `get /loads/`
 *
 * Whatever it says, every operation of the document is on the page, with samples and an explorer.
 */
const texts = z.array(z.string()).default([]);
const expectation = z.strictObject({
  findings: texts,
  page: texts,
  markdown: texts,
  links: texts,
  samples: texts,
  explorer: texts,
  policy: texts,
  nowhere: texts,
  settings: z.string().default(""),
  files: z.record(z.string(), z.string()).default({}),
  operations: z.array(z.string()).optional(),
});

const methods = ["get", "put", "post", "delete", "options", "head", "patch", "trace", "query"];

function readDocument(file: string) {
  const text = readFileSync(file, "utf8");
  const document = z
    .looseObject({ "x-expect": expectation, paths: z.record(z.string(), z.unknown()).catch({}) })
    .parse(parse(text, { uniqueKeys: false }));
  const stated = Object.entries(document.paths).flatMap(([path, item]) =>
    methods.filter((method) => typeof item === "object" && item !== null && method in item).map((m) => `${m} ${path}`),
  );
  const expected = document["x-expect"];
  return { text, expected, operations: expected.operations ?? stated };
}

const explorerFile = z.looseObject({
  contract: z.looseObject({
    operations: z.tuple([z.looseObject({ method: z.string(), path: z.string(), anchor: z.string() })]),
  }),
});

/** What a site shows of its contract, by output. */
function readSite(site: TestSite) {
  const pages = site.paths.filter((path) => path.startsWith("api/") && path.endsWith(".html"));
  const html = pages.map((path) => site.read(path)).join("\n");
  const data = site.paths.filter((path) => path.startsWith("assets/try/")).map((path) => site.read(path));
  const samples = [...html.matchAll(/<pre\b[^]*?<\/pre>/g)].map(([block]) => toText(block)).join("\n");
  const policy = toText(/content="([^"]*default-src[^"]*)"/i.exec(html)?.[1] ?? "");
  const markdown = site.paths
    .filter((path) => path.startsWith("api") && path.endsWith(".md"))
    .map((path) => site.read(path))
    .join("\n");
  const links = Array.from(html.matchAll(/<a\b[^>]*href="([^"]*)"/g), ([, href = ""]) => toText(href));
  return { html, page: toText(html), markdown, links, samples, explorer: data.join("\n"), data, policy };
}

function toText(html: string): string {
  const text = html.replace(/<script\b[^]*?<\/script>/g, "").replaceAll(/<[^>]*>/g, "");
  const entities = { lt: "<", "#x3C": "<", gt: ">", quot: '"', "#x27": "'", "#39": "'", "#x26": "&", amp: "&" };
  return Object.entries(entities).reduce((result, [name, value]) => result.replaceAll(`&${name};`, value), text);
}

test.each(smallContracts.map((path) => [basename(path), path] as const))("%s", async (name, file) => {
  const { text, expected, operations } = readDocument(file);
  const sources = { ...expected.files, "content/site.yaml": `title: Docs\n${expected.settings}` };
  const site = await buildSite({ ...sources, "content/index.md": "# Home\n", [`openapi/${name}`]: text });

  const found = site.diagnostics.map(({ severity, code, message, hint }) =>
    [severity, code, message, ...(hint === null ? [] : [`(${hint})`])].join(" "),
  );
  expect(found).toEqual(
    expected.findings.map((line, index) => (found[index]?.includes(line) === true ? found[index] : line)),
  );

  const shown = readSite(site);
  const explorers = shown.data.map((json) => explorerFile.parse(JSON.parse(json)).contract.operations[0]);
  expect(explorers.map(({ method, path }) => `${method} ${path}`).sort()).toEqual([...operations].sort());
  for (const { anchor } of explorers) expect(shown.html).toContain(` id="${anchor}"`);
  if (operations.length > 0) expect(shown.samples).toContain("curl");
  for (const kind of ["page", "links", "samples", "explorer", "policy"] as const) {
    for (const part of expected[kind]) expect(shown[kind]).toContain(part);
    for (const part of expected.nowhere) expect(shown[kind]).not.toContain(part);
  }
  for (const part of expected.markdown) expect(shown.markdown).toContain(part);
});
