import GithubSlugger from "github-slugger";

import { type Contract, tagsOf } from "#shared/contract/contract.ts";
import type { Operation } from "#shared/contract/operation.ts";
import { operationMarkdownPath, outerAnchor, toFieldAnchor } from "#shared/contract/reference.ts";
import { nearest } from "#shared/diagnostics/nearest.ts";
import { decodePercent } from "#shared/percent.ts";
import { markdownPathOf, toRoute } from "#shared/route.ts";

import type { ReadDocument } from "./published-texts.ts";
import { noSuch } from "./site-files.ts";
import type { SiteReader } from "./site-reader.ts";

/** A page in Markdown, or the part of it that an anchor names. */
export interface FoundPage {
  /** Below the site's base URL: `broker-api.md`. */
  readonly path: string;
  readonly text: string;
}

/**
 * Finds a page by its address, with or without host and anchor, or by the path of its Markdown. An anchor selects a
 * section of a guide, or an operation, schema, field, tag, scheme or webhook of a reference.
 * @throws McpFault if there's no such page.
 */
export async function findPage(site: SiteReader, address: string): Promise<FoundPage> {
  const { contracts, baseUrl } = await site.manifest();
  const path = pathOf(address, baseUrl);
  const anchor = decodePercent(address.split("#", 2)[1] ?? "") ?? "";
  const route = path.replace(/\/+$|\.md$/g, "");
  const own = contracts.filter(
    ({ folder }) => anchor !== "" && `${route}/`.startsWith(folder === "" ? "" : `${folder}/`),
  );
  const published = own.toSorted((a, b) => b.folder.length - a.folder.length)[0];
  const found = published === undefined ? null : await findInContract(site, published, anchor);
  if (found !== null) return found;
  const written = path.endsWith(".md") ? await findFile(site, path) : null;
  const page = written ?? (await findFile(site, markdownPathOf(toRoute(path)) ?? ""));
  if (page !== null) return { ...page, text: headedPart(page.text, anchor) ?? page.text };
  const known = (await site.pages()).map((listed) => pathOf(listed.address.replace(/(?:index)?\.md$/, ""), baseUrl));
  const meant = nearest(path, known);
  throw noSuch(`page at ${address}`, meant === null ? null : baseUrl + meant, "Use search.");
}

function pathOf(address: string, baseUrl: string): string {
  const [location = ""] = withoutHost(address).split(/[?#]/);
  const whole = decodePercent(location) ?? "";
  return whole.startsWith(baseUrl) ? whole.slice(baseUrl.length) : whole.replace(/^\/+/, "");
}

export function withoutHost(address: string): string {
  return address.replace(/^[a-z]+:\/\/[^/]*/i, "");
}

async function findInContract(site: SiteReader, published: ReadDocument, anchor: string): Promise<FoundPage | null> {
  const { contract } = await site.contractOf(published);
  const operation = contract.operations.find((candidate) => candidate.anchor === outerAnchor(anchor));
  if (operation !== undefined) return findFile(site, pathOfOperation(published, operation));
  const path = markdownPathOf(toRoute(await site.pageOfAnchor(published, anchor))) ?? "";
  const text = partOf((await site.text(path)) ?? "", anchor, contract);
  return text === null ? null : { path, text };
}

async function findFile(site: SiteReader, path: string): Promise<FoundPage | null> {
  const text = await site.text(path);
  return text === null ? null : { path, text };
}

/** The part of the contract that an anchor names, in a page of the reference. */
function partOf(page: string, anchor: string, contract: Contract): string | null {
  const { schemas, webhooks, securitySchemes } = contract;
  const sectionOf = (level: number, title: string): string | null => sectionAt(page, { level, title }, contract);
  const outer = outerAnchor(anchor);
  const tag = tagsOf(contract).find((candidate) => candidate.anchor === anchor);
  if (tag !== undefined) return sectionOf(2, tag.displayName);
  const webhook = webhooks.find((candidate) => candidate.anchor === outer);
  if (webhook !== undefined) return sectionOf(3, webhook.summary);
  const names = securitySchemes.map(({ name }) => name);
  const scheme = names.find((name) => anchor === `authentication-${name}`);
  if (scheme !== undefined) return schemeIn(sectionOf(2, "Authentication") ?? "", scheme, names);
  const schema = schemas.find((candidate) => candidate.anchor === outer);
  if (schema === undefined) return null;
  const member = schema.schema.members.find(({ name }) =>
    `${anchor}~`.startsWith(`${toFieldAnchor(schema.anchor, name)}~`),
  );
  const section = sectionOf(3, schema.name) ?? page;
  return (member && fieldIn(section, schema.name, member.name)) ?? section;
}

/** Skips headings with the same text inside of descriptions, which come first. */
function sectionAt(page: string, wanted: HeadingName, contract: Contract): string | null {
  const { webhooks, schemas } = contract;
  const own: Readonly<Record<number, ReadonlySet<string>>> = {
    2: new Set(["Authentication", "Webhooks", "Schemas", ...tagsOf(contract).map(({ displayName }) => displayName)]),
    3: new Set([...webhooks.map(({ summary }) => summary), ...schemas.map(({ name }) => name)]),
  };
  const headings = headingsIn(page).filter(({ level, title }) => own[level]?.has(title));
  const isWanted = ({ level, title }: HeadingName): boolean => level === wanted.level && title === wanted.title;
  return below(page, headings, headings.findLastIndex(isWanted));
}

type HeadingName = Pick<Heading, "level" | "title">;

function schemeIn(section: string, scheme: string, names: readonly string[]): string | null {
  const paragraphs = section.split("\n\n");
  const owners = paragraphs.map((paragraph) => names.find((name) => plain(paragraph).startsWith(`${name}: `)));
  const start = owners.indexOf(scheme);
  if (start < 0) return null;
  const next = owners.findIndex((owner, index) => index > start && owner !== undefined);
  return paragraphs.slice(start, next < 0 ? undefined : next).join("\n\n");
}

function fieldIn(section: string, schema: string, field: string): string | null {
  const lines = section.split("\n");
  const isOf = (line: string): boolean => {
    const [, cell = ""] = /^\| (.*?) \|/.exec(line) ?? [];
    const name = plain(cell);
    return name === field || name.startsWith(`${field}.`) || name.startsWith(`${field}[`);
  };
  const first = lines.findIndex(isOf);
  const head = lines
    .slice(0, Math.max(first, 0))
    .findLastIndex((line) => /^\|[ -]+\|/.test(line) && !/[^|\s-]/.test(line));
  if (head < 1) return null;
  return [`### ${schema}.${field}`, "", ...lines.slice(head - 1, head + 1), ...lines.filter(isOf)].join("\n");
}

/** The path of an operation's Markdown. */
export function pathOfOperation({ folder }: ReadDocument, { anchor }: Operation): string {
  return operationMarkdownPath({ root: { route: toRoute(folder) } }, anchor);
}

function headedPart(text: string, anchor: string): string | null {
  if (anchor === "") return null;
  const slugger = new GithubSlugger();
  const headings = headingsIn(text);
  return below(text, headings, headings.map(({ title }) => slugger.slug(title)).indexOf(anchor));
}

function below(text: string, headings: readonly Heading[], start: number): string | null {
  const found = headings[start];
  if (found === undefined) return null;
  const next = headings.slice(start + 1).find(({ level }) => level <= found.level);
  return text.slice(found.offset, next?.offset).trim();
}

interface Heading {
  readonly level: number;
  readonly title: string;
  readonly offset: number;
}

function headingsIn(text: string): readonly Heading[] {
  const headings: Heading[] = [];
  let fence = "";
  let offset = 0;
  for (const line of text.split("\n")) {
    const [, ticks = ""] = /^\s*(`{3,})/.exec(line) ?? [];
    if (fence === "") fence = ticks;
    else if (ticks.length >= fence.length) fence = "";
    const [, marks = "", title = ""] = fence === "" ? (/^(#{2,6}) (.*)$/.exec(line) ?? []) : [];
    if (marks !== "") headings.push({ level: marks.length, title: plain(title), offset });
    offset += line.length + 1;
  }
  return headings;
}

function plain(markdown: string): string {
  return markdown.replace(/\[([^\]]*)\]\([^)]*\)/g, "$1").replace(/\\([!-/:-@[-`{-~])|[`*]/g, "$1");
}
