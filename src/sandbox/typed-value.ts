import type { Json } from "../model/json.ts";
import type { Parameter } from "../model/operation.ts";
import type { Schema } from "../model/schema.ts";

const separators = { comma: ",", space: " ", pipe: "|", tab: "\t" } as const;

/** The value that a text of a form or an address stands for. A text that is no number stays a text. */
export function toTypedValue(text: string, { types }: Schema): Json {
  if (types.includes("string") || types.length === 0) return text;
  if ((types.includes("integer") || types.includes("number")) && /^-?\d+(?:\.\d+)?$/.test(text)) return Number(text);
  if (types.includes("boolean") && (text === "true" || text === "false")) return text === "true";
  return text;
}

/** The value of a query parameter that was sent once or, for some lists, several times. */
export function toQueryValue(texts: readonly string[], { schema, listStyle }: Parameter): Json {
  if (listStyle === null) return toTypedValue(texts[0] ?? "", schema);
  const elements = listStyle === "repeat" ? texts : (texts[0] ?? "").split(separators[listStyle]);
  return elements.map((element) => (schema.items ? toTypedValue(element, schema.items) : element));
}
