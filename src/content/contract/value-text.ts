import type { Json } from "../../model/json.ts";

/** A value of an enum as pages print and name it: texts bare, everything else as JSON. */
export function valueText(value: Json): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
