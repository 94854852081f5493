import { Parser } from "htmlparser2";

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

/** Reads ids and references from a page and takes the marks of origin out of it. One pass, no tree. */
export function readHtml(html: string): PageFacts {
  const ids = new Set<string>();
  const duplicateIds: string[] = [];
  const references: Reference[] = [];
  const pieces: string[] = [];
  let copied = 0;
  const parser = new Parser({
    onopentag(name, attributes) {
      const id = attributes["id"];
      if (id !== undefined && ids.has(id)) duplicateIds.push(id);
      if (id !== undefined) ids.add(id);
      if (name === "a" && attributes["name"] !== undefined) ids.add(attributes["name"]);
      const reference = referenceOf(name, attributes);
      if (reference !== null) references.push(reference);
      if (attributes["data-origin"] === undefined) return;
      // Only inside the tag: the same characters in a text are the author's.
      const tag = html.slice(parser.startIndex, parser.endIndex + 1);
      pieces.push(html.slice(copied, parser.startIndex), tag.replace(originMark, ""));
      copied = parser.endIndex + 1;
    },
  });
  parser.end(html);
  pieces.push(html.slice(copied));
  return { ids, duplicateIds, references, html: pieces.join("") };
}

function referenceOf(name: string, attributes: Readonly<Record<string, string>>): Reference | null {
  const origin = attributes["data-origin"] ?? null;
  if (name === "link") {
    const address = attributes["href"];
    return address !== undefined && checkedRelations.has(attributes["rel"] ?? "")
      ? { address, origin, kind: "asset" }
      : null;
  }
  const [attribute, kind] = addressAttributes.get(name) ?? [];
  const address = attribute === undefined ? undefined : attributes[attribute];
  return address === undefined || kind === undefined ? null : { address, origin, kind };
}
