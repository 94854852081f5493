import { resolveSchema, type Schema, type SchemaByName } from "#shared/contract/schema.ts";
import { type Json, toText } from "#shared/json/json.ts";
import { isSameJson } from "#shared/json/same-json.ts";

import { type Change, showList } from "./change.ts";
import { alternativesOf, deepest } from "./compare-alternatives.ts";

/** The values that a schema lists, in an enum or in alternatives that all list some. */
export function valuesOf(schema: Schema, schemas: SchemaByName, depth = 0): readonly Json[] {
  const { const: constant, enum: listed } = schema;
  const own = constant === undefined ? listed.map(({ value }) => value) : [constant];
  if (own.length > 0 || depth > deepest) return own.filter((value) => value !== null);
  const lists = alternativesOf(schema).map((choice) => valuesOf(resolveSchema(choice, schemas), schemas, depth + 1));
  return lists.every((list) => list.length > 0) ? lists.flat() : [];
}

/**
 * Compares the values that two schemas list. Clients should accept unknown values, so a new value breaks nothing. It's
 * reported whichever way it travels.
 */
export function compareValues(known: readonly Json[], now: readonly Json[]): readonly Change[] {
  if (known.length === 0 && now.length === 0) return [];
  if (known.length === 0) {
    return [{ kind: "values", effect: "narrower", message: `only ${now.map(showValue).join(", ")} now` }];
  }
  if (now.length === 0) return [{ kind: "values", effect: "compatible", message: "no list of values now" }];
  const removed = known.filter((value) => !now.some((candidate) => isSameJson(candidate, value)));
  const added = now.filter((value) => !known.some((candidate) => isSameJson(candidate, value)));
  const changes: readonly Change[] = [
    {
      kind: "value-removed",
      effect: "narrower",
      message: `no ${showList("value", removed.map(showValue))} now`,
      values: removed.map(toText),
    },
    {
      kind: "value-added",
      effect: "compatible",
      message: `new ${showList("value", added.map(showValue))}`,
      values: added.map(toText),
    },
  ];
  return changes.filter(({ values }) => values?.length !== 0);
}

function showValue(value: Json): string {
  return `\`${toText(value)}\``;
}
