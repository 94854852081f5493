import type { Json, JsonObject, Parameter } from "../model/contract.ts";
import { entriesAt, flagAt, memberOf, textAt } from "../rules/json-value.ts";
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
  const [, content] = entriesAt(node, "content")[0] ?? [];
  const carrier = content === undefined ? node : (reading.resolve(content) ?? {});
  const isNeeded = flagAt(node, "required") && key.in !== "header";
  const schema = toSchema(memberOf(carrier, "schema"), reading);
  return {
    ...key,
    required: flagAt(node, "required"),
    deprecated: flagAt(node, "deprecated") || schema.deprecated,
    description: reading.html(node, "description"),
    schema,
    listStyle: schema.types.includes("array") && content === undefined ? listStyleOf(node, key.in) : null,
    examples: toExamples(carrier, { mediaType: "text/plain", direction: isNeeded ? "request" : null }, reading),
    certainty: textAt(node, "x-certainty") ?? schema.certainty,
  };
}

/** OpenAPI 3.1, section 4.8.12.2: what `style` and `explode` make of a list. */
function listStyleOf(node: JsonObject, place: Parameter["in"]): Parameter["listStyle"] {
  const style = textAt(node, "style") ?? (place === "query" || place === "cookie" ? "form" : "simple");
  if (textAt(node, "x-collection-format") === "tsv") return "tab";
  const explode = memberOf(node, "explode") ?? style === "form";
  if (style === "form") return explode === true ? "repeat" : "comma";
  if (style === "spaceDelimited") return explode === true ? "repeat" : "space";
  if (style === "pipeDelimited") return explode === true ? "repeat" : "pipe";
  return "comma";
}
