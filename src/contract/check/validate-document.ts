import type { validate } from "@readme/openapi-parser";

import { Origins } from "#read/yaml/origins.ts";
import { diagnose, type Diagnostic, type Position } from "#shared/diagnostics/diagnostic.ts";
import {
  isList,
  type Json,
  type JsonObject,
  memberOf,
  objectAt,
  toJsonText,
  toObject,
  without,
} from "#shared/json/json.ts";

import { keywords30 } from "../structure/schema-shapes.ts";
import { type Family, type FieldType, memberType } from "../structure/shape.ts";
import type { Specification } from "../structure/specification.ts";
import { transformDocument } from "../structure/walk-document.ts";
import { moveWords } from "../upgrade/move-words.ts";

/**
 * Has @readme/openapi-parser check the bundled document after our own checks. What it finds becomes a warning in its words,
 * and the document is read all the same. The warning is at the part that the words name, else at the document.
 */
export async function validateDocument(
  document: JsonObject,
  specification: Specification,
  origins: Origins,
): Promise<readonly Diagnostic[]> {
  if (specification.family === "OpenAPI 3.2") return [];
  const found = await askParser(toWitnessDocument(document, specification), specification.family).catch(toReason);
  if (typeof found === "string") {
    const message = `@readme/openapi-parser couldn't judge the document: ${found}`;
    const hint = "check it against OpenAPI's rules with another tool";
    return [diagnose("contract/unchecked", message, origins.of(document), hint)];
  }
  const findings = new Map(found.map((message) => [`the parser says: ${toSentence(message)}`, message]));
  return Array.from(findings, ([sentence, message]) => {
    const [, name = ""] = /`(\/[^`]+)`/.exec(message) ?? [];
    return diagnose("contract/nonstandard", sentence, positionNamed(name, document, origins));
  });
}

async function askParser(document: JsonObject, family: Family): Promise<readonly string[]> {
  const parser = await import("@readme/openapi-parser");
  if (!isApiDocument(document)) return [];
  // JSON Schema 2020-12 allows a list without `items`. Every dialect allows a required member without a schema.
  const openapi = { ...ownRules, ...(family === "OpenAPI 3.1" ? { "array-without-items": "warning" as const } : {}) };
  const swagger = { ...ownRules, "unknown-required-schema-property": "warning" as const };
  const result = await parser.validate(document, {
    resolve: { external: false, file: false },
    validate: { rules: { openapi, swagger } },
  });
  const messages = result.valid ? [] : result.errors.map(({ message }) => message);
  return messages.filter((message) => !unwanted.test(message));
}

/**
 * An empty `paths` is allowed (OpenAPI 3.1, 4.8.8), and any name for a definition in Swagger 2.0 (`Page«Load»`). Nobody
 * misses the last number of `openapi: "3.1"`. A body beside form fields is told as the document is read.
 */
const unwanted =
  /must contain at least one entry|Definition names should match|match pattern "\^3|has `body` and `formData` parameters/;

/** `checkOperations` has these rules too, with positions and hints. The parser's warnings aren't reported. */
const ownRules = {
  "duplicate-operation-id": "warning",
  "duplicate-non-request-body-parameters": "warning",
  "non-optional-path-parameters": "warning",
  "path-parameters-not-in-parameters": "warning",
  "path-parameters-not-in-path": "warning",
} as const;

/** The parser's name for it isn't exported. */
type ApiDocument = Exclude<Parameters<typeof validate>[0], string>;

function isApiDocument(document: object): document is ApiDocument {
  return Object.hasOwn(document, "openapi") || Object.hasOwn(document, "swagger");
}

function toReason(error: unknown): string {
  const [line = ""] = (error instanceof Error ? error.message : String(error)).split("\n");
  return firstParagraph(line) || "it gives no reason";
}

function firstParagraph(message: string): string {
  const [sentence = ""] = message.split("\n\n");
  return sentence.replace(/\s+/g, " ").replace(/\.$/, "");
}

/** Most messages name no part of the document, but show it in an excerpt, where a mark stands before its first line. */
function toSentence(message: string): string {
  const [, excerpt = ""] = /^>(.*)/ms.exec(message) ?? [];
  const lines = Array.from(excerpt.matchAll(/^ *\d+ \| +(.*)$/gm), ([, line = ""]) => line);
  const [first] = lines;
  if (first === undefined) return firstParagraph(message);
  const part = /[[{]$/.test(first) ? `${lines.join(" ")} …` : first.replace(/,$/, "");
  return `${firstParagraph(message)}: ${part}`;
}

/** The position of the deepest part on a path whose keys aren't escaped: `/paths/loads//get`. */
function positionNamed(path: string, document: JsonObject, origins: Origins): Position | null {
  let position = origins.of(document);
  let [owner, below]: [JsonObject | null, string] = [document, path];
  while (owner !== null) {
    const steps = Object.keys(owner).map((key) => ({ key, step: key.startsWith("/") ? key : `/${key}` }));
    const named = steps.filter(({ step }) => `${below}/`.startsWith(`${step}/`));
    const [next] = named.sort((first, second) => second.step.length - first.step.length);
    if (next === undefined) break;
    position = origins.ofKey(owner, next.key);
    below = below.slice(next.step.length);
    owner = objectAt(owner, next.key);
  }
  return position;
}

/**
 * A copy of the bundled document for the parser. Faults that we reported are mended, since the parser prints the whole
 * document for each finding (2,000 took it 30 seconds). All references lead to another file, which the parser doesn't open:
 * it would expand each use, and some documents have no end. A large document has no schemas.
 */
function toWitnessDocument(document: JsonObject, { family, shapes }: Specification): JsonObject {
  const isLarge = toJsonText(document).length > maxCharacters;
  const origins = new Origins();
  const edit = (written: JsonObject, name: string): JsonObject => {
    const shape = shapes.get(name);
    if (shape === undefined) return written;
    if (isLarge && name === "schema") return {};
    const isTuple = name === "schema" && isList(memberOf(written, "items"));
    const placed = family === "Swagger 2.0" ? written : moveWords(written, name, origins);
    const node = isTuple ? { ...without(written, "additionalItems"), items: {} } : placed;
    const isOld = name === "schema" && family === "OpenAPI 3.0";
    const shown = Object.entries(node).filter(([key, value]) =>
      isOld ? keywords30.has(key) && !(key === "type" && isList(value)) : shape.open || memberType(shape, key),
    );
    if (Object.hasOwn(node, "$ref")) return toObject(shown);
    const needed = [...shape.fields].filter(([key, { required }]) => required && !Object.hasOwn(node, key));
    const least = needed.map(([key, { type }]) => [key, leastOf(type)] as const);
    return toObject([...shown, ...least, ...Object.entries(mendsOf(node, name, family))]);
  };
  // The parser gets plain numbers.
  return JSON.parse(toJsonText(transformDocument(document, { shapes, origins, edit })), (key, value: unknown) =>
    key === "$ref" && typeof value === "string" ? `bundled.json${value}` : value,
  );
}

/** The parser takes 100 bytes of memory for each, and seconds for so many. */
const maxCharacters = 3_000_000;

/** What our other checks have asked of an object already, and what it lacks where its reference led nowhere. */
function mendsOf(node: JsonObject, shape: string, family: Family): Readonly<Record<string, Json>> {
  const lacks = (...keys: readonly string[]): boolean => !keys.some((key) => Object.hasOwn(node, key));
  const isValue = (shape === "parameter" || shape === "header") && family !== "Swagger 2.0";
  return {
    ...(isValue && lacks("schema", "content") && { schema: {} }),
    ...(shape === "parameter" && node["in"] === "path" && { required: true }),
    ...(shape === "link" && lacks("operationId", "operationRef") && { operationId: "" }),
    ...(shape === "securityScheme" && lacks("type") && { type: "http", scheme: "" }),
  };
}

function leastOf(type: FieldType): Json {
  if (type.kind === "one") return type.texts[0] ?? "";
  return type.kind === "scalar" ? "" : {};
}
