import { memberOf } from "../rules/json-value.ts";
import type { Json, JsonObject } from "../model/json.ts";
import { toKeyText } from "./key-text.ts";
import type { Fields } from "./schema-fields.ts";

/** A text with the fields of a record in it: `{external_category.name} {amount}` gives `Lumper $125.00`. */
export function composeText(text: string, record: JsonObject, fields: Fields): string {
  return text.replace(/\{([^{}]+)\}/g, (_, path: string) => {
    const value = path.split(".").reduce<Json | undefined>(memberOf, record);
    const isCents = fields.get(path)?.unit === "usd-cents";
    return typeof value === "number" && isCents ? toDollars(value) : value === undefined ? "" : toKeyText(value);
  });
}

function toDollars(cents: number): string {
  const digits = String(Math.abs(cents)).padStart(3, "0");
  return `${cents < 0 ? "-" : ""}$${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
