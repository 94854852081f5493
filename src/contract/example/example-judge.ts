import { checkByStandard } from "#shared/conformance/check-value.ts";
import type { Direction } from "#shared/contract/operation.ts";
import { resolveSchema, type Schema, type SchemaByName } from "#shared/contract/schema.ts";
import { isList, isNumber, isObject, type Json, memberOf } from "#shared/json/json.ts";
import { isSameJson } from "#shared/json/same-json.ts";

import { numbersOf, textsOf } from "./scalars.ts";
import { statedValues } from "./schema-rules.ts";

/** Says of values that are made or stated whether their contract accepts them as a whole. */
export class ExampleJudge {
  readonly #direction: Direction;
  readonly #schemaByName: SchemaByName;

  constructor(direction: Direction, schemaByName: SchemaByName) {
    this.#direction = direction;
    this.#schemaByName = schemaByName;
  }

  accepts(value: Json, schema: Schema, direction: Direction | null = this.#direction): boolean {
    return checkByStandard(value, schema, { schemaByName: this.#schemaByName, direction }).length === 0;
  }

  /** A value that the contract states, unless it refuses it itself. Authors show read-only members in any direction. */
  stated(schema: Schema): Json | undefined {
    return statedValues(schema).find((value) => this.accepts(value, schema) || this.accepts(value, schema, null));
  }

  /** Open objects fit more alternatives than is meant, and a server may refuse what fits two of them. */
  isUnambiguous(value: Json, { alternatives }: Schema): boolean {
    if (alternatives === null || alternatives.kind === "anyOf" || alternatives.discriminator !== null) return true;
    return alternatives.schemas.filter((choice) => this.accepts(value, choice)).length === 1;
  }

  /** As many elements of a list as there must be, distinct ones where it has no item twice. */
  repeat(element: Json, count: number, { items, limits }: Schema): readonly Json[] {
    if (!limits.uniqueItems || items === null) return Array.from({ length: count }, () => element);
    const distinct = new Set([element]);
    for (const variant of variantsOf(element, items, this.#schemaByName)) {
      if (distinct.size >= count) break;
      if (this.accepts(variant, resolveSchema(items, this.#schemaByName))) distinct.add(variant);
    }
    return [...distinct];
  }
}

/** Values that differ from one of a schema and from each other, for lists that have no item twice. Not all are allowed. */
function* variantsOf(value: Json, schema: Schema, schemaByName: SchemaByName): Generator<Json> {
  const known = [value];
  for (const variant of variationsOf(value, schema, { schemaByName, depth: 0 })) {
    if (known.some((earlier) => isSameJson(earlier, variant))) continue;
    yield variant;
    if (known.push(variant) > maxVariants) return;
  }
}

const maxVariants = 100;
const deepest = 4;

function* variationsOf(
  value: Json,
  use: Schema,
  { schemaByName, depth }: { readonly schemaByName: SchemaByName; readonly depth: number },
): Generator<Json> {
  if (depth > deepest) return;
  const schema = resolveSchema(use, schemaByName);
  const below = { schemaByName, depth: depth + 1 };
  yield* [...schema.examples, ...schema.enum.map((listed) => listed.value)];
  for (const choice of schema.alternatives?.schemas ?? []) yield* variationsOf(value, choice, below);
  if (typeof value === "boolean") yield !value;
  if (typeof value === "string") yield* textsOf(schema, value);
  if (isNumber(value)) yield* numbersOf(schema.limits);
  if (isList(value) && schema.items !== null) {
    const [first = null, ...laterElements] = value;
    for (const variant of variationsOf(first, schema.items, below)) yield [variant, ...laterElements];
  }
  if (!isObject(value)) return;
  for (const { name, schema: inner } of schema.members) {
    const member = memberOf(value, name);
    if (member === undefined) continue;
    for (const variant of variationsOf(member, inner, below)) yield { ...value, [name]: variant };
  }
}
