import type { Json } from "../model/json.ts";

/** A value as it stands in a path or a query: texts as they are, the rest as JSON. */
export function toKeyText(value: Json | undefined): string {
  return typeof value === "string" ? value : JSON.stringify(value ?? null);
}
