import { Origins } from "#read/yaml/origins.ts";
import { isList, isObject, type Json, type JsonObject, textAt, toJsonText, toObject } from "#shared/json/json.ts";
import { parsePointer, resolvePointer } from "#shared/json/json-pointer.ts";

import { keywords30 } from "../structure/schema-shapes.ts";
import type { FieldType } from "../structure/shape.ts";
import type { Specification } from "../structure/specification.ts";
import { transformDocument } from "../structure/walk-document.ts";

/**
 * A copy of the bundled document for the parser: without what only looks like a reference, and as if what we have told were
 * mended, since the parser prints the whole document for each finding (2,000 took it 30 seconds). A document that grows
 * without end as its references are expanded is shown without schemas.
 */
export function toWitnessDocument(document: JsonObject, { family, shapes }: Specification): JsonObject {
  const isSkeleton = countExpanded(document) > maxNodes;
  const edit = (node: JsonObject, name: string): JsonObject => {
    const shape = shapes.get(name);
    if (shape === undefined) return node;
    if (isSkeleton && name === "schema") return {};
    const isOld = name === "schema" && family === "OpenAPI 3.0";
    const members = Object.entries(node);
    const shown = members.filter(([key, value]) => {
      const type = shape.fields.get(key)?.type ?? (shape.rest?.key.test(key) ? shape.restType : null);
      const isKnown = isOld ? keywords30.has(key) && !(key === "type" && isList(value)) : shape.open || type;
      if (!(isKnown || key.startsWith("x-")) || (isSkeleton && key === "callbacks")) return false;
      return (type && !isFree(type)) || !holdsReference(value);
    });
    const needed = Object.hasOwn(node, "$ref") ? [] : [...shape.fields].filter(([, { required }]) => required);
    const missing = needed.filter(([key]) => !Object.hasOwn(node, key));
    if (missing.length === 0 && shown.length === members.length) return node;
    return toObject([...shown, ...missing.map(([key, { type }]) => [key, leastOf(type)] as const)]);
  };
  // Its numbers become those that other libraries know, and the parser has a copy to expand in place.
  return JSON.parse(toJsonText(transformDocument(document, { shapes, origins: new Origins(), edit })));
}

/** Examples, defaults and extensions may hold anything, and what looks like a reference there would be followed. */
function isFree(type: FieldType): boolean {
  return type.kind === "any" || ((type.kind === "list" || type.kind === "map") && isFree(type.of));
}

function holdsReference(value: Json): boolean {
  if (isList(value)) return value.some(holdsReference);
  return isObject(value) && (Object.hasOwn(value, "$ref") || Object.values(value).some(holdsReference));
}

function leastOf(type: FieldType): Json {
  if (type.kind === "one") return type.texts[0] ?? "";
  return type.kind === "scalar" ? "" : {};
}

/** Objects, lists and values with every reference expanded; the parser takes seconds for so many. */
const maxNodes = 250_000;
/** Levels with every reference expanded. The parser gives up at 500. */
const deepest = 400;

/** Takes time in proportion to the document, however much there is; what is too deep counts as endless. */
function countExpanded(document: JsonObject): number {
  const counts = new Map<string, number>();
  const count = (value: Json, level: number): number => {
    if (!isList(value) && !isObject(value)) return 1;
    if (level > deepest) return Infinity;
    const reference = textAt(value, "$ref");
    const behind = reference === null ? 0 : countBehind(reference, level + 1);
    return Object.values(value).reduce<number>((sum, part) => sum + count(part, level + 1), 1 + behind);
  };
  const countBehind = (reference: string, level: number): number => {
    const known = counts.get(reference);
    if (known !== undefined) return known;
    // Met again inside itself it is a ring, which stays a reference.
    counts.set(reference, 1);
    const sum = count(resolvePointer(document, parsePointer(reference.replace(/^#/, "")) ?? [""]) ?? null, level);
    counts.set(reference, sum);
    return sum;
  };
  return count(document, 0);
}
