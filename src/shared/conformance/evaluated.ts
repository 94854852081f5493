import { entriesAt, isList, isObject, type Json, type JsonObject, listAt, memberOf, textAt } from "../json/json.ts";
import { isValid, type CheckContext } from "./checker.ts";

/** Names of the members, or indexes of the elements, that some keyword covers; `all` when none is left. */
type Evaluated = ReadonlySet<string> | "all";

/**
 * What `unevaluatedProperties` or `unevaluatedItems` of a schema leaves alone: what its other keywords, and the schemas that
 * apply with it and take the value, speak of (JSON Schema 2020-12, sections 11.2 and 11.3).
 */
export function evaluatedIn(value: JsonObject | readonly Json[], schema: JsonObject, place: CheckContext): Evaluated {
  const names = new Set<string>();
  const parts = new Set<Json>([schema]);
  // A set iterates over what is added on the way, and takes each part of a ring once.
  for (const part of parts) {
    if (!isObject(part)) continue;
    const own = isList(value) ? placesIn(value, part, place) : namesIn(value, part);
    const isRest = part !== schema && Object.hasOwn(part, isList(value) ? "unevaluatedItems" : "unevaluatedProperties");
    if (own === "all" || isRest) return "all";
    for (const name of own) names.add(name);
    for (const inner of partsOf(part, value, place)) parts.add(inner);
  }
  return names;
}

function namesIn(object: JsonObject, schema: JsonObject): Evaluated {
  // Expressions aren't executed, so any name may be one that `patternProperties` describes.
  if (Object.hasOwn(schema, "additionalProperties") || Object.hasOwn(schema, "patternProperties")) return "all";
  return new Set(entriesAt(schema, "properties").flatMap(([name]) => (Object.hasOwn(object, name) ? [name] : [])));
}

function placesIn(list: readonly Json[], schema: JsonObject, { checker, pointer }: CheckContext): Evaluated {
  if (Object.hasOwn(schema, "items")) return "all";
  const contains = memberOf(schema, "contains") ?? false;
  const tuple = listAt(schema, "prefixItems").length;
  const places = list.flatMap((element, index) => {
    const isMeant = index < tuple || isValid(element, contains, { checker, pointer: `${pointer}/${index}` });
    return isMeant ? [String(index)] : [];
  });
  return new Set(places);
}

/** Includes the schema itself. An alternative applies when it accepts the value. */
function partsOf(schema: JsonObject, value: Json, place: CheckContext): readonly Json[] {
  const reference = textAt(schema, "$ref");
  const condition = memberOf(schema, "if");
  const isMet = condition !== undefined && isValid(value, condition, place);
  const branch = condition === undefined ? undefined : memberOf(schema, isMet ? "then" : "else");
  return [
    ...(reference === null ? [] : [place.checker.target(reference) ?? true]),
    ...listAt(schema, "allOf"),
    ...acceptingChoices(value, listAt(schema, "anyOf"), place),
    ...acceptingChoices(value, listAt(schema, "oneOf"), place),
    ...(isMet && condition !== undefined ? [condition] : []),
    ...(branch === undefined ? [] : [branch]),
    ...entriesAt(schema, "dependentSchemas").flatMap(([name, inner]) =>
      memberOf(value, name) === undefined ? [] : [inner],
    ),
  ];
}

/** When no alternative accepts the value, that is the fault to report, and all of them apply. */
function acceptingChoices(value: Json, choices: readonly Json[], place: CheckContext): readonly Json[] {
  const takers = choices.filter((choice) => isValid(value, choice, place));
  return takers.length > 0 ? takers : choices;
}
