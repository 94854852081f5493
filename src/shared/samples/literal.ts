import { isList, isNumber, isObject, type Json, numberText } from "../json/json.ts";

/** How a language writes a value. */
export interface LiteralStyle {
  readonly indent: string;
  /** The padding inside an object on one line: a space or nothing. */
  readonly padding: string;
  readonly toKey: (name: string) => string;
  readonly toScalar: (value: null | boolean | string) => string;
}

/** A JSON value in the notation of a programming language: an entry per line, single entries and short lists on one. */
export function toLiteral(value: Json, style: LiteralStyle): string {
  if (isNumber(value)) return numberText(value);
  if (isObject(value)) {
    const lines = Object.entries(value).map(([key, member]) => `${style.toKey(key)}: ${toLiteral(member, style)}`);
    return toObjectLiteral(lines, style);
  }
  if (!isList(value)) return style.toScalar(value);
  const elements = value.map((element) => toLiteral(element, style));
  const line = `[${elements.join(", ")}]`;
  const isShort = line.length <= longestLine && !line.includes("\n");
  return isShort ? line : `[\n${enclose(elements, style)}\n]`;
}

const longestLine = 60;

/** An object of entries that are written already. */
export function toObjectLiteral(entries: readonly string[], style: Pick<LiteralStyle, "indent" | "padding">): string {
  if (entries.length === 0) return "{}";
  const [first = ""] = entries;
  const isShort = entries.length === 1 && first.length <= longestLine && !first.includes("\n");
  return isShort ? `{${style.padding}${first}${style.padding}}` : `{\n${enclose(entries, style)}\n}`;
}

function enclose(entries: readonly string[], { indent }: Pick<LiteralStyle, "indent">): string {
  return entries.map((entry) => `${entry},`.replace(/^/gm, indent)).join("\n");
}
