import type { Position } from "../diagnostics/diagnostic.ts";
import type { Json, JsonObject } from "../json/json.ts";
import { intersectLimits, type Limits } from "./keywords/limits.ts";
import type { ExternalDocs, Markdown } from "./text.ts";

/**
 * A schema of a contract, as plain data and a node of a graph. A use of a named schema has `ref`, the keywords beside
 * the reference, and those of the named schema that fit on one line (`NamedWords`). Everything else is in the named
 * schema, so recursion ends at a name; `resolveSchema` follows it.
 */
export interface Schema {
  /** The contract's unique name for it; null for an inline schema. */
  readonly name: string | null;
  /** The named schema that it refers to; null for an inline schema. */
  readonly ref: string | null;
  /** The author's schema as JSON Schema 2020-12 with its references, for checking values and for export. */
  readonly source: Json;
  /**
   * All keywords with `allOf` merged, except for choices beyond the first, which stay in `allOf`. The members below
   * give the same in a more convenient form.
   */
  readonly keywords: JsonObject;
  /** Null without the author's file. */
  readonly position: Position | null;
  readonly title: string | null;
  readonly description: Markdown | null;
  readonly externalDocs: ExternalDocs | null;
  /** JSON types except `null` (see `nullable`); empty if any type is allowed. */
  readonly types: readonly string[];
  readonly nullable: boolean;
  readonly format: string | null;
  /** `usd-cents`, `usd`, `ft`, `lb`, …; null if it isn't stated. */
  readonly unit: string | null;
  readonly limits: Limits;
  readonly enum: readonly EnumValue[];
  readonly const: Json | undefined;
  readonly default: Json | undefined;
  readonly examples: readonly Json[];
  /** The only side that may send it; null if both may. */
  readonly access: "read-only" | "write-only" | null;
  readonly deprecated: boolean;
  /** `reading`, `convention` or `unspecified`; null if the contract states it. */
  readonly certainty: string | null;
  readonly members: readonly Member[];
  readonly patternProperties: readonly { readonly pattern: string; readonly schema: Schema }[];
  /** The schema of unlisted members; true or false if all or none are allowed, null if nothing is stated. */
  readonly additionalProperties: Schema | boolean | null;
  readonly items: Schema | null;
  /** The schema of JSON inside a text (`contentSchema`); null for other texts. */
  readonly content: Schema | null;
  readonly prefixItems: readonly Schema[];
  /** Alternatives. A choice among sets of members is one of the limits. */
  readonly alternatives: Alternatives | null;
  /** More choices that apply: `anyOf` beside `oneOf`, or those in parts of `allOf`. */
  readonly furtherAlternatives: readonly Alternatives[];
  readonly not: Schema | null;
  /**
   * More schemas that apply, some of them conditionally: from `if`, `then`, `else` and `dependentSchemas`, and those in
   * `allOf` that a later part replaced.
   */
  readonly conditional: readonly Schema[];
  /** The names of the schemas that `allOf` merges, in order. */
  readonly mergedFrom: readonly string[];
}

/** The schema `true`. */
export const anySchema: Schema = {
  name: null,
  ref: null,
  source: true,
  keywords: {},
  position: null,
  title: null,
  description: null,
  externalDocs: null,
  types: [],
  nullable: false,
  format: null,
  unit: null,
  limits: {},
  enum: [],
  const: undefined,
  default: undefined,
  examples: [],
  access: null,
  deprecated: false,
  certainty: null,
  members: [],
  patternProperties: [],
  additionalProperties: null,
  items: null,
  content: null,
  prefixItems: [],
  alternatives: null,
  furtherAlternatives: [],
  not: null,
  conditional: [],
  mergedFrom: [],
};

/** The schema `false`. */
export const noSchema: Schema = { ...anySchema, source: false, keywords: { not: {} }, limits: { isNever: true } };

/** The named schemas of a contract. */
export type SchemaByName = ReadonlyMap<string, Schema>;

export interface NamedSchema {
  readonly name: string;
  /** `schema-` and a slug. */
  readonly anchor: string;
  readonly schema: Schema;
  /** An example of an object as JSON; null for other schemas. */
  readonly example: string | null;
  readonly position: Position;
}

export interface EnumValue {
  readonly value: Json;
  /** The author's label for the value (`x-enum-varnames`). */
  readonly label: string | null;
  readonly meaning: Markdown | null;
}

/** A described member of an object. */
export interface Member {
  readonly name: string;
  readonly required: boolean;
  readonly schema: Schema;
  /** The name of the `allOf` part that it comes from; null if it's stated in place. */
  readonly from: string | null;
}

export interface Alternatives {
  readonly kind: "oneOf" | "anyOf";
  readonly schemas: readonly Schema[];
  /** The property that selects an alternative, with the schema's name for each value. */
  readonly discriminator: Discriminator | null;
}

interface Discriminator {
  readonly property: string;
  readonly mapping: ReadonlyMap<string, string>;
  /** The schema for a missing or unknown value; null if there's none. */
  readonly fallback: string | null;
}

/** A longer chain of names is a ring. */
const maxHops = 100;

/**
 * Follows a use of a named schema. Keywords beside the reference replace those of the named schema. An inline schema,
 * or one whose name doesn't exist, is returned unchanged.
 */
export function resolveSchema(schema: Schema, schemas: SchemaByName): Schema {
  let resolved = schema;
  for (let hops = 0; resolved.ref !== null; hops += 1) {
    const named = schemas.get(resolved.ref);
    if (named === undefined || hops === maxHops) return resolved;
    resolved = withSiblings(named, resolved);
  }
  return resolved;
}

function withSiblings(named: Schema, use: Schema): Schema {
  if (Object.keys(use.keywords).length === 0 && use.nullable === named.nullable) return named;
  const [alternatives = null, ...furtherAlternatives] = [...choicesIn(named), ...choicesIn(use)];
  const stated: Partial<Schema> = Object.fromEntries(
    Object.entries(use).filter(([, value]: [string, unknown]) =>
      Array.isArray(value) ? value.length > 0 : (value ?? false) !== false,
    ),
  );
  return {
    ...named,
    ...stated,
    name: named.name,
    ref: named.ref,
    source: use.source,
    keywords: { ...named.keywords, ...use.keywords },
    position: use.position,
    access: use.access,
    deprecated: use.deprecated,
    limits: intersectLimits(named, use),
    alternatives,
    furtherAlternatives,
    const: use.const === undefined ? named.const : use.const,
    default: use.default === undefined ? named.default : use.default,
    additionalProperties: use.additionalProperties ?? named.additionalProperties,
    members: [...new Map([...named.members, ...use.members].map((member) => [member.name, member])).values()],
    patternProperties: [...named.patternProperties, ...use.patternProperties],
    conditional: [...named.conditional, ...use.conditional],
    mergedFrom: [...new Set([...named.mergedFrom, ...use.mergedFrom])],
  };
}

/** All choices of a schema, in the order of the page. */
export function choicesIn({ alternatives, furtherAlternatives }: Schema): readonly Alternatives[] {
  return alternatives === null ? [] : [alternatives, ...furtherAlternatives];
}

/** The schema of items after those that are described one by one; null if there's none. */
export function furtherItems({ items }: Schema): Schema | null {
  return items === null || items.limits.isNever === true ? null : items;
}

/** The schema of members that aren't listed; null if there's none. */
export function additionalSchema({ additionalProperties }: Schema): Schema | null {
  return typeof additionalProperties === "object" ? additionalProperties : null;
}

/**
 * The described members of an object and its alternatives, with references followed; empty if any member is allowed. If
 * several alternatives describe a member, the first one counts, because examples are made from that.
 */
export function membersByName(use: Schema | null, schemaByName: SchemaByName, depth = 0): ReadonlyMap<string, Schema> {
  if (use === null) return new Map();
  const { members, alternatives } = resolveSchema(use, schemaByName);
  const found = new Map<string, Schema>();
  for (const alternative of depth < deepestChoice ? (alternatives?.schemas ?? []) : []) {
    for (const [name, schema] of membersByName(alternative, schemaByName, depth + 1))
      if (!found.has(name)) found.set(name, schema);
  }
  for (const { name, schema } of members) found.set(name, resolveSchema(schema, schemaByName));
  return found;
}

/** Alternatives are rarely nested deeper. The limit also ends rings. */
const deepestChoice = 3;

/** True for a file's content: a format in OpenAPI 3.0, a media type without encoding in 3.1. */
export function isFile({ format, limits }: Schema): boolean {
  return format === "binary" || (limits.contentMediaType !== undefined && limits.contentEncoding === undefined);
}

/** True for a form's member that's a file or a list of files, also in one of its alternatives. */
export function holdsFile(use: Schema, schemaByName: SchemaByName): boolean {
  const schema = resolveSchema(use, schemaByName);
  const elements = [schema, ...(schema.items === null ? [] : [schema.items]), ...(schema.alternatives?.schemas ?? [])];
  return elements.some((element) => isFile(resolveSchema(element, schemaByName)));
}
