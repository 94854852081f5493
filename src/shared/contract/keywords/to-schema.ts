import type { Position } from "#shared/diagnostics/diagnostic.ts";
import { toPointer } from "#shared/json/json-pointer.ts";
import {
  entriesAt,
  firstDefined,
  flagAt,
  isList,
  isObject,
  type Json,
  type JsonObject,
  listAt,
  memberOf,
  objectAt,
  textAt,
  textsAt,
  toText,
  without,
} from "#shared/json/json.ts";
import { isJsonType } from "#shared/media-type.ts";

import {
  type Alternatives,
  anySchema,
  type EnumValue,
  type Member,
  noSchema,
  type Schema,
  type SchemaByName,
} from "../schema.ts";
import type { ExternalDocs, Markdown } from "../text.ts";
import { refineSchema } from "./intersect-keywords.ts";
import {
  allowsNothing,
  choicesOf,
  defaultOf,
  findSubtypes,
  referredName,
  schemaNameOf,
  type SubtypesByBase,
  toMapping,
  toMemberChoice,
} from "./json-schema.ts";
import { toLimits } from "./limits.ts";
import { inferTypes, mergeAllOf, type MergeTools, simplifySchema } from "./merge-schema.ts";
import { NamedWords } from "./named-words.ts";

/** Origins in the author's file; absent if there's no file. */
export interface SchemaOrigins {
  positionOf(node: object): Position | null;
  /** Null for a blank text. */
  markdown(text: string, node: object, key: string): Markdown | null;
  /** Null if the node has none that a browser can open. */
  externalDocs(node: JsonObject): ExternalDocs | null;
  /** Gives a derived node the origin of its source, and returns it. */
  inherit<T extends object>(derived: T, from: object): T;
}

const unknownOrigins: SchemaOrigins = {
  positionOf: () => null,
  markdown: (text) => (text.trim() === "" ? null : { text, position: null }),
  externalDocs: () => null,
  inherit: (derived) => derived,
};

/**
 * Converts JSON Schema 2020-12 to `Schema`, for a contract in Node and for an operation's slim schemas in browsers. The
 * same node gives the same `Schema`, and rings end where a name is used.
 */
export class SchemaConversion implements MergeTools {
  readonly #named: JsonObject;
  readonly #origins: SchemaOrigins;
  readonly #finished = new WeakMap<JsonObject, Schema>();
  /** Schemas that are being converted. Meeting one again means a ring. */
  readonly #open = new Set<JsonObject>();
  readonly #refined = new WeakMap<JsonObject, WeakMap<JsonObject, JsonObject>>();
  #subtypesByBase: SubtypesByBase | null = null;
  #byName: SchemaByName | null = null;
  readonly #words: NamedWords;

  /** `named` has the targets of references such as `#/components/schemas/Load`. */
  constructor(named: JsonObject, origins: SchemaOrigins = unknownOrigins) {
    this.#named = named;
    this.#origins = origins;
    this.#words = new NamedWords(named, this);
  }

  toSchemas(): SchemaByName {
    this.#byName ??= new Map(
      Object.entries(this.#named).map(([name, node]) => [name, { ...this.toSchema(node), name }]),
    );
    return this.#byName;
  }

  toSchema(value: Json | undefined): Schema {
    if (value !== undefined && allowsNothing(value)) return noSchema;
    if (!isObject(value)) return anySchema;
    const known = this.#finished.get(value);
    if (known) return known;
    if (this.#open.has(value)) return { ...anySchema, source: value, ref: firstNameIn(value) };
    this.#open.add(value);
    const schema = this.#convert(value);
    this.#open.delete(value);
    this.#finished.set(value, schema);
    return schema;
  }

  target(reference: string): JsonObject | null {
    return objectAt(this.#named, schemaNameOf(reference) ?? "");
  }

  refine(base: JsonObject, part: JsonObject): JsonObject {
    const byPart = this.#refined.get(base) ?? new WeakMap<JsonObject, JsonObject>();
    const known = byPart.get(part);
    if (known) return known;
    const refined = this.#origins.inherit(
      refineSchema(base, part, (earlier, later) => this.refine(earlier, later)),
      part,
    );
    this.#refined.set(base, byPart.set(part, refined));
    return refined;
  }

  #convert(source: JsonObject): Schema {
    const { node: simple, isNullable } = simplifySchema(source, this);
    const ref = referredName(simple);
    const { node, mergedFrom, fromByProperty, replaced, furtherChoices } = mergeAllOf(without(simple, "$ref"), this);
    const choices = [...choicesOf(node), ...furtherChoices];
    const [alternatives = null, ...furtherAlternatives] = this.#toAlternatives(node, source, choices);
    this.#origins.inherit(node, source);
    const words = this.#words.wordsOf(node, ref);
    const types = inferTypes(node, this) ?? (ref === null ? [] : inferTypes(this.#words.keywordsOf(ref), this)) ?? [];
    return {
      name: null,
      ref,
      source,
      keywords: furtherChoices.length === 0 ? node : { ...node, allOf: [...listAt(node, "allOf"), ...furtherChoices] },
      position: this.#origins.positionOf(source),
      title: textAt(node, "title")?.trim() || null,
      description: this.#toMarkdown(textAt(words, "description"), this.#words.describedIn(node, ref), "description"),
      externalDocs: this.#origins.externalDocs(node),
      types: types.filter((type) => type !== "null"),
      nullable: isNullable || types.includes("null"),
      // PostgREST names a type again as its format.
      format: types.includes(textAt(words, "format") ?? "") ? null : textAt(words, "format"),
      unit: textAt(words, "x-unit"),
      limits: toLimits(words, choices),
      enum: this.#toEnum(node),
      const: memberOf(node, "const"),
      default: memberOf(words, "default"),
      examples: Object.hasOwn(node, "example") ? [node["example"] ?? null] : listAt(node, "examples"),
      access: flagAt(words, "readOnly") ? "read-only" : flagAt(words, "writeOnly") ? "write-only" : null,
      deprecated: flagAt(words, "deprecated"),
      certainty: textAt(node, "x-certainty"),
      members: this.#toMembers(node, fromByProperty),
      patternProperties: entriesAt(node, "patternProperties").map(([pattern, schema]) => ({
        pattern,
        schema: this.toSchema(schema),
      })),
      additionalProperties: this.#toAdditional(node),
      items: this.#toInner(node, "items"),
      content: isJsonType(textAt(node, "contentMediaType") ?? "") ? this.#toInner(node, "contentSchema") : null,
      prefixItems: listAt(node, "prefixItems").map((schema) => this.toSchema(schema)),
      alternatives,
      furtherAlternatives,
      not: this.#toInner(node, "not"),
      conditional: [...this.#toConditional(node), ...replaced.map((part) => this.toSchema(part))],
      mergedFrom,
    };
  }

  #toEnum(node: JsonObject): readonly EnumValue[] {
    const tableAt = (keys: readonly string[]): Json | undefined =>
      firstDefined(...keys.map((key) => memberOf(node, key)));
    const [labels, meanings] = [tableAt(labelKeys), tableAt(meaningKeys)];
    return listAt(node, "enum").map((value, index) => {
      const key = isList(meanings) ? String(index) : toText(value);
      const meaning = this.#toMarkdown(entryFor(meanings, value, index), meanings, key);
      return { value, label: entryFor(labels, value, index), meaning };
    });
  }

  #toMarkdown(text: string | null, node: Json | undefined, key: string): Markdown | null {
    return text === null || typeof node !== "object" || node === null ? null : this.#origins.markdown(text, node, key);
  }

  #toMembers(node: JsonObject, fromByProperty: ReadonlyMap<string, string>): readonly Member[] {
    const required = new Set(textsAt(node, "required"));
    return entriesAt(node, "properties").map(([name, schema]) => ({
      name,
      required: required.has(name),
      schema: this.toSchema(schema),
      from: fromByProperty.get(name) ?? null,
    }));
  }

  #toAdditional(node: JsonObject): Schema | boolean | null {
    const additional = memberOf(node, "additionalProperties") ?? memberOf(node, "unevaluatedProperties");
    if (additional === undefined) return null;
    if (allowsNothing(additional)) return false;
    return typeof additional === "boolean" ? additional : this.toSchema(additional);
  }

  #toInner(node: JsonObject, key: string): Schema | null {
    return Object.hasOwn(node, key) ? this.toSchema(node[key]) : null;
  }

  #toConditional(node: JsonObject): readonly Schema[] {
    const branches = ["if", "then", "else"].flatMap((key) => this.#toInner(node, key) ?? []);
    return [...branches, ...entriesAt(node, "dependentSchemas").map(([, schema]) => this.toSchema(schema))];
  }

  /** Choices among schemas. Choices among sets of members are limits. */
  #toAlternatives(node: JsonObject, source: JsonObject, choices: readonly JsonObject[]): readonly Alternatives[] {
    const isBase = choices.length === 0 && objectAt(node, "discriminator") !== null;
    if (isBase) this.#subtypesByBase ??= findSubtypes(this.#named, (reference) => this.target(reference));
    const subtypes = (isBase && this.#subtypesByBase?.get(source)) || [];
    const references = subtypes.map((name) => ({ $ref: toPointer(["components", "schemas", name]) }));
    const all = references.length === 0 ? choices : [{ ...node, oneOf: references }];
    return all.filter((choice) => toMemberChoice(choice) === null).map((choice) => this.#toChoice(choice));
  }

  #toChoice(choice: JsonObject): Alternatives {
    const discriminator = objectAt(choice, "discriminator");
    const kind = Object.hasOwn(choice, "oneOf") ? "oneOf" : "anyOf";
    const schemas = listAt(choice, kind);
    return {
      kind,
      schemas: schemas.map((schema) => this.toSchema(schema)),
      discriminator: discriminator && {
        property: textAt(discriminator, "propertyName") ?? "",
        mapping: toMapping(discriminator, schemas),
        fallback: defaultOf(discriminator),
      },
    };
  }
}

const meaningKeys = ["x-enum-descriptions", "x-enumDescriptions"];
const labelKeys = ["x-enum-varnames", "x-enumNames"];

/** Extensions list their entries in the values' order or by value. */
function entryFor(table: Json | undefined, value: Json, index: number): string | null {
  const entry = isList(table) ? table[index] : memberOf(table, toText(value));
  return typeof entry === "string" ? entry : null;
}

function firstNameIn(node: JsonObject): string | null {
  const parts = [node, ...listAt(node, "allOf"), ...listAt(node, "oneOf"), ...listAt(node, "anyOf")];
  return parts.map(referredName).find((name) => name !== null) ?? null;
}
