import { Origins } from "#read/yaml/origins.ts";
import { isList, isObject, type Json, type JsonObject, textAt, toJsonText, toObject } from "#shared/json/json.ts";
import { parsePointer, resolvePointer } from "#shared/json/json-pointer.ts";

import { keywords30 } from "../structure/schema-shapes.ts";
import type { FieldType, ParsedShape } from "../structure/shape.ts";
import type { Specification } from "../structure/specification.ts";
import { transformDocument } from "../structure/walk-document.ts";

/**
 * A copy of the bundled document for the parser: the document itself, with numbers as other libraries know them, without
 * what only looks like a reference, and without what we have told: of each finding the parser prints the whole document. It
 * expands references and walks the result as a tree, so a document that would grow without end is shown as a skeleton:
 * twenty schemas that each name the next one twice would take it hours.
 */
export function toWitnessDocument(document: JsonObject, { family, shapes }: Specification): JsonObject {
  const isSmall = isExpandable(document);
  const edit: Edit = (node, name) => {
    const shape = shapes.get(name);
    const known = shape === undefined ? node : withRequired(withKnown(node, name, { family, shape }), shape);
    return isSmall ? withoutFreeReferences(known, shape) : toBone(known, name);
  };
  // Its numbers become those that other libraries know, and the parser has a copy to expand in place.
  return JSON.parse(toJsonText(transformDocument(document, { shapes, origins: new Origins(), edit })));
}

type Edit = (node: JsonObject, shape: string) => JsonObject;

/** The members that the specification knows. */
function withKnown(
  node: JsonObject,
  name: string,
  { family, shape }: { readonly family: Specification["family"]; readonly shape: ParsedShape },
): JsonObject {
  const isOld = name === "schema" && family === "OpenAPI 3.0";
  if (shape.open === true && !isOld) return node;
  const isKnown = ([key, value]: readonly [string, Json]): boolean =>
    key.startsWith("x-") ||
    (isOld ? keywords30.has(key) && !(key === "type" && isList(value)) : shape.fields.has(key)) ||
    shape.rest?.key.test(key) === true;
  const members = Object.entries(node);
  return members.every(isKnown) ? node : toObject(members.filter(isKnown));
}

/** With the least that can stand for what is missing. */
function withRequired(node: JsonObject, { fields }: ParsedShape): JsonObject {
  if (Object.hasOwn(node, "$ref")) return node;
  const missing = [...fields].filter(([key, { required }]) => required && !Object.hasOwn(node, key));
  if (missing.length === 0) return node;
  return toObject([...Object.entries(node), ...missing.map(([key, { type }]) => [key, leastOf(type)] as const)]);
}

function leastOf(type: FieldType): Json {
  if (type.kind === "one") return type.texts[0] ?? "";
  return type.kind === "scalar" ? "" : {};
}

/** Objects, lists and values with every reference expanded; the parser takes seconds for so many. */
const mostNodes = 250_000;
/** Levels with every reference expanded. The parser gives up at 500. */
const deepest = 400;

interface Extent {
  readonly nodes: number;
  readonly depth: number;
}

/** True when the document stays within bounds with its references expanded. Takes time in proportion to the document. */
function isExpandable(document: JsonObject): boolean {
  const extents = new Map<string, Extent>();
  const measure = (value: Json, level: number): Extent => {
    if (!(isList(value) || isObject(value)) || level > deepest) return { nodes: 1, depth: level > deepest ? level : 1 };
    const reference = textAt(value, "$ref");
    const parts = Object.values(value).map((part) => measure(part, level + 1));
    if (reference !== null) parts.push(measureTarget(reference, level));
    return {
      nodes: parts.reduce((sum, { nodes }) => sum + nodes, 1),
      depth: 1 + parts.reduce((most, { depth }) => Math.max(most, depth), 0),
    };
  };
  const measureTarget = (reference: string, level: number): Extent => {
    const known = extents.get(reference);
    if (known) return known;
    // Met again inside itself it is a ring, which stays a reference.
    extents.set(reference, { nodes: 1, depth: 1 });
    const target = resolvePointer(document, parsePointer(reference.replace(/^#/, "")) ?? [""]) ?? null;
    const extent = measure(target, level);
    extents.set(reference, extent);
    return extent;
  };
  const { nodes, depth } = measure(document, 0);
  return nodes <= mostNodes && depth <= deepest;
}

/** Examples, defaults and extensions may hold anything, and what looks like a reference there would be followed. */
function withoutFreeReferences(node: JsonObject, shape: ParsedShape | undefined): JsonObject {
  const kept = Object.entries(node).filter(([key, value]) => {
    const type = shape?.fields.get(key)?.type ?? (shape?.rest?.key.test(key) ? shape.restType : null);
    return (type && !isFree(type)) || !holdsReference(value);
  });
  return kept.length === Object.keys(node).length ? node : toObject(kept);
}

function isFree(type: FieldType): boolean {
  return type.kind === "any" || ((type.kind === "list" || type.kind === "map") && isFree(type.of));
}

function holdsReference(value: Json): boolean {
  if (isList(value)) return value.some(holdsReference);
  return isObject(value) && (Object.hasOwn(value, "$ref") || Object.values(value).some(holdsReference));
}

const droppedMembers: ReadonlyMap<string, readonly string[]> = new Map([
  ["schema", ["$ref", "$id", "$schema", "$anchor", "example", "examples", "default", "const", "enum"]],
  ["parameter", ["example", "examples", "default", "enum"]],
  ["items", ["default", "enum"]],
  ["header", ["example", "examples", "default", "enum"]],
  ["mediaType", ["example", "examples"]],
  ["response", ["examples", "links"]],
  ["operation", ["callbacks"]],
  ["components", ["callbacks", "examples", "links"]],
]);

/** An object without what refers to schemas or holds free values; neither matters to its structure. */
function toBone(node: JsonObject, shape: string): JsonObject {
  const dropped = droppedMembers.get(shape) ?? [];
  const kept = Object.entries(node).filter(([key]) => !key.startsWith("x-") && !dropped.includes(key));
  return toObject(kept.map(([key, value]) => [key, key === "description" && typeof value === "string" ? "" : value]));
}
