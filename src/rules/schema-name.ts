import { parsePointer } from "./json-pointer.ts";

/** `#/components/schemas/Load` to `Load`; null for references to anything else. */
export function schemaNameOf(reference: string): string | null {
  const [components, schemas, name, ...rest] = parsePointer(reference.replace(/^#/, "")) ?? [];
  return components === "components" && schemas === "schemas" && rest.length === 0 ? (name ?? null) : null;
}
