import { isList, textAt } from "#shared/json/json.ts";

import type { MdxParts, Part, Tag } from "./mdx-parts.ts";
import { readExpression } from "./read-module.ts";

/** The body of a page, and what it needs to know of the site. */
export interface PageBody {
  /** Relative to the site that is taken, for findings. */
  readonly file: string;
  /** With the file's line numbers. */
  readonly text: string;
  /** The address that a link or image has on the new site. */
  readonly toAddress: (address: string) => string;
  /** The directive that includes another page's text; null when there is no such page. */
  readonly toInclude: (path: string) => string | null;
}

/** A page's text with its lines, for findings. */
export interface Conversion extends PageBody {
  readonly parts: MdxParts;
  /** Files that the page imports, by the names it gives them. */
  readonly imports: ReadonlyMap<string, string>;
  readonly report: (part: Part, message: string, hint?: string) => void;
}

/** The text of an attribute; null when it has none that is written down. */
export function attributeOf({ attributes }: Tag, name: string): string | null {
  const written = attributes.get(name);
  if (written === undefined || written === null) return null;
  if (!written.startsWith("{")) return written.slice(1, -1);
  const value = readExpression(written.slice(1, -1));
  return typeof value === "string" || typeof value === "number" ? String(value) : null;
}

/** Labels of tabs that are listed above them: `values={[{ label, value }]}`. */
export function labelsOf({ attributes }: Tag): ReadonlyMap<string, string> {
  const written = attributes.get("values");
  const list = written?.startsWith("{") === true ? readExpression(written.slice(1, -1)) : undefined;
  const entries = isList(list) ? list : [];
  return new Map(entries.map((entry) => [textAt(entry, "value") ?? "", textAt(entry, "label") ?? ""]));
}
