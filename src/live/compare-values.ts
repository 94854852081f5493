import { listAt, memberOf, toText } from "../rules/json-value.ts";
import type { Json, JsonObject } from "../model/json.ts";
import type { Change } from "./change.ts";
import { showJson } from "./show-json.ts";

/**
 * Compares the values that two schemas list. Clients are told to accept values they do not know, so a new value breaks
 * nobody; it is reported wherever it travels.
 */
export function compareValues(before: JsonObject, after: JsonObject): readonly Change[] {
  const [known, now] = [valuesOf(before), valuesOf(after)];
  if (known.length === 0 && now.length === 0) return [];
  if (known.length === 0) {
    return [{ kind: "values", effect: "narrower", message: `only ${now.map(showValue).join(", ")} now` }];
  }
  if (now.length === 0) return [{ kind: "values", effect: "compatible", message: "no list of values now" }];
  const [knownKeys, keys] = [known.map(showJson), now.map(showJson)];
  const removed = known.filter((value) => !keys.includes(showJson(value)));
  const added = now.filter((value) => !knownKeys.includes(showJson(value)));
  return [
    ...removed.map((value): Change => {
      return {
        kind: "value-removed",
        effect: "narrower",
        message: `no value ${showValue(value)} now`,
        value: toText(value),
      };
    }),
    ...added.map((value): Change => {
      return {
        kind: "value-added",
        effect: "compatible",
        message: `new value ${showValue(value)}`,
        value: toText(value),
      };
    }),
  ];
}

/** A constant is a list of one. Null is no value here: that a schema allows it is compared with the types. */
function valuesOf(schema: JsonObject): readonly Json[] {
  const constant = memberOf(schema, "const");
  return (constant === undefined ? listAt(schema, "enum") : [constant]).filter((value) => value !== null);
}

function showValue(value: Json): string {
  return `\`${toText(value)}\``;
}
