import type { Conversion } from "./conversion.ts";
import type { Edit } from "./edits.ts";

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
