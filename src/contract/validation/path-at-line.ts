import type { Json } from "../../model/json.ts";
import { isList } from "../../rules/json-value.ts";
import type { Path } from "../specification/walk-document.ts";

/** The member that stands on a line, counted from 1, of `JSON.stringify(value, null, 2)`. */
export function pathAtLine(value: Json, line: number): Path {
  const path: (string | number)[] = [];
  let current = value;
  let remaining = line - 1;
  for (;;) {
    const member = memberAtLine(current, remaining);
    if (!member) return path;
    path.push(member.key);
    remaining -= member.start;
    current = member.value;
  }
}

interface Member {
  readonly key: string | number;
  readonly value: Json;
  /** Lines between the parent's first line and its own. */
  readonly start: number;
}

function memberAtLine(value: Json, line: number): Member | null {
  if (line <= 0 || typeof value !== "object" || value === null) return null;
  let start = 1;
  for (const [key, member] of Object.entries(value)) {
    const end = start + JSON.stringify(member, null, 2).split("\n").length;
    if (line < end) return { key: isList(value) ? Number(key) : key, value: member, start };
    start = end;
  }
  return null;
}
