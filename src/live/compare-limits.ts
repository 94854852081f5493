import { isDeepStrictEqual } from "node:util";

import { memberOf, numberAt } from "../rules/json-value.ts";
import type { Json, JsonObject } from "../model/json.ts";
import type { Change, Effect } from "./change.ts";
import { compareRange } from "./compare-range.ts";
import { showMember } from "./show-json.ts";

/** Compares what two schemas demand beyond types and values (JSON Schema 2020-12, sections 6 and 10). */
export function compareLimits(before: JsonObject, after: JsonObject): readonly Change[] {
  return [
    ...compareRange(before, after),
    ...counts.flatMap((name) => compareCount(name, numberAt(before, name), numberAt(after, name))),
    ...rules.flatMap((name) => compareRule(name, memberOf(before, name), memberOf(after, name))),
  ];
}

const counts = ["minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties"];

const rules = [
  ...["format", "pattern", "multipleOf", "uniqueItems", "contentEncoding", "contentMediaType"],
  ...["not", "if", "then", "else", "contains", "minContains", "maxContains", "propertyNames", "patternProperties"],
  ...["dependentRequired", "dependentSchemas", "prefixItems"],
];

function compareCount(name: string, before: number | null, after: number | null): readonly Change[] {
  const isLeast = name.startsWith("min");
  // At least none says as little as nothing.
  const [known, now] = isLeast ? [before || null, after || null] : [before, after];
  if (known === now) return [];
  const isNarrower = known === null || (now !== null && now > known === isLeast);
  const message = showMember(name, known ?? undefined, now ?? undefined);
  return [{ kind: "limit", effect: isNarrower ? "narrower" : "wider", message }];
}

function compareRule(name: string, before: Json | undefined, after: Json | undefined): readonly Change[] {
  // `uniqueItems: false` says as little as nothing.
  const [known, now] = [before === false ? undefined : before, after === false ? undefined : after];
  if (isDeepStrictEqual(known, now)) return [];
  const effect: Effect = known === undefined ? "narrower" : now === undefined ? "wider" : "other";
  const kind = name === "format" ? "format" : typeof (now ?? known) === "object" ? "rule" : "limit";
  return [{ kind, effect, message: showMember(name, known, now) }];
}
