import type { Json, JsonObject } from "../../model/json.ts";
import type { Notation, Parameter } from "../../model/operation.ts";
import { isJsonType } from "../../rules/json-type.ts";
import { entriesAt, flagAt, memberOf, textAt } from "../../rules/json-value.ts";
import type { Reading } from "./reading.ts";
import { toExamples } from "./to-examples.ts";
import { toSchema } from "./to-schema.ts";

/**
 * The parameters of an operation: those of its path, then its own, which replace others of the same name and place.
 */
export function toParameters(own: readonly Json[], shared: readonly Json[], reading: Reading): readonly Parameter[] {
  const parameters = new Map<string, Parameter>();
  for (const value of [...shared, ...own]) {
    const node = reading.resolve(value) ?? {};
    const place = textAt(node, "in") ?? "";
    if (!isPlace(place)) continue;
    const parameter = toParameter(node, { name: textAt(node, "name") ?? "", in: place }, reading);
    parameters.set(`${place} ${parameter.name}`, parameter);
  }
  return [...parameters.values()];
}

/** A response header, which is a parameter in all but place. */
export function toHeader(name: string, node: JsonObject, reading: Reading): Parameter {
  return toParameter(node, { name, in: "header" }, reading);
}

function isPlace(text: string): text is Parameter["in"] {
  return text === "path" || text === "query" || text === "header" || text === "cookie";
}

function toParameter(node: JsonObject, key: Pick<Parameter, "name" | "in">, reading: Reading): Parameter {
  const [type, content] = entriesAt(node, "content")[0] ?? [];
  const carrier = content === undefined ? node : (reading.resolve(content) ?? {});
  const isNeeded = flagAt(node, "required") && key.in !== "header";
  const schema = toSchema(memberOf(carrier, "schema"), reading);
  const stated = toNotation(node, key.in);
  const notation: Notation = type !== undefined && isJsonType(type) ? { style: "json", isExploded: false } : stated;
  return {
    ...key,
    required: flagAt(node, "required"),
    deprecated: flagAt(node, "deprecated") || schema.deprecated,
    description: reading.html(node, "description"),
    schema,
    notation,
    listStyle: schema.types.includes("array") && content === undefined ? listStyleOf(notation) : null,
    examples: toExamples(carrier, { mediaType: "text/plain", direction: isNeeded ? "request" : null }, reading),
    certainty: textAt(node, "x-certainty") ?? schema.certainty,
  };
}

function toNotation(node: JsonObject, place: Parameter["in"]): Notation {
  if (textAt(node, "x-collection-format") === "tsv") return { style: "tabDelimited", isExploded: false };
  const stated = textAt(node, "style");
  const style = styles.find((name) => name === stated) ?? (place === "query" || place === "cookie" ? "form" : "simple");
  const explode = memberOf(node, "explode") ?? (style === "form" || style === "deepObject");
  return { style, isExploded: explode === true };
}

const styles = ["form", "simple", "label", "matrix", "spaceDelimited", "pipeDelimited", "deepObject"] as const;

/** What a notation makes of a list. */
function listStyleOf({ style, isExploded }: Notation): Parameter["listStyle"] {
  if (style === "deepObject") return "repeat";
  if (style === "tabDelimited") return "tab";
  if (style === "form") return isExploded ? "repeat" : "comma";
  if (style === "spaceDelimited") return isExploded ? "repeat" : "space";
  if (style === "pipeDelimited") return isExploded ? "repeat" : "pipe";
  return "comma";
}
