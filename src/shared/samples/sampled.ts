import type { SliceParameter } from "../contract/contract-slice.ts";
import { findJsonContent, type MediaType } from "../contract/operation.ts";
import type { Json } from "../json/json.ts";

/** The value that samples show for a parameter. The parameter's name is preferred to a made-up text. */
export function sampleValue({ name, schema, examples }: SliceParameter): Json | undefined {
  const [example] = examples;
  if (example?.authored) return example.value;
  const isPlainText = typeof example?.value === "string" && schema.format === null && schema.ref === null;
  if (schema.default !== undefined) return schema.default;
  const isOpen = schema.enum.length === 0 && schema.const === undefined;
  return isPlainText && isOpen ? name : example?.value;
}

/** Prefers JSON. */
export function sampledContent<M extends Pick<MediaType, "type">>(content: readonly M[]): M | null {
  return findJsonContent(content) ?? content[0] ?? null;
}

/** True for headers that HTTP and the samples set themselves, whatever a contract says (OpenAPI 3.1, section 4.8.12.1). */
export function isIgnoredHeader({ name, in: place }: Pick<SliceParameter, "name" | "in">): boolean {
  return place === "header" && ["accept", "content-type", "authorization"].includes(name.toLowerCase());
}
