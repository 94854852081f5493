import type { Schema, SchemaByName } from "#shared/contract/schema.ts";
import { isList, isObject, type Json } from "#shared/json/json.ts";
import { toPlainText } from "#shared/contract/parameter-notation.ts";
import { bareType } from "#shared/media-type.ts";

import { writeTable } from "./write-table.ts";
import { writeXml } from "./write-xml.ts";
import { writeYaml } from "./write-yaml.ts";

/** A value as it travels in a media type that is neither JSON nor a form; null where nothing here can write it. */
export function writeBody(
  value: Json,
  mediaType: string,
  { schema, schemaByName }: { readonly schema: Schema | null; readonly schemaByName: SchemaByName },
): string | null {
  const type = bareType(mediaType);
  if (typeof value === "string") return value;
  if (/[/+]xml$/.test(type)) return writeXml(value, schema, schemaByName);
  if (/[/+](?:x-)?yaml$/.test(type)) return writeYaml(value);
  if (/^(?:text|application)\/csv$/.test(type)) return writeTable(value, ",");
  if (type === "text/tab-separated-values") return writeTable(value, "\t");
  return isList(value) || isObject(value) || !type.startsWith("text/") ? null : toPlainText(value);
}
