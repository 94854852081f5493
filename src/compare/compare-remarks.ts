import type { Direction } from "#shared/contract/difference.ts";
import type { Markdown } from "#shared/contract/text.ts";
import { flagAt, type Json, type JsonObject, memberOf, textAt } from "#shared/json/json.ts";
import { isSameJson } from "#shared/json/same-json.ts";

import { type Change, showMember } from "./change.ts";

/** Compares keywords that don't limit a value: default, unit, deprecation, prose and examples. */
export function compareRemarks(before: JsonObject, after: JsonObject, direction: Direction): readonly Change[] {
  return [
    ...compareDefault(memberOf(before, "default"), memberOf(after, "default"), direction),
    ...compareUnit(textAt(before, "x-unit"), textAt(after, "x-unit")),
    ...compareDeprecation(flagAt(before, "deprecated"), flagAt(after, "deprecated")),
    ...compareText(differingTexts(before, after)),
  ];
}

/** A new default changes the meaning of requests that leave the value out, unless only one contract states a default. */
function compareDefault(before: Json | undefined, after: Json | undefined, direction: Direction): readonly Change[] {
  if (isSameJson(before, after)) return [];
  const isChange = direction === "request" && before !== undefined && after !== undefined;
  return [
    { kind: "default", effect: isChange ? "different" : "wording", message: showMember("default", before, after) },
  ];
}

/** Cents that become dollars break clients. A unit that only one document states may always have been the same. */
function compareUnit(before: string | null, after: string | null): readonly Change[] {
  if (before === after) return [];
  const effect = before !== null && after !== null ? "different" : "wording";
  return [{ kind: "unit", effect, message: showMember("unit", before ?? undefined, after ?? undefined) }];
}

export function compareDeprecation(before: boolean, after: boolean): readonly Change[] {
  if (before === after) return [];
  return [{ kind: "deprecated", effect: "wording", message: after ? "deprecated now" : "no longer deprecated" }];
}

export function differingDescription(before: Markdown | null, after: Markdown | null): readonly string[] {
  return toComparable(before?.text) === toComparable(after?.text) ? [] : ["description"];
}

export function compareText(names: readonly string[]): readonly Change[] {
  return names.length === 0 ? [] : [{ kind: "text", effect: "wording", message: `other ${names.join(", ")}` }];
}

const textNames: ReadonlyMap<string, string> = new Map([
  ["title", "title"],
  ["description", "description"],
  ["example", "example"],
  ["examples", "examples"],
  ["x-enum-descriptions", "meanings"],
  ["x-enum-varnames", "names of values"],
]);

function differingTexts(before: JsonObject, after: JsonObject): readonly string[] {
  return [...textNames]
    .filter(([key]) => !isSameJson(toComparable(memberOf(before, key)), toComparable(memberOf(after, key))))
    .map(([, name]) => name);
}

/** YAML folds lines where JSON can't: line breaks belong to the notation, not to the text. */
function toComparable(value: Json | undefined): Json | undefined {
  return typeof value === "string" ? value.replace(/\s+/g, " ").trim() : value;
}

export function compareRequired(before: boolean, after: boolean): readonly Change[] {
  if (before === after) return [];
  return after
    ? [{ kind: "required", effect: "narrower", message: "required now" }]
    : [{ kind: "required", effect: "wider", message: "optional now" }];
}
