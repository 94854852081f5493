import { readFileSync } from "node:fs";
import { cp, mkdir, readdir, writeFile } from "node:fs/promises";
import { basename, dirname, extname, join } from "node:path";

import { stringify } from "yaml";

import { flatObject, longEnum, withBody } from "../support/flat-contract.ts";
import { largeContract } from "../support/large-contract.ts";
import { randomMarkdown } from "../support/random-markdown.ts";
import { listDocuments } from "../support/real-documents.ts";
import { writePages } from "./generated-site.ts";

/** A site that two versions of docs-build both build. */
export interface ComparedSite {
  readonly name: string;
  /** Writes `content/` and `openapi/` into a folder. */
  readonly write: (folder: string) => Promise<void>;
}

/** The list is fixed, so that every step of a change is compared on the same sites. */
export async function comparedSites(): Promise<readonly ComparedSite[]> {
  const small = (await readdir("tests/contracts")).filter((name) => name.includes(".")).sort();
  const examples = listDocuments(["@readme/oas-examples"]).filter((path) => largeExamples.test(path));
  return [
    { name: "this site", write: copyThisSite },
    { name: "sixty pages", write: async (folder: string) => writePages(join(folder, "content"), 60) },
    { name: "random Markdown", write: writeRandomPages },
    { name: "two APIs and two versions", write: writeSeveralApis },
    { name: "every setting of the look", write: writeLook },
    ...[80, 400].map((operations) => documentSite(`${operations} operations`, largeContract({ operations }))),
    documentSite("two thousand fields", flatContract(flatObject(2000))),
    documentSite("a thousand values", flatContract(longEnum(1000, true))),
    ...listDocuments(["@figma/rest-api-spec", "@scalar/galaxy"]).filter(isWhole).map(fileSite),
    ...examples.map(fileSite),
    ...small.filter((_name, index) => index % 3 !== 2).map((name) => smallSite(join("tests/contracts", name))),
  ].slice(0, 60);
}

const largeExamples =
  /(?:3\.0|3\.1)\/json\/(?:petstore|star-trek|uspto|callbacks|webhooks|complex-nesting|polymorphism)\.json$/;
const isWhole = (path: string): boolean => /(?:openapi|latest)\.ya?ml$/.test(path);
const home = "# Home\n\nWelcome.\n";

async function copyThisSite(folder: string): Promise<void> {
  for (const name of ["content", "openapi"]) await cp(name, join(folder, name), { recursive: true });
}

async function writeRandomPages(folder: string): Promise<void> {
  const pages = Array.from(
    randomMarkdown(200),
    (text, index) => [`content/page-${index}.md`, `Text.\n\n${text}`] as const,
  );
  const settings =
    "title: Random\nseverities: { directive/unknown: warning, directive/invalid: warning, link/broken: warning, page/duplicate-id: warning }\n";
  await writeAll(folder, { "content/site.yaml": settings, "content/index.md": home, ...Object.fromEntries(pages) });
}

async function writeSeveralApis(folder: string): Promise<void> {
  const orders = { ...largeContract({ operations: 8 }), servers: [{ url: "https://orders.example/v1" }] };
  const settings = `title: Several
contracts:
  - { id: v2, api: Orders, document: openapi/orders.yaml, route: /orders/ }
  - { id: v1, api: Orders, document: openapi/orders-1.yaml, route: /orders/v1/, notice: "Use v2 for *new* work." }
  - { id: v1, api: Large, document: openapi/large.yaml, route: /large/ }
`;
  await writeAll(folder, {
    "content/site.yaml": settings,
    "content/index.md": home,
    "openapi/orders.yaml": stringify(orders),
    "openapi/orders-1.yaml": stringify(orders),
    "openapi/large.yaml": stringify(largeContract({ operations: 12 })),
  });
}

async function writeLook(folder: string): Promise<void> {
  const settings = `title: Look
description: A site with a look of its own.
url: https://docs.example
baseUrl: /docs/
language: de
announcement: { id: new, text: "**New**: version 2, from 10:30." }
sidebar: [{ label: Guides, items: [/, /guide] }]
redirects: [{ from: /old, to: /guide }]
accent: { light: "#0b7a4b", dark: "#5fd29b" }
`;
  const guide = "# Guide\n\n:::note[Mind this]\nText.\n:::\n\n- [ ] task\n\n| a | b |\n|---|---|\n| 1 | 2 |\n";
  await writeAll(folder, { "content/site.yaml": settings, "content/index.md": home, "content/guide.md": guide });
}

function flatContract(schema: object): object {
  return {
    openapi: "3.1.0",
    info: { title: "Flat", version: "1" },
    paths: { "/wide": { post: { operationId: "wide", ...withBody({ $ref: "#/components/schemas/Wide" }) } } },
    components: { schemas: { Wide: schema } },
  };
}

function documentSite(name: string, document: object): ComparedSite {
  const text = stringify(document, { aliasDuplicateObjects: false });
  return { name, write: async (folder) => writeAll(folder, { "content/index.md": home, "openapi/api.yaml": text }) };
}

function fileSite(path: string): ComparedSite {
  const file = `openapi/api${extname(path)}`;
  const files = { "content/index.md": home, [file]: readFileSync(path, "utf8") };
  return { name: path.replace(/^.*node_modules\//, ""), write: async (folder) => writeAll(folder, files) };
}

/** A document of tests/contracts, without its settings: the same text for both sides is all that matters. */
function smallSite(path: string): ComparedSite {
  const files = { "content/index.md": home, [`openapi/${basename(path)}`]: readFileSync(path, "utf8") };
  return { name: basename(path), write: async (folder) => writeAll(folder, files) };
}

async function writeAll(folder: string, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), content);
  }
}
