import { findYamlCursor } from "#read/yaml/yaml-cursor.ts";
import { keySchemas } from "#settings/key-schema.ts";
import { knownKeys, knownValues, schemasAt } from "#settings/schema-keys.ts";
import type { SiteModel } from "#shared/site-model.ts";

import type { KeyText } from "../text-place.ts";
import { routesOf } from "./complete-links.ts";
import type { Suggestion, Suggestions } from "./suggestion.ts";

/** Keys of the settings or of front matter with what they mean, and the values that they may have. */
export function completeKeys({ kind, text, offset }: KeyText, model: SiteModel): Suggestions | null {
  const cursor = findYamlCursor(text, offset);
  if (cursor === null) return null;
  const schemas = schemasAt(keySchemas[kind](), cursor.path);
  const keys = schemas.flatMap(knownKeys).filter(({ name }) => !cursor.siblings.includes(name));
  const colon = /^[^\S\n]*:/.test(text.slice(offset)) ? "" : ": ";
  const ofKeys = keys.map(({ name, schema, isNeeded }): Suggestion => {
    const detail = isNeeded ? "needed" : "";
    return { text: name + colon, kind: "key", detail, words: schema.description ?? "" };
  });
  const ofValues = schemas.flatMap(knownValues).map((value): Suggestion => ({ text: value, kind: "value" }));
  const leads = cursor.path.at(-1) === "to" || (cursor.path.includes("sidebar") && cursor.kind === "either");
  const ofRoutes = leads && kind === "settings" ? routesOf(model) : [];
  return {
    start: cursor.start,
    offered: [...(cursor.kind === "value" ? [] : ofKeys), ...(cursor.kind === "key" ? [] : [...ofValues, ...ofRoutes])],
  };
}

/** What a key means that a cursor stands on; null where there is none. */
export function keyWords({ kind, text, offset }: KeyText): string | null {
  const end = offset + (/^[\w/-]*/.exec(text.slice(offset))?.[0].length ?? 0);
  const cursor = findYamlCursor(text, end);
  if (cursor?.kind !== "key") return null;
  const keys = schemasAt(keySchemas[kind](), cursor.path).flatMap(knownKeys);
  return keys.find(({ name }) => name === cursor.start)?.schema.description ?? null;
}
