import { findNodeAtLocation, type Node, type ParseError, parseTree, printParseErrorCode } from "jsonc-parser";

import type { Json } from "#shared/json/json.ts";

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
  const errors: ParseError[] = [];
  const tree = parseTree(json, errors, { disallowComments: true, allowTrailingComma: false });
  const [first] = errors;
  if (first !== undefined || tree === undefined) {
    const reason = first === undefined ? "the block is empty" : words(printParseErrorCode(first.error));
    return { message: `the JSON is not valid: ${reason}`, offset: first?.offset ?? 0 };
  }
  const value: Json = JSON.parse(json);
  return { value, offsetAt: (pointer) => offsetAt(tree, pointer) };
}

/** `PropertyNameExpected` as `property name expected`. */
function words(code: string): string {
  return code.replace(/([a-z])([A-Z])/g, "$1 $2").toLowerCase();
}

function offsetAt(tree: Node, pointer: string): number {
  const segments = pointer
    .split("/")
    .slice(1)
    .map((segment) => segment.replaceAll("~1", "/").replaceAll("~0", "~"));
  for (let length = segments.length; length > 0; length--) {
    const path = segments.slice(0, length).map((segment) => (/^\d+$/.test(segment) ? Number(segment) : segment));
    const node = findNodeAtLocation(tree, path);
    // A member is found by its name: that is where the author has to look.
    if (node !== undefined) return node.parent?.type === "property" ? node.parent.offset : node.offset;
  }
  return tree.offset;
}
