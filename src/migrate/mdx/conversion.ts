import type { TextEdit } from "#read/text-edits.ts";

import { readExpression } from "../module/read-module.ts";
import type { MdxParts, TextRange, JsxTag } from "./mdx-parts.ts";

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
export interface MdxPage extends PageBody {
  readonly parts: MdxParts;
  /** Files that the page imports, by the names it gives them. */
  readonly imports: ReadonlyMap<string, string>;
  readonly admonitions: readonly TextEdit[];
  readonly report: (part: TextRange, message: string, hint?: string) => void;
}

/** The text of an attribute; null when it has none that is written down. */
export function attributeOf({ attributes }: JsxTag, name: string): string | null {
  const written = attributes.get(name);
  if (written === undefined || written === null) return null;
  if (!written.startsWith("{")) return written.slice(1, -1);
  const value = readExpression(written.slice(1, -1));
  return typeof value === "string" || typeof value === "number" ? String(value) : null;
}

const kinds: ReadonlyMap<string, string> = new Map([
  ...["note", "tip", "info", "warning", "danger"].map((kind) => [kind, kind] as const),
  ["caution", "warning"],
  ["important", "info"],
  ["success", "tip"],
  ["secondary", "note"],
]);

/** Longer lines open no admonition. */
const longestLine = 1_000;

const admonition = /^([\s>]*?)(:{3,}) *([a-zA-Z][\w-]*)(?:\[(.*)\]|[ \t]+([^\s{].*?))?[ \t]*(?:\{.*\})?[ \t]*$/;

/** `:::caution Title` in our spelling. Kinds that the site made itself become notes. */
export function findAdmonitions({
  text,
  parts,
  report,
}: Pick<MdxPage, "text" | "parts" | "report">): readonly TextEdit[] {
  const edits: TextEdit[] = [];
  let offset = 0;
  for (const line of text.split("\n")) {
    const match = line.length < longestLine && line.includes(":::") ? admonition.exec(line) : null;
    const [, lead = "", colons = "", name = "", label, words] = match ?? [];
    const part = { start: offset + lead.length, end: offset + line.length };
    offset += line.length + 1;
    if (match === null || isInside(parts.code, part.start)) continue;
    const kind = kindOf(name);
    if (kind === null) report(part, `an admonition \`:::${name}\` became a note`);
    const title = (label ?? words ?? "").trim();
    edits.push({ ...part, text: `${colons}${kind ?? "note"}${title === "" ? "" : `[${title}]`}` });
  }
  return edits;
}

/** Our word for a kind of admonition; null for one that the site made. */
export function kindOf(name: string): string | null {
  return kinds.get(name.toLowerCase()) ?? null;
}

function isInside(parts: readonly TextRange[], offset: number): boolean {
  const part = parts[firstFrom(parts, offset + 1) - 1];
  return part !== undefined && offset < part.end;
}

/** The index of the first part that begins at an offset or after it; parts are in order. */
export function firstFrom(parts: readonly TextRange[], offset: number): number {
  let [low, high] = [0, parts.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((parts[middle]?.start ?? 0) < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}
