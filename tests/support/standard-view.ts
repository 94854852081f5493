import type { Direction } from "#shared/contract/difference.ts";
import { isRemark, mapSubschemas, referredName, toMapping } from "#shared/contract/keywords/json-schema.ts";
import {
  entriesAt,
  flagAt,
  isList,
  isObject,
  type Json,
  type JsonObject,
  listAt,
  objectAt,
  textAt,
  textsAt,
  toObject,
} from "#shared/json/json.ts";

interface Use {
  readonly direction: Direction;
  /** True where nothing is required. */
  readonly isPartial: boolean;
}

/**
 * OpenAPI's schemas in JSON Schema alone, for those who know nothing else: what only the other side sends isn't required,
 * and a discriminator chooses by a listed value.
 */
export class StandardView {
  readonly #named: JsonObject;
  readonly #use: Use;

  constructor(named: JsonObject, use: Use) {
    this.#named = named;
    this.#use = use;
  }

  of(schema: Json, hiddenOutside: ReadonlySet<string> = new Set()): Json {
    if (!isObject(schema)) return schema;
    const hidden = new Set([...hiddenOutside, ...this.#hiddenIn(schema, 0)]);
    const parts = new Set([...listAt(schema, "allOf"), ...listAt(schema, "oneOf"), ...listAt(schema, "anyOf")]);
    const inner = mapSubschemas(schema, (part) => this.of(part, parts.has(part) ? hidden : undefined));
    const kept = Object.entries(inner)
      .filter(([key]) => !isRemark(key) && !left.has(key))
      .map(([key, value]) => [key, key === "pattern" ? withoutEscapes(value) : value] as const);
    const required = this.#use.isPartial ? [] : textsAt(schema, "required").filter((name) => !hidden.has(name));
    const name = referredName(schema);
    const reference = name === null ? [] : [["$ref", `#/$defs/${encodeURIComponent(toToken(name))}`] as const];
    return chosen(schema, toObject([...kept, ["required", required], ...reference]), this.#discriminatorOf(schema));
  }

  /** Its own, or that of a base whose heirs are its alternatives. */
  #discriminatorOf(schema: JsonObject): JsonObject | null {
    const names = listAt(schema, "oneOf").map(referredName);
    const bases = Object.values(this.#named).map((base) => objectAt(base, "discriminator"));
    const base = bases.find(
      (one) => one && names.every((name) => [...toMapping(one, []).values()].includes(name ?? "")),
    );
    return objectAt(schema, "discriminator") ?? base ?? null;
  }

  #hiddenIn(schema: Json, depth: number): readonly string[] {
    if (!isObject(schema) || depth > deepest) return [];
    const own = entriesAt(schema, "properties").filter(([, member]) => this.#isHidden(member, 0));
    return [...own.map(([name]) => name), ...this.#partsOf(schema).flatMap((part) => this.#hiddenIn(part, depth + 1))];
  }

  #isHidden(schema: Json, depth: number): boolean {
    if (!isObject(schema) || depth > deepest) return false;
    const word = this.#use.direction === "request" ? "readOnly" : "writeOnly";
    if (Object.hasOwn(schema, word)) return flagAt(schema, word);
    return this.#partsOf(schema).some((part) => this.#isHidden(part, depth + 1));
  }

  #partsOf(schema: JsonObject): readonly Json[] {
    const name = referredName(schema);
    return [...listAt(schema, "allOf"), ...(name === null ? [] : [this.#named[name] ?? true])];
  }
}

const deepest = 8;

const left = new Set(["$id", "id", "$schema", "$anchor", "$ref", "required", "discriminator", "nullable"]);

/** Another implementation reads patterns as Unicode's, which know no `\-`. */
function withoutEscapes(pattern: Json): Json {
  return typeof pattern === "string" ? pattern.replace(/^(\^?)\\-/, "$1-") : pattern;
}

function toToken(name: string): string {
  return name.replaceAll("~", "~0").replaceAll("/", "~1");
}

/** The alternatives that a discriminator knows, each with the values that choose it. */
function chosen(schema: JsonObject, view: JsonObject, discriminator: JsonObject | null): JsonObject {
  const alternatives = listAt(schema, "oneOf");
  if (discriminator === null || alternatives.length === 0) return view;
  const mapping = [...toMapping(discriminator, alternatives)];
  const named = alternatives.map((choice) => mapping.filter(([, name]) => name === referredName(choice)));
  if (named.some((values) => values.length === 0)) return view;
  const property = textAt(discriminator, "propertyName") ?? "";
  const anyOf = (isList(view["oneOf"]) ? view["oneOf"] : []).map((choice, index) => {
    const values = named[index]?.map(([value]) => value) ?? [];
    return { allOf: [choice, { properties: { [property]: { enum: values } } }] };
  });
  return toObject([...Object.entries(view).filter(([key]) => key !== "oneOf"), ["anyOf", anyOf]]);
}
