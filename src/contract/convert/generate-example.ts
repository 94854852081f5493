import type { Direction } from "#shared/contract/difference.ts";
import type { Limits } from "#shared/contract/limits.ts";
import {
  type Alternatives,
  anySchema,
  choicesIn,
  resolveSchema,
  type Schema,
  type SchemaByName,
} from "#shared/contract/schema.ts";
import {
  firstDefined,
  isObject,
  type Json,
  type JsonNumber,
  toDouble,
  toJsonText,
  toObject,
} from "#shared/json/json.ts";
import { fromUnits, toUnits } from "#shared/json/arithmetic.ts";

/**
 * Makes a plausible value of a schema, for contracts without examples. It leaves out members that only the other side
 * sends (read-only ones in a request, write-only ones in a response). Its depth and size have limits. The result is
 * undefined when no valid value can be made.
 *
 * `openapi-sampler` does as well for usual schemas, but worse for tight bounds, steps and alternatives. It also has no
 * limits: eighteen schemas that each name the next one twice give a sample of 200 kB.
 */
export function generateExample(schema: Schema, direction: Direction, words: ExampleWords): Json | undefined {
  return new Generation(direction, words).make(schema, 0);
}

interface ExampleWords {
  readonly schemaByName: SchemaByName;
  /** What stands where any text may. */
  readonly text: string;
}

const deepest = 8;
const maxValues = 400;
const maxElements = 3;

class Generation {
  readonly #direction: Direction;
  readonly #schemaByName: SchemaByName;
  /** Names of the schemas whose values are being made. A schema that is inside of itself ends a ring. */
  readonly #open = new Set<string>();
  readonly #text: string;
  #values = 0;

  constructor(direction: Direction, { schemaByName, text }: ExampleWords) {
    this.#direction = direction;
    this.#schemaByName = schemaByName;
    this.#text = text;
  }

  make(use: Schema, depth: number): Json | undefined {
    this.#values += 1;
    if (use.limits.isNever || depth > deepest || this.#values > maxValues) return undefined;
    const schema = resolveSchema(use, this.#schemaByName);
    const { name, ref } = schema;
    if (ref !== null || (name !== null && this.#open.has(name))) return statedValue(use);
    if (name !== null) this.#open.add(name);
    const stated = firstDefined(statedValue(use), statedValue(schema));
    const value =
      stated === undefined ? (this.#makeAlternative(schema, depth) ?? this.#makeTyped(schema, depth)) : stated;
    if (name !== null) this.#open.delete(name);
    return value;
  }

  #makeAlternative(schema: Schema, depth: number): Json | undefined {
    const choices = choicesIn(schema);
    const [value, ...further] = choices.map(({ schemas }) => this.make(schemas[0] ?? anySchema, depth + 1));
    if (!isObject(value)) return value;
    const own = schema.members.length > 0 ? this.#makeMembers(schema, depth) : [];
    const chosen = [value, ...further].flatMap((part) => (isObject(part) ? Object.entries(part) : []));
    return toObject([...own, ...chosen, ...choices.flatMap(discriminatingMember)]);
  }

  #makeTyped(schema: Schema, depth: number): Json | undefined {
    switch (schema.types[0]) {
      case "object":
        return this.#makeObject(schema, depth);
      case "array":
        return this.#makeList(schema, depth);
      case "string":
        return schema.content === null
          ? makeText(schema, this.#text)
          : toJsonText(this.make(schema.content, depth + 1) ?? null);
      case "integer":
      case "number":
        return makeNumber(schema.limits);
      case "boolean":
        return true;
      default:
        return schema.nullable ? null : {};
    }
  }

  #makeObject(schema: Schema, depth: number): Json {
    const members = this.#makeMembers(schema, depth);
    const { additionalProperties: further } = schema;
    const isMap = typeof further === "object" && further !== null && members.length === 0;
    const extra = isMap ? this.make(further, depth + 1) : undefined;
    return toObject(extra === undefined ? members : [["key", extra]]);
  }

  #makeMembers({ members, limits }: Schema, depth: number): readonly (readonly [string, Json])[] {
    const hidden = this.#direction === "request" ? "read-only" : "write-only";
    const unwanted = membersLeftOut(limits);
    return members.flatMap(({ name, required, schema }) => {
      if (unwanted.has(name) && !required) return [];
      if (schema.access === hidden || (depth >= deepest / 2 && !required)) return [];
      const value = this.make(schema, depth + 1);
      return value === undefined ? [] : [[name, value] as const];
    });
  }

  #makeList({ prefixItems, items, limits }: Schema, depth: number): Json {
    if (prefixItems.length > 0) return prefixItems.map((element) => this.make(element, depth + 1) ?? null);
    const element = items === null ? {} : this.make(items, depth + 1);
    const least = Math.min(Math.max(toDouble(limits.minItems ?? 1), 1), maxElements);
    const isEmpty = element === undefined || limits.maxItems === 0;
    return isEmpty ? [] : Array.from({ length: limits.uniqueItems ? 1 : least }, () => element);
  }
}

function statedValue({ examples, const: constant, default: preset, enum: values }: Schema): Json | undefined {
  return firstDefined(examples[0], constant, preset, values[0]?.value);
}

function discriminatingMember({ discriminator, schemas }: Alternatives): readonly (readonly [string, Json])[] {
  const value = [...(discriminator?.mapping ?? [])].find(([, name]) => name === schemas[0]?.ref)?.[0];
  return discriminator === null || value === undefined ? [] : [[discriminator.property, value]];
}

/** What stands in the way of the first set of members that a schema lets its callers choose. */
function membersLeftOut({ memberChoices = [], forbidden = [] }: Limits): ReadonlySet<string> {
  const names = memberChoices.flatMap(({ isExclusive, sets: [chosen, ...sets] }) => {
    const further = isExclusive ? sets.flatMap(({ present }) => present) : [];
    return [...(chosen?.absent ?? []), ...further.filter((name) => chosen?.present.includes(name) !== true)];
  });
  return new Set([...names, ...forbidden.flatMap((together) => together.slice(-1))]);
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

function makeText({ format, limits }: Schema, usual: string): string {
  const text = textByFormat.get(format ?? "") ?? usual;
  const least = Math.min(toDouble(limits.minLength ?? 0), 256);
  const most = Math.max(toDouble(limits.maxLength ?? text.length), least);
  return text.padEnd(least, "x").slice(0, Math.max(most, 0));
}

/** The least number within the limits, or a step from zero. Whole units keep decimals exact: 0.3 is three steps of 0.1. */
function makeNumber(limits: Limits): JsonNumber {
  const { minimum, maximum, exclusiveMinimum: above, exclusiveMaximum: below, multipleOf } = limits;
  const [smallest, largest] = [above ?? minimum, below ?? maximum];
  const scaled = toUnits([multipleOf ?? 1, smallest ?? 0, largest ?? 0]);
  if (scaled === null) return smallest ?? largest ?? 1;
  const {
    exponent,
    units: [step = 1n, low = 0n, high = 0n],
  } = scaled;
  const least = above === undefined ? low : low + step;
  const most = below === undefined ? high : high - step;
  const number = smallest !== undefined ? least : largest !== undefined && most < step ? most : step;
  const onStep = number > 0n && step > 0n ? ((number + step - 1n) / step) * step : number;
  const isTooLarge = smallest !== undefined && largest !== undefined && onStep > most && multipleOf === undefined;
  return isTooLarge ? fromUnits((low + high) * 5n, exponent - 1) : fromUnits(onStep, exponent);
}
