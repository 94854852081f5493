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

/** A replacement of a part of a text. */
export interface Edit extends Part {
  readonly text: string;
}

/** The text of an attribute; null when it has none that is written down. */
export function attributeOf({ attributes }: Tag, name: string): string | null {
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

/** `:::caution Title` in our spelling. Kinds that the site made itself become notes. */
export function findAdmonitions({
  text,
  parts,
  report,
}: Pick<Conversion, "text" | "parts" | "report">): readonly Edit[] {
  const edits: Edit[] = [];
  for (const match of text.matchAll(
    /^([\s>]*?)(:{3,}) *([a-zA-Z][\w-]*)(?:\[(.*)\]|[ \t]+([^\s{].*?))?[ \t]*(?:\{.*\})?[ \t]*$/gm,
  )) {
    const [line, lead = "", colons = "", name = "", label, words] = match;
    const start = match.index + lead.length;
    const part = { start, end: match.index + line.length };
    if (parts.code.some((code) => code.start <= start && start < code.end)) continue;
    const kind = kinds.get(name.toLowerCase());
    if (kind === undefined) report(part, `an admonition \`:::${name}\` became a note`);
    const title = (label ?? words ?? "").trim();
    edits.push({ ...part, text: `${colons}${kind ?? "note"}${title === "" ? "" : `[${title}]`}` });
  }
  return edits;
}
