import { resolveIn } from "../contract/find-operation.ts";
import { inferTypes } from "../contract/merge-schema.ts";
import type { Parameter } from "../contract/operation.ts";
import { type Json, type JsonObject, memberOf } from "../json/json.ts";

export interface TextForm {
  readonly document: JsonObject;
  /** How a list is joined; null for what is no list. */
  readonly listStyle: Parameter["listStyle"];
}

const separators = { comma: ",", space: " ", pipe: "|", tab: "\t" } as const;

/** The value that a parameter's text stands for. A text that is no number stays a text, for the check to complain about. */
export function coerceText(text: string, schema: Json, { document, listStyle }: TextForm): Json {
  const node = resolveIn(document, schema);
  const types = inferTypes(node, { target: (reference) => resolveIn(document, { $ref: reference }) }) ?? [];
  if (types.includes("array")) {
    const items = memberOf(node ?? undefined, "items") ?? true;
    const separator = listStyle === null || listStyle === "repeat" ? null : separators[listStyle];
    const texts = separator === null ? [text] : text.split(separator);
    return texts.map((element) => coerceText(element, items, { document, listStyle: null }));
  }
  if (types.includes("string") || types.length === 0) return text;
  if ((types.includes("integer") || types.includes("number")) && /^-?\d+(?:\.\d+)?$/.test(text)) return Number(text);
  if (types.includes("boolean") && (text === "true" || text === "false")) return text === "true";
  return types.includes("null") && text === "" ? null : text;
}
