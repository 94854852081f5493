import { toPlainText } from "#shared/contract/parameter-notation.ts";
import { isList, isObject, type Json } from "#shared/json/json.ts";

/**
 * Rows of values (RFC 4180): objects with a line of their names before them, lists as they stand. Lines end as in a shell's
 * texts; readers of tables take that as well. Null where the value is no table.
 */
export function writeTable(value: Json, separator: string): string | null {
  const rows = isList(value) ? value : [value];
  const names = [...new Set(rows.flatMap((row) => (isObject(row) ? Object.keys(row) : [])))];
  const write = (cells: readonly Json[]): string => cells.map((cell) => writeCell(cell, separator)).join(separator);
  if (names.length > 0) {
    const lines = rows.map((row) => write(names.map((name) => (isObject(row) ? (row[name] ?? null) : null))));
    return [write(names), ...lines].join("\n");
  }
  return rows.some(isObject) ? null : rows.map((row) => write(isList(row) ? row : [row])).join("\n");
}

function writeCell(value: Json, separator: string): string {
  const text = value === null ? "" : toPlainText(value);
  return /["\r\n]/.test(text) || text.includes(separator) ? `"${text.replaceAll('"', '""')}"` : text;
}
