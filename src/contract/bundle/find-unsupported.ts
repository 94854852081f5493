import { distance } from "fastest-levenshtein";

import { type JsonObject, memberOf } from "#shared/json/json.ts";

import { unsupportedFields } from "../structure/openapi-shapes.ts";
import type { ParsedShape } from "../structure/shape.ts";

/** A member that the reference leaves out, and what to do about it. */
export interface Unsupported {
  readonly key: string;
  readonly message: string;
  readonly hint: string | null;
}

/** What OpenAPI 3.2 allows in an object and the reference does not show. */
export function findUnsupported(node: JsonObject, shape: string): readonly Unsupported[] {
  const fields = unsupportedFields[shape] ?? [];
  return fields
    .filter((key) => Object.hasOwn(node, key))
    .map((key) => ({ key, message: `\`${key}\` of OpenAPI 3.2 is not shown`, hint: null }));
}

/** JSON Schema allows unknown keywords; a slip of the pen and a word of OpenAPI 3.0 are worth a warning. */
export function findMistypedKeyword(node: JsonObject, key: string, { fields }: ParsedShape): Unsupported | null {
  if (key === "nullable") {
    if (memberOf(node, key) !== true) return null;
    const hint = 'write type: [string, "null"], or the type it has';
    return { key, message: "`nullable` is a word of OpenAPI 3.0 and has no effect", hint };
  }
  const meant = [...fields.keys()].find((keyword) => isSlip(key, keyword));
  return meant === undefined
    ? null
    : { key, message: `\`${key}\` is no keyword and has no effect`, hint: `did you mean ${meant}?` };
}

function isSlip(key: string, keyword: string): boolean {
  if (key.toLowerCase() === keyword.toLowerCase()) return true;
  return keyword.length >= 6 && Math.abs(key.length - keyword.length) <= 2 && distance(key, keyword) <= 2;
}
