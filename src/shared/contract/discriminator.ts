import { type Json, type JsonObject, listAt, textAt, textEntriesAt } from "../json/json.ts";
import type { MergeTools } from "./merge-schema.ts";
import { schemaNameOf } from "./schema.ts";

/** Names of the schemas that inherit from another one by `allOf`, by that one: what a discriminator without a list means. */
export function findSubtypes(
  named: JsonObject,
  tools: Pick<MergeTools, "target">,
): ReadonlyMap<JsonObject, readonly string[]> {
  const heirs = new Map<JsonObject, string[]>();
  for (const [name, schema] of Object.entries(named)) {
    for (const part of listAt(schema, "allOf")) {
      const base = tools.target(textAt(part, "$ref") ?? "");
      if (base) heirs.set(base, [...(heirs.get(base) ?? []), name]);
    }
  }
  return heirs;
}

/** Which value means which schema. A schema that the mapping leaves out goes by its own name (OpenAPI 3.1, 4.8.25). */
export function toMapping(discriminator: JsonObject, schemas: readonly Json[]): ReadonlyMap<string, string> {
  const stated = textEntriesAt(discriminator, "mapping").map(([value, text]) => [value, toMappedName(text)] as const);
  const named = new Set([...stated.map(([, name]) => name), defaultOf(discriminator)]);
  const names = schemas.flatMap((schema) => schemaNameOf(textAt(schema, "$ref") ?? "") ?? []);
  return new Map([...stated, ...names.filter((name) => !named.has(name)).map((name) => [name, name] as const)]);
}

/** The schema for every value that no mapping names, and for none (OpenAPI 3.2.1, 4.26). */
export function defaultOf(discriminator: JsonObject): string | null {
  const text = textAt(discriminator, "defaultMapping");
  return text === null ? null : toMappedName(text);
}

/** A mapping names a schema by its name, by a reference, or by a file (OpenAPI 3.1, 4.8.25.2). */
function toMappedName(text: string): string {
  const last = text
    .split(/[/#]/)
    .at(-1)
    ?.replace(/\.\w+$/, "");
  return schemaNameOf(text) ?? last ?? text;
}
