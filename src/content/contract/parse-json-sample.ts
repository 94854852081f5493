import { parsePointer } from "#shared/json/json-pointer.ts";
import type { Json } from "#shared/json/json.ts";
import { locateMembers, parseJson } from "#shared/json/parse-json.ts";

/** A JSON text of a page with the places of its values. */
export interface JsonSample {
  readonly value: Json;
  /** Offset of the value at a JSON Pointer (RFC 6901), or of the nearest value around it that is there. */
  readonly offsetAt: (pointer: string) => number;
}

export interface JsonSampleFault {
  readonly message: string;
  readonly offset: number;
}

/** Where `…` on a line of its own marks what is left out. */
export function hasEllipsis(text: string): boolean {
  return ellipsis.test(text);
}

const ellipsis = /^[ \t]*…,?[ \t]*$/m;

/** Parses strict JSON (RFC 8259); lines that hold only `…` count as blank. */
export function parseJsonSample(text: string): JsonSample | JsonSampleFault {
  const json = text.replace(new RegExp(ellipsis.source, "gm"), (line) => " ".repeat(line.length));
  const { value, faults } = parseJson(json);
  return faults[0] ?? { value, offsetAt: (pointer) => offsetAt(json, pointer) };
}

/** A member is found by its name: that is where the author has to look. */
function offsetAt(json: string, pointer: string): number {
  const names = parsePointer(pointer) ?? [];
  let start = json.search(/\S/);
  let offset = start;
  for (const name of names) {
    const member = /[[{]/.test(json.charAt(start)) ? locateMembers(json, start).get(name) : undefined;
    if (member === undefined) return offset;
    offset = member.key;
    start = member.value;
  }
  return offset;
}
