import { hrefOf, type Reference } from "#shared/contract/reference.ts";
import { startOf } from "#shared/diagnostics/diagnostic.ts";
import type { MarkdownAddress, MarkdownText } from "#shared/document.ts";
import type { LinkResolver } from "#shared/link.ts";

/** The meaning of addresses in a page's Markdown, which is read outside of the site. */
export interface MarkdownPlaces {
  /** The address of the page, as its Markdown names it. */
  readonly here: string;
  /** Scheme and host of the published site; empty while they aren't known. */
  readonly origin: string;
  readonly resolveLink: LinkResolver;
  /** Where the contracts are printed that pages speak of, by API. */
  readonly references: ReadonlyMap<string, Reference>;
}

/** Makes addresses work anywhere. Broken ones were already reported for the page's HTML. */
export function resolveMarkdown(text: MarkdownText, places: MarkdownPlaces): string {
  return text.map((piece) => (typeof piece === "string" ? piece : writable(addressOf(piece, places)))).join("");
}

function addressOf({ target, position }: MarkdownAddress, places: MarkdownPlaces): string {
  const { here, origin, references, resolveLink } = places;
  if (target.kind === "contract") {
    const reference = references.get(target.api ?? "");
    return reference === undefined ? here : origin + hrefOf(reference, target.anchor);
  }
  const resolved = resolveLink(target.address, position ?? startOf(""));
  if (resolved.kind === "text") return here;
  if (resolved.kind === "external") return resolved.href;
  return (resolved.href.startsWith("#") ? here : origin) + resolved.href;
}

function writable(address: string): string {
  return address.replaceAll(
    /[\s()<>]/g,
    (character) => `%${character.charCodeAt(0).toString(16).padStart(2, "0").toUpperCase()}`,
  );
}
