import { hash } from "node:crypto";

import { decodeHTMLAttribute } from "entities";

import { applyEdits, type TextEdit } from "#read/source-text.ts";
import { directiveOfLink } from "#shared/policy.ts";

import { missingAnchor, type PageAnchors, sourcesIn } from "./page-anchors.ts";

export interface HtmlReference {
  readonly address: string;
  /** `file:line:column` or a template's path; null if the markup doesn't say. */
  readonly origin: string | null;
  readonly kind: "link" | "asset";
}

/** The facts that the check stage needs from a page's final HTML. */
export interface PageFacts extends PageAnchors {
  readonly duplicateIds: readonly string[];
  readonly references: readonly HtmlReference[];
  /**
   * What the policy has to allow: `sha256-…` for each script, `style`, `style=`, `onclick=`, and other hosts with their
   * directive, such as `img-src https://…`. Each is listed once.
   */
  readonly inline: readonly string[];
  readonly elements: number;
  /** The HTML without the marks of origin. */
  readonly html: string;
}

const addressAttributes: ReadonlyMap<string, readonly [string, HtmlReference["kind"]]> = new Map([
  ["a", ["href", "link"]],
  ["area", ["href", "link"]],
  ["img", ["src", "asset"]],
  ["source", ["src", "asset"]],
  ["track", ["src", "asset"]],
  ["video", ["poster", "asset"]],
  ["script", ["src", "asset"]],
  ["iframe", ["src", "asset"]],
]);

const checkedRelations: ReadonlySet<string> = new Set([
  "stylesheet",
  "icon",
  "apple-touch-icon",
  "manifest",
  "alternate",
  "modulepreload",
]);
const originMark = / data-origin="[^"]*"/g;
const idMark = / (?:id|name)="([^"]*)"/g;

/*
 * Matches tags by the HTML standard's tokenizer, as far as HTML from React and rehype needs it: all text is escaped and
 * all tags are closed. A general parser takes four times as long, which is a tenth of a build.
 */
const commentOrTag = /<!--[^]*?-->|<([a-z][^\s/>]*)([^"'>]*(?:(?:"[^"]*"|'[^']*')[^"'>]*)*)>/gi;
const nameAndValue = /([^\s=/]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"']+)))?/g;
const namesOrActs = /(?:id|name|data-anchor|href|src|poster|origin|style|\son[a-z]+)\s*=/i;
/** A script without a type, or with a type that browsers run (HTML standard, `type` of `script`). */
const runs = /^(?:|module|(?:text|application)\/(?:java|ecma)script)$/i;
/** Elements whose content is plain text. */
const rawText = /^(?:iframe|noembed|noframes|script|style|textarea|title|xmp)$/i;

/**
 * Reads ids and references from a page and removes the marks of origin. If the contract's text has a duplicate id, the
 * first stays; if it links to an anchor that the page lacks, the link becomes text. No tree is built.
 */
export function readHtml(html: string): PageFacts {
  const tags = [...tagsOf(html)];
  const { owners, duplicateIds } = ownersOf(tags);
  const anchors = { ids: new Set(owners.keys()), sources: sourcesIn(tags) };
  const references: HtmlReference[] = [];
  const inline = new Set<string>();
  const edits: TextEdit[] = [];
  for (const tag of tags) {
    for (const mark of inlineMarks(tag)) inline.add(mark);
    const reference = referenceOf(tag);
    if (reference !== null) references.push(reference);
    if (reference === null || !isLost(reference, anchors)) {
      edits.push(...withoutMarks(tag, owners, html));
      continue;
    }
    const close = html.indexOf("</a>", tag.end);
    edits.push({ start: tag.start, end: tag.end, text: "<span>" });
    edits.push({ start: close, end: close + "</a>".length, text: "</span>" });
  }
  return {
    ...anchors,
    duplicateIds,
    references,
    inline: [...inline],
    elements: html.match(/<[a-z]/g)?.length ?? 0,
    html: applyEdits(html, edits),
  };
}

/** The author's text may contain the same characters as an origin or an id, so only attributes change. */
function withoutMarks(tag: HtmlTag, owners: ReadonlyMap<string, HtmlTag>, html: string): readonly TextEdit[] {
  const { attributes, start, end } = tag;
  const id = idOf(tag);
  const isOwner = id === undefined || owners.get(id) === tag;
  if (isOwner && !attributes.has("data-origin")) return [];
  const written = html.slice(start, end).replace(originMark, "");
  const isDuplicate = (value: string): boolean => !isOwner && decodeHTMLAttribute(value) === id;
  return [{ start, end, text: written.replace(idMark, (mark, value: string) => (isDuplicate(value) ? "" : mark)) }];
}

function ownersOf(tags: readonly HtmlTag[]) {
  const owners = new Map<string, HtmlTag>();
  const duplicateIds: string[] = [];
  for (const tag of tags) {
    const id = idOf(tag);
    if (id === undefined) continue;
    const owner = owners.get(id);
    if (owner !== undefined) duplicateIds.push(id);
    if (owner === undefined || (isEmptyAnchor(owner) && !isEmptyAnchor(tag))) owners.set(id, tag);
  }
  return { owners, duplicateIds };
}

function idOf({ name, attributes }: HtmlTag): string | undefined {
  return attributes.get("id") ?? (name === "a" ? attributes.get("name") : undefined);
}

function isEmptyAnchor({ name, attributes }: HtmlTag): boolean {
  return name === "a" && !attributes.has("href");
}

/** The contract's link was written for a larger page or another tool. */
function isLost({ kind, address, origin }: HtmlReference, anchors: PageAnchors): boolean {
  if (kind !== "link" || !address.startsWith("#") || origin?.startsWith("openapi/") !== true) return false;
  return missingAnchor(address, anchors) !== null;
}

interface HtmlTag {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

function* tagsOf(html: string): Generator<HtmlTag> {
  const tags = new RegExp(commentOrTag);
  for (let match = tags.exec(html); match !== null; match = tags.exec(html)) {
    const [, name = "", attributes = ""] = match;
    const end = tags.lastIndex;
    if (rawText.test(name)) {
      const closing = html.indexOf(`</${name}`, end);
      tags.lastIndex = closing === -1 ? html.length : closing;
    }
    if (!namesOrActs.test(attributes) && !/^(?:script|style)$/i.test(name)) continue;
    const text = html.slice(end, tags.lastIndex);
    yield { name: name.toLowerCase(), attributes: parseAttributes(attributes), start: match.index, end, text };
  }
}

/** Of two attributes with the same name, HTML keeps the first. */
function parseAttributes(written: string): ReadonlyMap<string, string> {
  const attributes = new Map<string, string>();
  for (const [, name = "", double, single, bare] of written.matchAll(nameAndValue)) {
    const key = name.toLowerCase();
    if (!attributes.has(key)) attributes.set(key, decodeHTMLAttribute(double ?? single ?? bare ?? ""));
  }
  return attributes;
}

function inlineMarks(tag: HtmlTag): readonly string[] {
  const { name, attributes, text } = tag;
  const acting = [...attributes.keys()]
    .filter((key) => key === "style" || /^on[a-z]/.test(key))
    .map((key) => `${key}=`);
  const { kind, address = "" } = referenceOf(tag) ?? {};
  if (kind === "asset" && /^(?:https?:)?\/\//i.test(address)) acting.push(`${directiveOf(tag)} ${address}`);
  if (name === "style") return [...acting, "style"];
  if (name !== "script" || attributes.has("src") || !runs.test(attributes.get("type") ?? "")) return acting;
  return [...acting, `sha256-${hash("sha256", text, "base64")}`];
}

function directiveOf({ name, attributes }: HtmlTag): string {
  if (name === "script") return "script-src";
  if (name === "iframe") return "frame-src";
  if (name === "source") return attributes.get("type")?.startsWith("image/") === true ? "img-src" : "media-src";
  const ofLink = name === "link" ? directiveOfLink(attributes.get("rel") ?? "", attributes.get("as")) : null;
  return ofLink ?? "img-src";
}

function referenceOf({ name, attributes }: HtmlTag): HtmlReference | null {
  const origin = attributes.get("data-origin") ?? null;
  if (name === "link") {
    const [address, relation = ""] = [attributes.get("href"), attributes.get("rel")];
    if (address === undefined || !checkedRelations.has(relation)) return null;
    // Browsers don't load alternate forms of a page, so they may be on any host.
    return relation === "alternate" && /^(?:https?:)?\/\//i.test(address) ? null : { address, origin, kind: "asset" };
  }
  const [attribute, kind] = addressAttributes.get(name) ?? [];
  const address = attribute === undefined ? undefined : attributes.get(attribute);
  return address === undefined || kind === undefined ? null : { address, origin, kind };
}
