import { decodeHTMLAttribute } from "entities";

/** A link, image or other reference of a page. */
export interface Reference {
  readonly address: string;
  /** `file:line:column` or a template's path; null when the markup does not say. */
  readonly origin: string | null;
  readonly kind: "link" | "asset";
}

/** What the check stage needs to know of a page's final HTML. */
export interface PageFacts {
  readonly ids: ReadonlySet<string>;
  readonly duplicateIds: readonly string[];
  readonly references: readonly Reference[];
  /** The HTML without the marks of origin. */
  readonly html: string;
}

const addressAttributes: ReadonlyMap<string, readonly [string, Reference["kind"]]> = new Map([
  ["a", ["href", "link"]],
  ["area", ["href", "link"]],
  ["img", ["src", "asset"]],
  ["source", ["src", "asset"]],
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

/*
 * Tags by the HTML standard's tokenizer, as far as text that React and rehype wrote needs it: every text escaped, every
 * tag closed. A general parser takes four times as long, a tenth of a build.
 */
const commentOrTag = /<!--[^]*?-->|<([a-z][^\s/>]*)((?:[^"'>]|"[^"]*"|'[^']*')*)>/gi;
const nameAndValue = /([^\s=/]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"']+)))?/g;
const namesOrRefers = /(?:id|name|href|src|origin)\s*=/i;
/** Elements whose content is text, whatever it looks like. */
const rawText = /^(?:iframe|noembed|noframes|script|style|textarea|title|xmp)$/i;

/** Reads ids and references from a page and takes the marks of origin out of it. One pass, no tree. */
export function readHtml(html: string): PageFacts {
  const ids = new Set<string>();
  const duplicateIds: string[] = [];
  const references: Reference[] = [];
  const pieces: string[] = [];
  let copied = 0;
  for (const { name, attributes, start, end } of tagsOf(html)) {
    const id = attributes.get("id");
    if (id !== undefined && ids.has(id)) duplicateIds.push(id);
    if (id !== undefined) ids.add(id);
    const anchor = name === "a" ? attributes.get("name") : undefined;
    if (anchor !== undefined) ids.add(anchor);
    const reference = referenceOf(name, attributes);
    if (reference !== null) references.push(reference);
    if (!attributes.has("data-origin")) continue;
    // Only inside the tag: the same characters in a text are the author's.
    pieces.push(html.slice(copied, start), html.slice(start, end).replace(originMark, ""));
    copied = end;
  }
  pieces.push(html.slice(copied));
  return { ids, duplicateIds, references, html: pieces.join("") };
}

interface Tag {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly start: number;
  readonly end: number;
}

/** The opening tags that name something or refer to it. */
function* tagsOf(html: string): Generator<Tag> {
  const tags = new RegExp(commentOrTag);
  for (let match = tags.exec(html); match !== null; match = tags.exec(html)) {
    const [, name = "", attributes = ""] = match;
    const end = tags.lastIndex;
    if (rawText.test(name)) tags.lastIndex = endOfText(html, name, end);
    if (!namesOrRefers.test(attributes)) continue;
    yield { name: name.toLowerCase(), attributes: parseAttributes(attributes), start: match.index, end };
  }
}

function endOfText(html: string, name: string, start: number): number {
  const closing = html.indexOf(`</${name}`, start);
  return closing === -1 ? html.length : closing;
}

/** The first of two attributes of a name counts. */
function parseAttributes(written: string): ReadonlyMap<string, string> {
  const attributes = new Map<string, string>();
  for (const [, name = "", double, single, bare] of written.matchAll(nameAndValue)) {
    const key = name.toLowerCase();
    if (!attributes.has(key)) attributes.set(key, decodeHTMLAttribute(double ?? single ?? bare ?? ""));
  }
  return attributes;
}

function referenceOf(name: string, attributes: ReadonlyMap<string, string>): Reference | null {
  const origin = attributes.get("data-origin") ?? null;
  if (name === "link") {
    const address = attributes.get("href");
    return address !== undefined && checkedRelations.has(attributes.get("rel") ?? "")
      ? { address, origin, kind: "asset" }
      : null;
  }
  const [attribute, kind] = addressAttributes.get(name) ?? [];
  const address = attribute === undefined ? undefined : attributes.get(attribute);
  return address === undefined || kind === undefined ? null : { address, origin, kind };
}
