import type { Direction } from "#shared/contract/difference.ts";
import { inferTypes, mergeAllOf, type MergeTools, simplifySchema } from "#shared/contract/merge-schema.ts";
import {
  entriesAt,
  exactNumberAt,
  firstDefined,
  flagAt,
  isObject,
  type Json,
  type JsonObject,
  listAt,
  memberOf,
  numberAt,
  objectAt,
  textAt,
  textsAt,
  toObject,
  without,
} from "#shared/json/json.ts";

/**
 * A plausible value of a schema, for contracts without examples. Leaves out what only the other side sends (`readOnly` in
 * a request, `writeOnly` in a response). Bounded in depth and size; undefined when nothing valid can be made.
 */
export function generateExample(schema: Json, direction: Direction, tools: MergeTools): Json | undefined {
  return new Generation(direction, tools).make(schema, 0);
}

const deepest = 8;
const mostValues = 400;
const mostElements = 3;

class Generation {
  readonly #direction: Direction;
  readonly #tools: MergeTools;
  readonly #open = new Set<JsonObject>();
  #values = 0;

  constructor(direction: Direction, tools: MergeTools) {
    this.#direction = direction;
    this.#tools = tools;
  }

  make(schema: Json | undefined, depth: number): Json | undefined {
    this.#values += 1;
    if (schema === true || schema === undefined) return {};
    if (!isObject(schema) || depth > deepest || this.#values > mostValues) return undefined;
    const { node } = simplifySchema(schema);
    const reference = textAt(node, "$ref");
    if (reference !== null) return firstDefined(statedValue(node), this.#makeNamed(reference, depth));
    if (this.#open.has(node)) return undefined;
    this.#open.add(node);
    const value = this.#makeMerged(mergeAllOf(node, this.#tools).node, depth);
    this.#open.delete(node);
    return value;
  }

  #makeMerged(schema: JsonObject, depth: number): Json | undefined {
    const stated = statedValue(schema);
    return stated === undefined ? (this.#makeAlternative(schema, depth) ?? this.#makeTyped(schema, depth)) : stated;
  }

  #makeNamed(reference: string, depth: number): Json | undefined {
    const target = this.#tools.target(reference);
    return target ? this.make(target, depth) : undefined;
  }

  #makeAlternative(schema: JsonObject, depth: number): Json | undefined {
    const [first] = [...listAt(schema, "oneOf"), ...listAt(schema, "anyOf")];
    if (first === undefined) return undefined;
    const value = this.make(first, depth + 1);
    const own = objectAt(schema, "properties") ? this.#makeObject(without(schema, "oneOf", "anyOf"), depth) : {};
    return isObject(value) && isObject(own) ? toObject([...Object.entries(own), ...Object.entries(value)]) : value;
  }

  #makeTyped(schema: JsonObject, depth: number): Json | undefined {
    const types = inferTypes(schema, this.#tools) ?? [];
    switch (types.find((type) => type !== "null") ?? types[0] ?? "any") {
      case "object":
        return this.#makeObject(schema, depth);
      case "array":
        return this.#makeList(schema, depth);
      case "string":
        return makeText(schema);
      case "integer":
      case "number":
        return makeNumber(schema);
      case "boolean":
        return true;
      case "null":
        return null;
      default:
        return {};
    }
  }

  #makeObject(schema: JsonObject, depth: number): Json {
    const hidden = this.#direction === "request" ? "readOnly" : "writeOnly";
    const required = new Set(textsAt(schema, "required"));
    const members: (readonly [string, Json])[] = [];
    for (const [name, property] of entriesAt(schema, "properties")) {
      if (flagAt(property, hidden) || (depth >= deepest / 2 && !required.has(name))) continue;
      const value = this.make(property, depth + 1);
      if (value !== undefined) members.push([name, value]);
    }
    const additional = objectAt(schema, "additionalProperties");
    const extra = additional && members.length === 0 ? this.make(additional, depth + 1) : undefined;
    return toObject(extra === undefined ? members : [["key", extra]]);
  }

  #makeList(schema: JsonObject, depth: number): Json {
    const tuple = listAt(schema, "prefixItems");
    if (tuple.length > 0) return tuple.map((element) => this.make(element, depth + 1) ?? null);
    const element = this.make(memberOf(schema, "items"), depth + 1);
    const least = Math.min(Math.max(numberAt(schema, "minItems") ?? 1, 1), mostElements);
    const count = flagAt(schema, "uniqueItems") ? 1 : least;
    const isEmpty = element === undefined || numberAt(schema, "maxItems") === 0;
    return isEmpty ? [] : Array.from({ length: count }, () => element);
  }
}

function statedValue(schema: JsonObject): Json | undefined {
  return firstDefined(
    memberOf(schema, "example"),
    listAt(schema, "examples")[0],
    memberOf(schema, "const"),
    memberOf(schema, "default"),
    listAt(schema, "enum")[0],
  );
}

const textByFormat: ReadonlyMap<string, string> = new Map([
  ["date-time", "2025-01-15T09:30:00Z"],
  ["date", "2025-01-15"],
  ["time", "09:30:00Z"],
  ["duration", "P1D"],
  ["uuid", "123e4567-e89b-12d3-a456-426614174000"],
  ["email", "name@example.com"],
  ["uri", "https://example.com/"],
  ["url", "https://example.com/"],
  ["uri-reference", "/path"],
  ["hostname", "example.com"],
  ["ipv4", "192.0.2.1"],
  ["ipv6", "2001:db8::1"],
  ["byte", "ZXhhbXBsZQ=="],
  ["binary", "file"],
]);

function makeText(schema: JsonObject): string {
  const text = textByFormat.get(textAt(schema, "format") ?? "") ?? "text";
  const least = Math.min(numberAt(schema, "minLength") ?? 0, 256);
  const most = Math.max(numberAt(schema, "maxLength") ?? text.length, least);
  return text.padEnd(least, "x").slice(0, Math.max(most, 0));
}

function makeNumber(schema: JsonObject): number | bigint {
  const step = numberAt(schema, "multipleOf") ?? 1;
  const above = exactNumberAt(schema, "exclusiveMinimum");
  const below = exactNumberAt(schema, "exclusiveMaximum");
  const least = above === null ? exactNumberAt(schema, "minimum") : add(above, step);
  const most = below === null ? exactNumberAt(schema, "maximum") : add(below, -step);
  const number = least ?? (most !== null && most < step ? most : step);
  return step > 0 && typeof number === "number" ? Math.ceil(number / step) * step : number;
}

function add(number: number | bigint, step: number): number | bigint {
  return typeof number === "number" ? number + step : number + BigInt(Math.trunc(step));
}
