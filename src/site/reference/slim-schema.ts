import { mapSubschemas } from "#shared/contract/json-schema.ts";
import { firstSentence } from "#shared/contract/text.ts";
import { isList, isObject, type Json, toObject } from "#shared/json/json.ts";

/** A slim schema keeps a sentence of each text, or it drops all texts. */
export type SlimProse = "sentences" | "none";

/** A slim schema keeps what forms and checks need, and little or none of its text. References stay as they are. */
export function slimSchema(schema: Json, prose: SlimProse): Json {
  if (!isObject(schema)) return schema;
  const kept = Object.entries(schema).filter(([key]) => isKept(key, prose));
  const slim = toObject(kept.map(([key, value]) => [key, slimText(key, value)]));
  return mapSubschemas(slim, (inner) => slimSchema(inner, prose));
}

function isKept(key: string, prose: SlimProse): boolean {
  if (forReaders.has(key)) return prose === "sentences";
  return key.startsWith("x-") ? key === "x-unit" : !unused.has(key);
}

const forReaders = new Set([
  "title",
  "description",
  "deprecated",
  "x-enum-descriptions",
  "x-enum-varnames",
  "x-enumDescriptions",
  "x-enumNames",
]);
const unused = new Set(["example", "examples", "externalDocs", "xml", "$comment", "$id", "$schema"]);

function slimText(key: string, value: Json): Json {
  if (key === "description") return shortened(value);
  if (key !== "x-enum-descriptions" && key !== "x-enumDescriptions") return value;
  if (isList(value)) return value.map(shortened);
  return isObject(value) ? toObject(Object.entries(value).map(([name, text]) => [name, shortened(text)])) : value;
}

function shortened(value: Json): Json {
  return typeof value === "string" ? firstSentence(value) : value;
}
