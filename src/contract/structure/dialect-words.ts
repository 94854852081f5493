import { distance } from "fastest-levenshtein";

import type { Origins } from "#read/yaml/origins.ts";
import { showValue } from "#shared/conformance/checker.ts";
import { diagnose, type Diagnostic } from "#shared/diagnostics/diagnostic.ts";
import {
  isList,
  isObject,
  type Json,
  type JsonObject,
  listAt,
  memberOf,
  objectAt,
  textAt,
  textsAt,
} from "#shared/json/json.ts";

import { keywords30, movedFields, movedFlowFields } from "./schema-shapes.ts";
import { type Family, isOfType, mendValue, type ParsedShape, scalarOf } from "./shape.ts";

interface Word {
  readonly key: string;
  readonly message: string;
  readonly hint: string | null;
}

/** Finds known members that this version of OpenAPI doesn't have, and values and paths of another kind. */
export function findDialectWords(
  node: JsonObject,
  shape: string,
  { family, origins }: { readonly family: Family; readonly origins: Origins },
): readonly Diagnostic[] {
  const words = wordsByShape[shape]?.(node, family) ?? [];
  const unread = unreadOperations.filter((word) => word.shape === shape && Object.hasOwn(node, word.key));
  const moved = family === "Swagger 2.0" ? fieldsBesideBodies(node, shape) : movedWords(node, shape);
  return [...words, ...moved, ...unread].map(({ key, message, hint }) =>
    diagnose("contract/nonstandard", message, origins.ofKey(node, key), hint),
  );
}

const wordsByShape: Readonly<Record<string, (node: JsonObject, family: Family) => readonly Word[]>> = {
  schema: wordsOfSchema,
  paths: pathsWithQueries,
  responses: bodiesOfNothing,
};

/** The members of a parameter, a header, a response, a body or a scheme that OpenAPI 3 has inside of them. */
export function wordsOfSwagger(node: JsonObject, shape: string): readonly string[] {
  if (shape === "response" || shape === "requestBody") return Object.hasOwn(node, "schema") ? ["schema"] : [];
  const isValue = shape === "parameter" || shape === "header";
  const fields = isValue ? movedFields : shape === "securityScheme" ? movedFlowFields : {};
  return Object.keys(fields).filter((word) => Object.hasOwn(node, word));
}

function movedWords(node: JsonObject, shape: string): readonly Word[] {
  const [key, ...more] = wordsOfSwagger(node, shape);
  // That its content is missing is a finding by itself.
  if (key === undefined || (shape === "requestBody" && !Object.hasOwn(node, "content"))) return [];
  const named = [key, ...more].map((word) => `\`${word}\``).join(", ");
  const hint =
    shape === "securityScheme"
      ? "write it in flows:, under the flow's name"
      : key === "schema"
        ? "write it in content:, under a media type"
        : "write it in schema:";
  const fault = more.length > 0 ? "stand where Swagger 2.0 has them" : "stands where Swagger 2.0 has it";
  return [{ key, message: `${named} ${fault}`, hint }];
}

/** Extensions of Azure and of AWS that hold operations. */
const unreadOperations: readonly (Word & { readonly shape: string })[] = [
  {
    shape: "document",
    key: "x-ms-paths",
    message: "`x-ms-paths` isn't read: its operations are left out",
    hint: "write them in paths:, with what follows the ? as parameters",
  },
  {
    shape: "pathItem",
    key: "x-amazon-apigateway-any-method",
    message: "`x-amazon-apigateway-any-method` isn't read: its operation is left out",
    hint: "write it under each method that callers use, such as get:",
  },
];

/** A request has one body. Only that of Swagger 2.0's parameters may be stated as two kinds of it. */
function fieldsBesideBodies(node: JsonObject, shape: string): readonly Word[] {
  const stated = shape === "operation" ? listAt(node, "parameters").map((parameter) => textAt(parameter, "in")) : [];
  if (!stated.includes("body") || !stated.includes("formData")) return [];
  const hint = "list each part with in: formData, and no body";
  return [{ key: "parameters", message: "a body leaves no room for form fields, which are left out", hint }];
}

function wordsOfSchema(node: JsonObject, family: Family): readonly Word[] {
  const isNew = family === "OpenAPI 3.1" || family === "OpenAPI 3.2";
  const words = isNew ? keywordsOfEarlierVersions(node) : keywordsOfLaterVersions(node, family);
  return [...words, ...valuesOfAnotherType(node)];
}

function pathsWithQueries(node: JsonObject): readonly Word[] {
  const keys = Object.keys(node).filter((key) => key.startsWith("/") && key.includes("?"));
  return keys.map((key) => ({
    key,
    message: `the path ${key} has a query`,
    hint: "end it before the ?, and list what follows in parameters, with in: query",
  }));
}

/** RFC 9110, sections 15.3.5, 15.3.6 and 15.4.5: no body follows these, whatever a framework describes. */
function bodiesOfNothing(node: JsonObject): readonly Word[] {
  const keys = ["204", "205", "304"].filter((status) => {
    const response = objectAt(node, status) ?? {};
    const content = Object.values(objectAt(response, "content") ?? {});
    return [memberOf(response, "schema"), ...content].some((part) => isObject(part) && Object.keys(part).length > 0);
  });
  return keys.map((key) => ({
    key,
    message: `a response with the status ${key} has no body, but one is described`,
    hint: "remove it, or write the status that the server sends",
  }));
}

function keywordsOfLaterVersions(node: JsonObject, family: Family): readonly Word[] {
  const isTuple = isList(memberOf(node, "items"));
  const items = isTuple ? [{ key: "items", message: `\`items\` is one schema in ${family}`, hint: null }] : [];
  if (family !== "OpenAPI 3.0") return items;
  const keys = Object.keys(node).filter((key) => !keywords30.has(key) && !key.startsWith("x-"));
  const unknown = keys
    .filter((key) => !(isTuple && key === "additionalItems"))
    .map((key) => ({ key, message: `\`${key}\` has no meaning in a schema of OpenAPI 3.0` }));
  const types = isList(memberOf(node, "type")) ? [{ key: "type", message: "`type` is one word in OpenAPI 3.0" }] : [];
  return [...[...types, ...unknown].map((word) => ({ ...word, hint: null })), ...items];
}

function keywordsOfEarlierVersions(node: JsonObject): readonly Word[] {
  const words: Word[] = [];
  const add = (key: string, hint: string): void => {
    words.push({ key, message: `\`${key}\` is written as before OpenAPI 3.1`, hint });
  };
  if (memberOf(node, "nullable") === true) add("nullable", 'write type: [string, "null"], or the type it has');
  for (const bound of ["Minimum", "Maximum"]) {
    const key = `exclusive${bound}`;
    if (typeof memberOf(node, key) === "boolean") add(key, `write ${key}: with the number of ${bound.toLowerCase()}`);
  }
  if (isList(memberOf(node, "items")))
    add("items", "write prefixItems: with this list, and items: for the elements after it");
  if (textAt(node, "discriminator") !== null)
    add("discriminator", "write discriminator: with propertyName: and this name");
  if (isObject(memberOf(node, "examples"))) {
    const hint = "write - in front of each value, without its name";
    words.push({ key: "examples", message: "`examples` of a schema is a list of values", hint });
  }
  return words;
}

function valuesOfAnotherType(node: JsonObject): readonly Word[] {
  const values = listAt(node, "enum");
  const listed = listedValues(node);
  const value = values.find((stated, index) => stated !== listed[index]);
  if (value === undefined) return [];
  const type = textsAt(node, "type").join(" or ");
  const hint = typeof value === "string" ? "write it without quotes" : "write it in quotes";
  return [{ key: "enum", message: `\`enum\` lists ${showValue(value)} where the type is ${type}`, hint }];
}

/** The values of `enum` as the type has them: YAML reads 1 as a number where a text is meant, and "1" as a text. */
export function listedValues(node: JsonObject): readonly Json[] {
  const types = textsAt(node, "type").flatMap((type) => scalarOf(type) ?? []);
  return listAt(node, "enum").map((value) => {
    if (value === null || isList(value) || isObject(value) || types.some((type) => isOfType(value, type))) return value;
    return types.map((type) => mendValue(value, type)).find((mended) => mended !== undefined) ?? value;
  });
}

/** JSON Schema allows unknown keywords, but a misspelled one is worth a warning. */
export function findMisspelling(
  node: JsonObject,
  key: string,
  { shape, origins }: { readonly shape: ParsedShape; readonly origins: Origins },
): readonly Diagnostic[] {
  const meant = [...shape.fields.keys()].find((keyword) => {
    if (key.toLowerCase() === keyword.toLowerCase()) return true;
    return keyword.length >= 6 && Math.abs(key.length - keyword.length) <= 2 && distance(key, keyword) <= 2;
  });
  if (meant === undefined) return [];
  const message = `\`${key}\` isn't a keyword and has no effect`;
  return [diagnose("contract/unsupported", message, origins.ofKey(node, key), `did you mean ${meant}?`)];
}
