import { parsePointer } from "#shared/json/json-pointer.ts";
import {
  compact,
  entriesAt,
  isList,
  isObject,
  type Json,
  type JsonObject,
  listAt,
  mapMembers,
  memberOf,
  textAt,
  textsAt,
} from "#shared/json/json.ts";

/**
 * The keywords of JSON Schema 2020-12 that contain schemas (core, sections 10 and 11; validation, section 8): a schema,
 * a list of schemas, or an object with schemas under the author's own names.
 */
export const schemaKeywords: ReadonlyMap<string, "one" | "list" | "map"> = new Map([
  ...[
    ...["items", "additionalProperties", "not", "if", "then", "else", "contains", "propertyNames"],
    ...["unevaluatedItems", "unevaluatedProperties", "contentSchema"],
  ].map((keyword) => [keyword, "one"] as const),
  ...["allOf", "anyOf", "oneOf", "prefixItems"].map((keyword) => [keyword, "list"] as const),
  ...["properties", "patternProperties", "dependentSchemas", "$defs"].map((keyword) => [keyword, "map"] as const),
]);

const remarks = new Set([
  ...["title", "description", "default", "example", "examples", "readOnly", "writeOnly", "deprecated"],
  ...["externalDocs", "xml"],
]);

/** True for keywords that describe a value without constraining it. */
export function isRemark(keyword: string): boolean {
  return remarks.has(keyword) || keyword.startsWith("x-");
}

/** Applies `change` to each direct subschema. */
export function mapSubschemas(schema: JsonObject, change: (inner: Json) => Json): JsonObject {
  return mapMembers(schema, (value, key) => {
    const kind = schemaKeywords.get(key);
    if (kind === "one") return change(value);
    if (kind === "list") return isList(value) ? value.map(change) : value;
    return kind === "map" && isObject(value) ? mapMembers(value, change) : value;
  });
}

/** The values that `const` or `enum` allows; empty if neither is stated. */
export function allowedValues(schema: JsonObject): readonly Json[] {
  return Object.hasOwn(schema, "const") ? [schema["const"] ?? null] : listAt(schema, "enum");
}

/** `#/components/schemas/Load` to `Load`; null for references to anything else. */
export function schemaNameOf(reference: string): string | null {
  const [components, schemas, name, ...deeperSteps] = parsePointer(reference.replace(/^#/, "")) ?? [];
  return components === "components" && schemas === "schemas" && deeperSteps.length === 0 ? (name ?? null) : null;
}

/** The named schema that a JSON Schema refers to; null for an inline one. */
export function referredName(schema: Json | undefined): string | null {
  return schemaNameOf(textAt(schema, "$ref") ?? "");
}

/** The named schemas that a JSON Schema refers to, at any depth. */
export function referredNames(schema: Json): ReadonlySet<string> {
  const names = new Set<string>();
  const collect = (node: Json): Json => {
    if (!isObject(node)) return node;
    const name = referredName(node);
    if (name !== null) names.add(name);
    mapSubschemas(node, collect);
    return node;
  };
  collect(schema);
  return names;
}

/** The names of the schemas that inherit from a schema by `allOf`. */
export type SubtypesByBase = ReadonlyMap<JsonObject, readonly string[]>;

/** The subtypes of each schema. They're the choices of a discriminator without a list. */
export function findSubtypes(named: JsonObject, target: (reference: string) => JsonObject | null): SubtypesByBase {
  const subtypes = new Map<JsonObject, string[]>();
  for (const [name, schema] of Object.entries(named)) {
    for (const part of listAt(schema, "allOf")) {
      const base = target(textAt(part, "$ref") ?? "");
      if (base) subtypes.set(base, [...(subtypes.get(base) ?? []), name]);
    }
  }
  return subtypes;
}

/** The schema for each value. A schema that the mapping leaves out is chosen by its own name (OpenAPI 3.1, 4.8.25). */
export function toMapping(discriminator: JsonObject, schemas: readonly Json[]): ReadonlyMap<string, string> {
  const stated = entriesAt(discriminator, "mapping").flatMap(([value, text]) =>
    typeof text === "string" ? [[value, toMappedName(text)] as const] : [],
  );
  const named = new Set([...stated.map(([, name]) => name), defaultOf(discriminator)]);
  const names = schemas.flatMap((schema) => referredName(schema) ?? []);
  return new Map([...stated, ...names.filter((name) => !named.has(name)).map((name) => [name, name] as const)]);
}

/** The schema for unmapped and missing values (OpenAPI 3.2.1, 4.26). */
export function defaultOf(discriminator: JsonObject): string | null {
  const text = textAt(discriminator, "defaultMapping");
  return text === null ? null : toMappedName(text);
}

/** A mapping refers to a schema by name (dots are allowed), reference or file (OpenAPI 3.1, 4.8.25.2). */
function toMappedName(text: string): string {
  const last = text.split(/[/#]/).at(-1) ?? text;
  return schemaNameOf(text) ?? last.replace(/\.(?:json|ya?ml)$/i, "");
}

/** True for `false`, and for the equivalent `{ not: {} }`. */
export function allowsNothing(schema: Json): boolean {
  const excluded = isObject(schema) && Object.keys(schema).length === 1 ? memberOf(schema, "not") : undefined;
  return schema === false || excluded === true || (isObject(excluded) && Object.keys(excluded).length === 0);
}

/** Members that an object has together, and members that exclude them. */
export interface MemberSet {
  readonly present: readonly string[];
  readonly absent: readonly string[];
}

/** A choice (`oneOf`, `anyOf`) that only concerns which members an object has. */
export interface MemberChoice {
  /** True if exactly one of the sets has to fit. */
  readonly isExclusive: boolean;
  readonly sets: readonly MemberSet[];
}

/** The choices of a schema, each as a schema of its own. A discriminator belongs to the first. */
export function choicesOf(schema: JsonObject): readonly JsonObject[] {
  const kinds = ["oneOf", "anyOf"].filter((kind) => listAt(schema, kind).length > 0);
  return kinds.map((kind, index) => {
    const discriminator = index === 0 ? memberOf(schema, "discriminator") : undefined;
    return compact({ [kind]: memberOf(schema, kind), discriminator });
  });
}

/** Reads a choice as sets of members; null if its alternatives say anything else. */
export function toMemberChoice(choice: JsonObject): MemberChoice | null {
  const isExclusive = Object.hasOwn(choice, "oneOf");
  const alternatives = listAt(choice, isExclusive ? "oneOf" : "anyOf");
  const sets = alternatives.flatMap((alternative) => toMemberSet(alternative) ?? []);
  return sets.length < alternatives.length ? null : { isExclusive, sets };
}

function toMemberSet(alternative: Json): MemberSet | null {
  if (!isObject(alternative)) return null;
  const isKnown = Object.entries(alternative).every(
    ([key, value]) => key === "required" || key === "not" || (key === "type" && value === "object"),
  );
  const [present, forbidden] = [textsAt(alternative, "required"), forbiddenIn(alternative["not"])];
  if (!isKnown || forbidden === null || forbidden.some((names) => names.length !== 1)) return null;
  return present.length + forbidden.length === 0 ? null : { present, absent: forbidden.flat() };
}

/** Members that `not` forbids together; null if it forbids anything else. */
export function forbiddenIn(not: Json | undefined): readonly (readonly string[])[] | null {
  if (not === undefined) return [];
  const alternatives = memberOf(not, "anyOf") === undefined ? [not] : listAt(not, "anyOf");
  const isPlain = [not, ...alternatives].every(
    (schema) => isObject(schema) && Object.keys(schema).every((key) => key === "required" || key === "anyOf"),
  );
  const sets = alternatives.map((alternative) => textsAt(alternative, "required"));
  return isPlain && sets.length > 0 && sets.every((names) => names.length > 0) ? sets : null;
}
