import type { Position } from "../diagnostic.ts";
import type { Html } from "../html.ts";
import { parsePointer } from "../json/json-pointer.ts";
import type { Json } from "../json/json.ts";

export interface NamedSchema {
  readonly name: string;
  /** `schema-` and a slug. */
  readonly anchor: string;
  readonly schema: Schema;
  readonly position: Position;
}

/** A stated limit, ready to print: `0 or more`, `1 to 256 characters`, `matches ^[A-Z]+$`. */
export type Limit = string;

/**
 * One schema as a reader sees it. A use of a named schema has `ref`, the siblings stated beside it, and the named schema's
 * types, nullability, format and unit, which fit on one line; everything else is in the named schema, so that recursion
 * ends at a link.
 */
export interface Schema {
  /** Name of the named schema this is a use of; null for an inline schema. */
  readonly ref: string | null;
  readonly title: string | null;
  /** JSON types; empty when any type goes. `null` is not among them: see `nullable`. */
  readonly types: readonly string[];
  readonly nullable: boolean;
  readonly format: string | null;
  readonly description: Html | null;
  readonly enum: readonly EnumValue[];
  readonly const: Json | undefined;
  readonly default: Json | undefined;
  readonly example: Json | undefined;
  readonly limits: readonly Limit[];
  readonly readOnly: boolean;
  readonly writeOnly: boolean;
  readonly deprecated: boolean;
  /** `usd-cents`, `usd`, `ft`, `lb`, …; null when not stated. */
  readonly unit: string | null;
  /** `reading`, `convention`, `unspecified`; null means: as the contract states it. */
  readonly certainty: string | null;
  readonly properties: readonly Property[];
  readonly patternProperties: readonly PatternProperty[];
  /** What further members may be: anything, nothing, a schema, or not stated. */
  readonly additionalProperties: Schema | boolean | null;
  readonly items: Schema | null;
  readonly prefixItems: readonly Schema[];
  readonly alternatives: Alternatives | null;
  readonly not: Schema | null;
  /** Names of the schemas that `allOf` takes members from, in order. */
  readonly mergedFrom: readonly string[];
}

export interface EnumValue {
  readonly value: Json;
  /** The author's name for the value (`x-enum-varnames`). */
  readonly label: string | null;
  readonly meaning: Html | null;
}

export interface Property {
  readonly name: string;
  readonly required: boolean;
  readonly schema: Schema;
  /** Name of the `allOf` part it comes from; null when stated in place. */
  readonly from: string | null;
}

export interface PatternProperty {
  readonly pattern: string;
  readonly schema: Schema;
}

export interface Alternatives {
  readonly kind: "oneOf" | "anyOf";
  readonly schemas: readonly Schema[];
  /** The property that tells the alternatives apart, and which value means which schema name. */
  readonly discriminator: { readonly property: string; readonly mapping: ReadonlyMap<string, string> } | null;
}

/** `#/components/schemas/Load` to `Load`; null for references to anything else. */
export function schemaNameOf(reference: string): string | null {
  const [components, schemas, name, ...rest] = parsePointer(reference.replace(/^#/, "")) ?? [];
  return components === "components" && schemas === "schemas" && rest.length === 0 ? (name ?? null) : null;
}

/** The unit of a number, as readers call it; the document's own word when it is none we know. */
export function unitName(unit: string): string {
  return names.get(unit) ?? unit;
}

const names: ReadonlyMap<string, string> = new Map([
  ["usd-cents", "US cents"],
  ["usd", "US dollars"],
  ["ft", "feet"],
  ["lb", "pounds"],
]);
