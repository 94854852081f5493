import { isList, isObject, type Json, toJsonText } from "#shared/json/json.ts";
import { isNumber, isWhole, parseNumber, toDouble } from "#shared/json/number.ts";

import type { FieldType } from "./shape.ts";

/** True for a value of the type, as far as the value itself tells. */
export function isOfType(value: Json, type: FieldType): boolean {
  switch (type.kind) {
    case "any":
      return true;
    case "scalar":
      return isScalar(value, type.type);
    case "one":
      return typeof value === "string" && type.texts.includes(value);
    case "list":
      return isList(value);
    case "map":
    case "shape":
      return isObject(value);
    case "either":
      return type.types.some((alternative) => isOfType(value, alternative));
  }
}

type ScalarName = (FieldType & { readonly kind: "scalar" })["type"];

function isScalar(value: Json, type: ScalarName): boolean {
  if (type === "integer") return isNumber(value) && isWhole(value);
  return type === "number" ? isNumber(value) : typeof value === type;
}

/**
 * What the author of a value of the wrong type must have meant: `version: 1.0` is a text, `tags: pets` a list of one,
 * `type: String` a word in other letters, `license: MIT` its name. Undefined where that cannot be told.
 */
export function mendValue(value: Json, type: FieldType): Json | undefined {
  if (value === null) return undefined;
  if (type.kind === "scalar") return mendScalar(value, type.type);
  if (type.kind === "one") return mendWord(value, type.texts);
  if (type.kind === "list") return isOfType(value, type.of) ? [value] : undefined;
  if (type.kind === "shape") return mendShape(value, type.name);
  if (type.kind !== "either") return undefined;
  return type.types.map((alternative) => mendValue(value, alternative)).find((mended) => mended !== undefined);
}

/** The one member that says it all. */
const mainMembers: ReadonlyMap<string, string> = new Map([
  ...["contact", "license", "tag"].map((shape) => [shape, "name"] as const),
  ...["externalDocs", "server"].map((shape) => [shape, "url"] as const),
]);

function mendShape(value: Json, shape: string): Json | undefined {
  const member = mainMembers.get(shape);
  return member === undefined || typeof value !== "string" || value === "" ? undefined : { [member]: value };
}

function mendScalar(value: Json, type: ScalarName): Json | undefined {
  if (isList(value) || isObject(value)) return undefined;
  if (type === "string") return toJsonText(value);
  if (typeof value !== "string") return undefined;
  if (type === "boolean") return flags.get(value.toLowerCase());
  const number = parseNumber(value.trim() || "none");
  return isScalar(number, type) && Number.isFinite(toDouble(number)) ? number : undefined;
}

/** `yes` was true until YAML 1.2. */
const flags: ReadonlyMap<string, boolean> = new Map([
  ...["true", "yes", "on"].map((word) => [word, true] as const),
  ...["false", "no", "off"].map((word) => [word, false] as const),
]);

function mendWord(value: Json, words: readonly string[]): string | undefined {
  return typeof value === "string" ? words.find((word) => word.toLowerCase() === value.toLowerCase()) : undefined;
}
