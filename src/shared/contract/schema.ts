import type { Position } from "../diagnostics/diagnostic.ts";
import type { Json, JsonObject } from "../json/json.ts";
import { intersectLimits, type Limits } from "./keywords/limits.ts";
import type { ExternalDocs, Markdown } from "./text.ts";

/**
 * One schema of a contract: a node of a graph, as plain data. A use of a named schema has `ref`, what is stated beside the
 * reference, and what the named schema says that fits on one line (`NamedWords`); everything else is in the named schema, so
 * that recursion ends at a name. `resolveSchema` follows it.
 */
export interface Schema {
  /** The name that the contract knows it by; null for an inline schema. Names are unique, so a name is the id. */
  readonly name: string | null;
  /** The named schema that this refers to; null for an inline schema. */
  readonly ref: string | null;
  /** The author's schema in JSON Schema 2020-12 with its references, for checking values and for export. */
  readonly source: Json;
  /**
   * Every keyword after `allOf` is merged, but for choices beyond the first one, which stay in `allOf`. The members below
   * say the same in a form that is easier to read.
   */
  readonly keywords: JsonObject;
  /** Where it is written; null when no author's file is at hand. */
  readonly position: Position | null;
  readonly title: string | null;
  readonly description: Markdown | null;
  readonly externalDocs: ExternalDocs | null;
  /** JSON types without `null` (see `nullable`); empty when any type is allowed. */
  readonly types: readonly string[];
  readonly nullable: boolean;
  readonly format: string | null;
  /** `usd-cents`, `usd`, `ft`, `lb`, …; null when not stated. */
  readonly unit: string | null;
  readonly limits: Limits;
  readonly enum: readonly EnumValue[];
  readonly const: Json | undefined;
  readonly default: Json | undefined;
  readonly examples: readonly Json[];
  /** The side that may send it; null for both. */
  readonly access: "read-only" | "write-only" | null;
  readonly deprecated: boolean;
  /** `reading`, `convention`, `unspecified`; null means: as the contract states it. */
  readonly certainty: string | null;
  readonly members: readonly Member[];
  readonly patternProperties: readonly PatternProperty[];
  /** Unlisted members: anything, nothing, a schema, or not stated. */
  readonly additionalProperties: Schema | boolean | null;
  readonly items: Schema | null;
  /** The schema of JSON inside a text (`contentSchema`); null for any other text. */
  readonly content: Schema | null;
  readonly prefixItems: readonly Schema[];
  /** A choice among schemas. A choice among sets of members is one of the limits. */
  readonly alternatives: Alternatives | null;
  /** Choices that hold as well: `anyOf` beside `oneOf`, those of parts of `allOf`. */
  readonly furtherAlternatives: readonly Alternatives[];
  readonly not: Schema | null;
  /**
   * Schemas that hold as well, some under a condition: of `if`, `then`, `else` and `dependentSchemas`, and what parts of
   * `allOf` say that a later part replaced.
   */
  readonly conditional: readonly Schema[];
  /** Names of the schemas that `allOf` takes members from, in order. */
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
  /** An example of an object, as JSON; null for anything else. */
  readonly example: string | null;
  readonly position: Position;
}

export interface EnumValue {
  readonly value: Json;
  /** The author's name for the value (`x-enum-varnames`). */
  readonly label: string | null;
  readonly meaning: Markdown | null;
}

/** A described member of an object. */
export interface Member {
  readonly name: string;
  readonly required: boolean;
  readonly schema: Schema;
  /** Name of the `allOf` part it comes from; null when stated in place. */
  readonly from: string | null;
}

interface PatternProperty {
  readonly pattern: string;
  readonly schema: Schema;
}

export interface Alternatives {
  readonly kind: "oneOf" | "anyOf";
  readonly schemas: readonly Schema[];
  /** The property that selects an alternative, and the schema name for each of its values. */
  readonly discriminator: Discriminator | null;
}

interface Discriminator {
  readonly property: string;
  readonly mapping: ReadonlyMap<string, string>;
  /** The schema for a missing or unknown value; null when there is none. */
  readonly fallback: string | null;
}

/** A chain of names that is longer than this is a ring. */
const maxHops = 100;

/**
 * The schema that a use of a named schema stands for, with what is stated beside the reference in place of what the named
 * one says. A schema that stands for itself, and one whose name leads nowhere, is returned as it is.
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
  const stated: Partial<Schema> = Object.fromEntries(Object.entries(use).filter(([, value]) => isStated(value)));
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

/** All choices of a schema, in the order in which they are printed. */
export function choicesIn({ alternatives, furtherAlternatives }: Schema): readonly Alternatives[] {
  return alternatives === null ? [] : [alternatives, ...furtherAlternatives];
}

function isStated(value: unknown): boolean {
  return Array.isArray(value) ? value.length > 0 : value !== null && value !== undefined && value !== false;
}

/** The schema of items after those that are described one by one; null when there are none or when nothing is stated. */
export function furtherItems({ items }: Schema): Schema | null {
  return items === null || items.limits.isNever === true ? null : items;
}

/** The unit of a number in readers' words, or the document's word when it's unknown to us. */
export function unitName(unit: string): string {
  return names.get(unit) ?? unit;
}

const names: ReadonlyMap<string, string> = new Map([
  ["usd-cents", "US cents"],
  ["usd", "US dollars"],
  ["ft", "feet"],
  ["lb", "pounds"],
]);

/** True for the content of a file: OpenAPI 3.0 states a format, 3.1 a media type without an encoding. */
export function isFile({ format, limits }: Schema): boolean {
  return format === "binary" || (limits.contentMediaType !== undefined && limits.contentEncoding === undefined);
}

/** True for a member of a form that is a file or a list of files, in one of its alternatives. */
export function holdsFile(use: Schema, schemaByName: SchemaByName): boolean {
  const schema = resolveSchema(use, schemaByName);
  const elements = [schema, ...(schema.items === null ? [] : [schema.items]), ...(schema.alternatives?.schemas ?? [])];
  return elements.some((element) => isFile(resolveSchema(element, schemaByName)));
}
