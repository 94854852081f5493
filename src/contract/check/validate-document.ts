import type { validate } from "@readme/openapi-parser";

import { diagnose, type Diagnostic, type Position } from "#shared/diagnostic.ts";
import { resolvePointer, toPointer } from "#shared/json/json-pointer.ts";
import { isList, isObject, type Json, type JsonObject, toObject } from "#shared/json/json.ts";

import { Origins } from "../source/origins.ts";
import type { Specification } from "../structure/specification.ts";
import { type Path, transformDocument } from "../structure/walk-document.ts";

/** Gives what the parser has against a document, in its own words. */
export type AskParser = (question: {
  readonly document: JsonObject;
  readonly family: Specification["family"];
}) => Promise<readonly string[]>;

/**
 * Has @readme/openapi-parser judge the bundled document, as a second opinion after our own checks, which say more and know
 * positions. It is shown a skeleton: it dereferences what it gets and walks the result as a tree, so twenty schemas that
 * each name the next one twice would take it hours; and it would follow what looks like a reference in an example.
 */
export async function validateDocument(
  document: JsonObject,
  specification: Specification,
  { origins, ask }: { readonly origins: Origins; readonly ask: AskParser },
): Promise<readonly Diagnostic[]> {
  if (specification.family === "OpenAPI 3.2") return [];
  const skeleton = toSkeleton(document, specification);
  const messages = await ask({ document: skeleton, family: specification.family });
  const operations = operationPlaces(document);
  return messages.map((message) => {
    const path = pathInFrame(skeleton, message) ?? pathInSentence(document, operations, message) ?? [];
    const sentence = `${toSentence(message)} (${toPointer(path)})`;
    return diagnose("contract/invalid", sentence, positionOf(document, path, origins));
  });
}

const droppedMembers: ReadonlyMap<string, readonly string[]> = new Map([
  ["schema", ["$ref", "$id", "$schema", "$anchor", "example", "examples", "default", "const", "enum"]],
  ["parameter", ["example", "examples", "default", "enum"]],
  ["items", ["default", "enum"]],
  ["header", ["example", "examples", "default", "enum"]],
  ["mediaType", ["example", "examples"]],
  ["response", ["examples", "links"]],
  ["operation", ["callbacks"]],
  ["components", ["callbacks", "examples", "links"]],
]);

/** The document without what refers to schemas or holds free values; neither matters to its structure. */
function toSkeleton(document: JsonObject, { shapes }: Specification): JsonObject {
  return transformDocument(document, "document", { shapes, origins: new Origins(), edit: toBone });
}

function toBone(node: JsonObject, shape: string): JsonObject {
  const dropped = droppedMembers.get(shape) ?? [];
  const kept = Object.entries(node).filter(([key]) => !key.startsWith("x-") && !dropped.includes(key));
  return toObject(kept.map(([key, value]) => [key, key === "definitions" ? withPlainNames(value) : value] as const));
}

/** Swagger 2.0 lets a definition have any name, and generators use that (`Page«Load»`); the parser does not. */
function withPlainNames(definitions: Json): Json {
  if (!isObject(definitions)) return definitions;
  return toObject(
    Object.entries(definitions).map(([name, schema]) => [name.replace(/[^\w.-]/g, "_"), schema] as const),
  );
}

/** `REQUIRED must have required property 'info'` and a code frame to one sentence. */
function toSentence(message: string): string {
  const [sentence = message] = message.split("\n\n");
  const text = sentence
    .replace(/^[A-Z][A-Z ]+(?= [a-z])\s*/, "")
    .replace(/\s+/g, " ")
    .replace(/\.$/, "");
  return text.charAt(0).toLowerCase() + text.slice(1);
}

/** The parser prints the place as a frame of the document's JSON; the marked line tells the member. */
function pathInFrame(skeleton: JsonObject, message: string): Path | null {
  const line = /^> +(\d+) \|/m.exec(message)?.[1];
  return line === undefined ? null : pathAtLine(skeleton, Number(line));
}

type OperationPlaces = ReadonlyMap<string, Path>;

/** Or it names the operation by a path that is not escaped: `/paths/loads//get`. */
function operationPlaces(document: JsonObject): OperationPlaces {
  const places = new Map<string, Path>();
  const paths = resolvePointer(document, ["paths"]);
  for (const [path, item] of isObject(paths) ? Object.entries(paths) : []) {
    places.set(`/paths${path}`, ["paths", path]);
    for (const method of isObject(item) ? Object.keys(item) : []) {
      places.set(`/paths${path}/${method}`, ["paths", path, method]);
    }
  }
  return places;
}

function pathInSentence(document: JsonObject, places: OperationPlaces, message: string): Path | null {
  for (const name of Array.from(message.matchAll(/`(\/[^`]+)`/g), (match) => match[1] ?? "")) {
    for (let end = name.length; end > 0; end = name.lastIndexOf("/", end - 1)) {
      const tokens = name.slice(1, end).split("/");
      const place = places.get(name.slice(0, end));
      if (place) return place;
      if (resolvePointer(document, tokens) !== undefined) return tokens;
    }
  }
  return null;
}

function positionOf(document: JsonObject, path: Path, origins: Origins): Position | null {
  for (let end = path.length; end > 0; end -= 1) {
    const parent = resolvePointer(document, path.slice(0, end - 1).map(String));
    const key = path[end - 1];
    if ((isObject(parent) || isList(parent)) && key !== undefined) {
      const position = origins.ofKey(parent, key);
      if (position) return position;
    }
  }
  return origins.of(document);
}

/** The member that stands on a line, counted from 1, of `JSON.stringify(value, null, 2)`. */
function pathAtLine(value: Json, line: number): Path {
  const path: (string | number)[] = [];
  let current = value;
  let remaining = line - 1;
  for (;;) {
    const member = memberAtLine(current, remaining);
    if (!member) return path;
    path.push(member.key);
    remaining -= member.start;
    current = member.value;
  }
}

interface Member {
  readonly key: string | number;
  readonly value: Json;
  /** Lines between the parent's first line and its own. */
  readonly start: number;
}

function memberAtLine(value: Json, line: number): Member | null {
  if (line <= 0 || typeof value !== "object" || value === null) return null;
  let start = 1;
  for (const [key, member] of Object.entries(value)) {
    const end = start + JSON.stringify(member, null, 2).split("\n").length;
    if (line < end) return { key: isList(value) ? Number(key) : key, value: member, start };
    start = end;
  }
  return null;
}

/** A document for the parser. */
export type ParserQuestion = Parameters<AskParser>[0];

/** What @readme/openapi-parser has against a document, in its own words. */
export async function askParser({ document, family }: ParserQuestion): Promise<readonly string[]> {
  const parser = await import("@readme/openapi-parser");
  if (!isApiDocument(document)) return [];
  // JSON Schema 2020-12 allows a list without `items`, and every dialect a required member that is not described.
  const openapi = family === "OpenAPI 3.1" ? { "array-without-items": "warning" as const } : {};
  const swagger = { "unknown-required-schema-property": "warning" as const };
  const options = { resolve: { external: false, file: false }, validate: { rules: { openapi, swagger } } };
  try {
    // The parser changes what it is given.
    const result = await parser.validate(structuredClone(document), options);
    const messages = result.valid ? [] : result.errors.map(({ message }) => message);
    // An empty `paths` is allowed (OpenAPI 3.1, 4.8.8); that it is there is another check's business.
    return messages.filter((message) => !message.includes("must contain at least one entry"));
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return [`the document cannot be validated: ${error.message.split("\n")[0]}`];
  }
}

type ApiDocument = Exclude<Parameters<typeof validate>[0], string>;

function isApiDocument(document: object): document is ApiDocument {
  return Object.hasOwn(document, "openapi") || Object.hasOwn(document, "swagger");
}
