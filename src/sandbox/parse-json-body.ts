import { escapeToken } from "../rules/json-pointer.ts";
import { isObject } from "../rules/json-value.ts";
import type { Json } from "../model/json.ts";
import type { Fault } from "./answer.ts";
import { limits } from "./limits.ts";

export type ParsedJson = { readonly value: Json } | { readonly faults: readonly Fault[] };

/** A JSON text (RFC 8259) as a value. Refuses what could not be given back as it came: numbers beyond 2^53, broken UTF-8. */
export function parseJsonBody(bytes: Uint8Array): ParsedJson {
  let value: Json;
  try {
    value = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch (error) {
    const reason = error instanceof SyntaxError ? error.message : "it is not valid UTF-8";
    return { faults: [{ in: "body", pointer: "", message: `the body is not JSON: ${reason}` }] };
  }
  const faults = findFaults(value);
  return faults.length > 0 ? { faults } : { value };
}

/** Without recursion: what is nested too deep for the stack is what is looked for. */
function findFaults(root: Json): readonly Fault[] {
  const faults: Fault[] = [];
  const open: { value: Json; pointer: string; depth: number }[] = [{ value: root, pointer: "", depth: 1 }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { value, pointer, depth } = next;
    if (typeof value === "number" && Math.abs(value) > Number.MAX_SAFE_INTEGER) faults.push(tooLarge(pointer));
    if (typeof value !== "object" || value === null) continue;
    if (depth > limits.depth)
      return [{ in: "body", pointer: "", message: `the body is nested deeper than ${limits.depth} levels` }];
    const members = isObject(value)
      ? Object.entries(value)
      : value.map((element, index) => [String(index), element] as const);
    for (const [name, member] of members) {
      open.push({ value: member, pointer: `${pointer}/${escapeToken(name)}`, depth: depth + 1 });
    }
  }
  return faults;
}

function tooLarge(pointer: string): Fault {
  const message = "the number is larger than the sandbox, like most JSON parsers, can keep exactly";
  return { in: "body", pointer, message, hint: `at most ${Number.MAX_SAFE_INTEGER}` };
}
