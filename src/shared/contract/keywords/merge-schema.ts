import {
  entriesAt,
  isObject,
  type Json,
  type JsonObject,
  jsonTypeOf,
  listAt,
  memberOf,
  objectAt,
  textAt,
  textsAt,
  toObject,
  without,
} from "#shared/json/json.ts";
import { isSameJson } from "#shared/json/same-json.ts";

import { intersectKeywords } from "./intersect-keywords.ts";
import { allowedValues, choicesOf, isRemark, schemaKeywords, schemaNameOf } from "./json-schema.ts";

interface MergedSchema {
  /** The schema with the members of all parts, and without `allOf`. */
  readonly node: JsonObject;
  /** The names of the named parts, in order. */
  readonly mergedFrom: readonly string[];
  /** The named part that each property comes from. */
  readonly fromByProperty: ReadonlyMap<string, string>;
  /** Parts' versions of inner values that a later part replaced, as separate schemas. They still apply. */
  readonly replaced: readonly JsonObject[];
  /** Further choices (`oneOf`, `anyOf`) of the parts; the first is the schema's own. All apply. */
  readonly furtherChoices: readonly JsonObject[];
}

/** No schema inherits from this many. The limit keeps chains that end in rings from taking quadratic time. */
const maxParts = 128;

/**
 * Merges `allOf` into a single schema with all properties, required names and limits. Later parts refine earlier ones.
 * Each named part counts once, so rings and diamonds end.
 */
export function mergeAllOf(schema: JsonObject, tools: MergeTools): MergedSchema {
  if (!Object.hasOwn(schema, "allOf"))
    return { node: schema, mergedFrom: [], fromByProperty: new Map(), replaced: [], furtherChoices: [] };
  const { parts, left } = collectParts(schema, tools);
  const fromByProperty = new Map<string, string>();
  const choices: JsonObject[] = [];
  let merged: JsonObject = {};
  for (const part of parts) {
    const stated = choicesOf(part.node);
    choices.push(...stated.filter((choice) => !choices.some((known) => isSameJson(known, choice))));
    const own = stated.length === 0 ? part.node : without(part.node, ...choiceKeywords);
    const kept = Object.entries(merged).filter(([key]) => !ownMembers.has(key) || Object.hasOwn(own, key));
    merged = intersectKeywords(toObject(kept), own, (earlier, later) => tools.refine(earlier, later));
    for (const name of Object.keys(objectAt(part.node, "properties") ?? {})) {
      if (part.from === null) fromByProperty.delete(name);
      else fromByProperty.set(name, part.from);
    }
  }
  const [choice = {}, ...furtherChoices] = choices;
  const node = { ...merged, ...choice };
  return {
    node,
    mergedFrom: [...new Set(parts.flatMap(({ from }) => from ?? []))],
    fromByProperty,
    replaced: [...parts.flatMap((part) => replacedIn(part.node, node)), ...left],
    furtherChoices,
  };
}

const choiceKeywords = ["oneOf", "anyOf", "discriminator"];

export interface MergeTools {
  /** Returns the schema that a reference names. */
  readonly target: (reference: string) => JsonObject | null;
  /** Combines two versions of an inner schema. The same two give the same object, so that rings can be recognized. */
  readonly refine: (base: JsonObject, part: JsonObject) => JsonObject;
}

interface SchemaPart {
  readonly node: JsonObject;
  readonly from: string | null;
}

function collectParts(schema: JsonObject, tools: MergeTools) {
  const parts: SchemaPart[] = [];
  /** Parts beyond the limit. */
  const left: JsonObject[] = [];
  const seen = new Set<JsonObject>();
  function collect(node: JsonObject, from: string | null): void {
    if (seen.has(node)) return;
    seen.add(node);
    if (parts.length >= maxParts) return void left.push(node);
    const reference = textAt(node, "$ref");
    const referred = reference === null ? null : tools.target(reference);
    if (reference !== null && referred) collect(referred, schemaNameOf(reference) ?? from);
    // If a contract was cut, the target of the reference is missing, but the reference still applies.
    if (reference !== null && !referred) left.push({ $ref: reference });
    for (const element of listAt(node, "allOf")) if (isObject(element)) collect(element, from);
    // The alternatives of a base are its derived schemas, which don't inherit the choice.
    const isBase = from !== null && Object.hasOwn(node, "discriminator");
    const own = node === schema ? { ...wordsInPlace(node), ...node } : node;
    parts.push({ node: without(own, "allOf", "$ref", ...(isBase ? ["oneOf", "anyOf"] : [])), from });
  }
  collect(schema, null);
  return { parts, left };
}

/** Generators put the description of the whole schema into its only unnamed part. */
function wordsInPlace(schema: JsonObject): JsonObject {
  const inPlace = listAt(schema, "allOf").filter((part) => isObject(part) && !Object.hasOwn(part, "$ref"));
  const [part] = inPlace;
  if (inPlace.length !== 1 || !isObject(part)) return {};
  return toObject(Object.entries(part).filter(([key]) => ["title", "description", "externalDocs"].includes(key)));
}

function replacedIn(part: JsonObject, whole: JsonObject): readonly JsonObject[] {
  const replaced = Object.entries(part).flatMap(([key, value]): readonly (readonly [string, Json])[] => {
    const kind = schemaKeywords.get(key);
    const kept = memberOf(whole, key);
    if (kind === undefined || kept === value || choiceKeywords.includes(key)) return [];
    if (kind !== "map") return [[key, value]];
    const changed = entriesAt(part, key).filter(([name, inner]) => memberOf(kept, name) !== inner);
    return changed.length === 0 ? [] : [[key, toObject(changed)]];
  });
  return replaced.length === 0 ? [] : [toObject(replaced)];
}

/** A part's title, description and examples describe that part only. */
const ownMembers = new Set([
  ...["title", "description", "externalDocs", "example", "examples", "default", "discriminator", "deprecated"],
]);

type SchemaTarget = Pick<MergeTools, "target">;

interface SimplifiedSchema {
  readonly node: JsonObject;
  /** True if an alternative allowed null. */
  readonly isNullable: boolean;
}

/**
 * Simplifies indirect notations: `anyOf: [X, {type: "null"}]` is a nullable X, a choice with a single alternative is
 * that alternative, and `allOf: [{$ref: X}]` with remarks beside it, which OpenAPI 3.0 needed, is a use of X.
 */
export function simplifySchema(schema: JsonObject, tools: SchemaTarget): SimplifiedSchema {
  for (const key of ["anyOf", "oneOf"]) {
    const alternatives = listAt(schema, key);
    const stated = alternatives.filter(
      (alternative) => memberOf(alternative, "type") !== "null" && !isOnly(null, alternative, tools),
    );
    const choices = withEmptyText(stated, tools);
    const [first] = choices;
    if (first === undefined) continue;
    const isNullable = stated.length < alternatives.length;
    const isJoined = choices.length < stated.length;
    const isAlone =
      choices.length === 1 && (isNullable || isJoined || (isObject(first) && hasOnlyRemarks(schema, key)));
    if (!isNullable && !isAlone) continue;
    const plain = isAlone ? fold(schema, key, first) : { ...schema, [key]: choices };
    const simple = simplifySchema(plain, tools);
    return { node: simple.node, isNullable: isNullable || simple.isNullable };
  }
  const [part, ...more] = listAt(schema, "allOf");
  const isUse = more.length === 0 && isObject(part) && Object.hasOwn(part, "$ref") && hasOnlyRemarks(schema, "allOf");
  return { node: isUse ? fold(schema, "allOf", part) : schema, isNullable: false };
}

function isOnly(value: Json, schema: Json, tools: SchemaTarget): boolean {
  const values = valuesOf(schema, tools);
  return values.length === 1 && values[0] === value;
}

function valuesOf(schema: Json, tools: SchemaTarget): readonly Json[] {
  const reference = textAt(schema, "$ref");
  return listAt(reference === null ? schema : (tools.target(reference) ?? undefined), "enum");
}

/** Django's frameworks write an enum that allows the empty text as two alternatives; this joins them. */
function withEmptyText(alternatives: readonly Json[], tools: SchemaTarget): readonly Json[] {
  const nonEmpty = alternatives.filter((alternative) => !isOnly("", alternative, tools));
  const [only] = nonEmpty;
  const values = only === undefined ? [] : valuesOf(only, tools);
  if (alternatives.length !== 2 || nonEmpty.length !== 1 || !isObject(only) || values.length === 0) return alternatives;
  return [{ ...only, enum: [...values, ""] }];
}

function fold(schema: JsonObject, key: string, part: Json | undefined): JsonObject {
  const siblings = without(schema, key);
  return isObject(part) ? { ...part, ...siblings } : siblings;
}

function hasOnlyRemarks(schema: JsonObject, beside: string): boolean {
  return Object.keys(schema).every((key) => key === beside || isRemark(key));
}

/** The JSON types of a schema, as stated or as its other keywords imply; null if any type is possible. */
export function inferTypes(schema: JsonObject | null, tools: SchemaTarget, depth = 0): readonly string[] | null {
  if (!schema || depth > deepestInference) return null;
  const stated = textsAt(schema, "type");
  if (stated.length > 0) return stated;
  const values = allowedValues(schema);
  if (values.length > 0) return [...new Set(values.map(jsonTypeOf))];
  if (["properties", "additionalProperties", "patternProperties"].some((key) => Object.hasOwn(schema, key))) {
    return ["object"];
  }
  if (Object.hasOwn(schema, "items") || Object.hasOwn(schema, "prefixItems")) return ["array"];
  const reference = textAt(schema, "$ref");
  const parts =
    reference === null ? listAt(schema, "allOf").slice(0, maxInferredParts) : [tools.target(reference) ?? {}];
  for (const part of parts) {
    const types = isObject(part) ? inferTypes(part, tools, depth + 1) : null;
    if (types) return types;
  }
  return Object.hasOwn(schema, "required") ? ["object"] : null;
}

/** Inheritance is rarely deeper or wider. The limit also ends rings. */
const deepestInference = 5;
const maxInferredParts = 4;
