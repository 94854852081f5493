import type { SliceParameter } from "../contract/contract-slice.ts";
import { type Example, findJsonContent, type MediaType } from "../contract/operation.ts";
import { firstDefined, type Json } from "../json/json.ts";

/** The value that samples show for a parameter: its example, which may be made of its schema, else its default. */
export function sampleValue({ schema, examples }: Pick<SliceParameter, "schema" | "examples">): Json | undefined {
  return firstDefined(examples[0]?.value, schema.default);
}

/** Prefers JSON. */
export function sampledContent<M extends Pick<MediaType, "type">>(content: readonly M[]): M | null {
  return findJsonContent(content) ?? content[0] ?? null;
}

/** An object that was made although its schema names no field: it would say that the object has none. */
export function isHollow({ authored, text }: Pick<Example, "authored" | "text">): boolean {
  return !authored && text === "{}";
}

/** True for headers that HTTP and the samples set themselves, whatever a contract says (OpenAPI 3.1, section 4.8.12.1). */
export function isIgnoredHeader({ name, in: place }: Pick<SliceParameter, "name" | "in">): boolean {
  return place === "header" && ["accept", "content-type", "authorization"].includes(name.toLowerCase());
}
