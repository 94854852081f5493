import type { validate } from "@readme/openapi-parser";

import { Origins } from "#read/yaml/origins.ts";
import { diagnose, type Diagnostic } from "#shared/diagnostics/diagnostic.ts";
import { parsePointer, resolvePointer, toPointer } from "#shared/json/json-pointer.ts";
import {
  isList,
  isObject,
  type Json,
  type JsonObject,
  memberOf,
  textAt,
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
 * Has @readme/openapi-parser check the bundled document after our own checks. A fault that only the parser finds becomes a
 * warning in its words: the document is read all the same.
 */
export async function validateDocument(
  document: JsonObject,
  specification: Specification,
  { origins, known }: { readonly origins: Origins; readonly known: readonly Diagnostic[] },
): Promise<readonly Diagnostic[]> {
  if (specification.family === "OpenAPI 3.2") return [];
  const shown = toWitnessDocument(document, specification);
  const found = await askParser(shown, specification.family).catch(toReason);
  if (typeof found === "string") {
    const message = `@readme/openapi-parser couldn't judge the document: ${found}`;
    const hint = "check it against OpenAPI's rules with another tool";
    return [diagnose("contract/unchecked", message, origins.of(document), hint)];
  }
  const reported = known.flatMap(({ message }) => /\((#[^()]*)\)$/.exec(message)?.[1] ?? []);
  const lines = pathsByLine(shown, new Set(found.map(lineOf)));
  const findings = found.flatMap((message) => {
    const path = lines.get(lineOf(message)) ?? longestPath(shown, message);
    const { pointer, position } = locate(path, document, origins);
    if (reported.some((faulty) => faulty === pointer || faulty.startsWith(`${pointer}/`))) return [];
    const text = `the parser says: ${firstParagraph(message)} (${pointer})`;
    return [diagnose("contract/nonstandard", text, position)];
  });
  // The parser finds a fault behind a reference once a use.
  return [...new Map(findings.map((finding) => [finding.message, finding])).values()];
}

/** The parser's messages. It expands the references of the document in place. */
async function askParser(document: JsonObject, family: Family): Promise<readonly string[]> {
  const parser = await import("@readme/openapi-parser");
  if (!isApiDocument(document)) return [];
  // JSON Schema 2020-12 allows a list without `items`. Every dialect allows a required member without a schema.
  const openapi = { ...ownRules, ...(family === "OpenAPI 3.1" ? { "array-without-items": "warning" as const } : {}) };
  const swagger = { ...ownRules, "unknown-required-schema-property": "warning" as const };
  const result = await parser.validate(document, {
    resolve: { external: false, file: false },
    dereference: { circular: "ignore" },
    validate: { rules: { openapi, swagger } },
  });
  const messages = result.valid ? [] : result.errors.map(({ message }) => message);
  return messages.filter((message) => !unwanted.test(message));
}

/**
 * An empty `paths` is allowed (OpenAPI 3.1, 4.8.8), and any name for a definition in Swagger 2.0 (`Page«Load»`). A body
 * beside form fields is told as the document is read.
 */
const unwanted = /must contain at least one entry|Definition names should match|has `body` and `formData` parameters/;

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

type PointerTokens = readonly string[];

/** The line of `JSON.stringify(document, null, 2)` that the excerpt marks; 0 without an excerpt. */
function lineOf(message: string): number {
  return Number(/^> +(\d+) \|/m.exec(message)?.[1] ?? 0);
}

function pathsByLine(document: JsonObject, sought: ReadonlySet<number>): ReadonlyMap<number, PointerTokens> {
  const paths = new Map<number, PointerTokens>();
  let line = 0;
  const visit = (value: Json, path: PointerTokens): void => {
    line += 1;
    if (sought.has(line)) paths.set(line, path);
    const members = isList(value) || isObject(value) ? Object.entries(value) : [];
    for (const [key, member] of members) visit(member, [...path, key]);
    if (members.length > 0) line += 1;
  };
  if (sought.size > 0) visit(document, []);
  return paths;
}

/** Messages without an excerpt name a path whose keys aren't escaped: `/paths/loads//get`. */
function longestPath(document: JsonObject, message: string): PointerTokens {
  const names = Array.from(message.matchAll(/`(\/[^`]+)`/g), ([, name = ""]) => pathNamed(document, name));
  return names.reduce((longest, path) => (path.length > longest.length ? path : longest), []);
}

function pathNamed(value: Json, name: string): PointerTokens {
  const keys = Object.keys(isObject(value) ? value : {}).filter((key) => `${name}/`.startsWith(`${asStep(key)}/`));
  const [key] = keys.sort((first, second) => second.length - first.length);
  return key === undefined ? [] : [key, ...pathNamed(memberOf(value, key) ?? null, name.slice(asStep(key).length))];
}

function asStep(key: string): string {
  return key.startsWith("/") ? key : `/${key}`;
}

function locate(path: PointerTokens, document: JsonObject, origins: Origins) {
  let tokens: PointerTokens = [];
  for (const token of path) {
    const reference = textAt(resolvePointer(document, tokens), "$ref");
    const isThere = resolvePointer(document, [...tokens, token]) !== undefined;
    if (reference !== null && !isThere) tokens = parsePointer(reference.replace(/^#/, "")) ?? [];
    if (resolvePointer(document, [...tokens, token]) === undefined) break;
    tokens = [...tokens, token];
  }
  const owner = resolvePointer(document, tokens.slice(0, -1));
  const [key = ""] = tokens.slice(-1);
  const holder = isObject(owner) || isList(owner) ? owner : document;
  const position = origins.ofKey(holder, isList(holder) ? Number(key) : key) ?? origins.of(document);
  return { pointer: toPointer(tokens), position };
}

/**
 * A copy of the bundled document for the parser, without values that only look like references. Faults that we reported
 * are mended, since the parser prints the whole document for each finding (2,000 took it 30 seconds). A document that
 * grows without end as its references are expanded loses its schemas.
 */
function toWitnessDocument(document: JsonObject, { family, shapes }: Specification): JsonObject {
  const isSkeleton = countExpanded(document) > maxNodes;
  const origins = new Origins();
  const edit = (written: JsonObject, name: string): JsonObject => {
    const shape = shapes.get(name);
    if (shape === undefined) return written;
    if (isSkeleton && name === "schema") return {};
    const isTuple = name === "schema" && isList(memberOf(written, "items"));
    const placed = family === "Swagger 2.0" ? written : moveWords(written, name, origins);
    const node = isTuple ? { ...without(written, "additionalItems"), items: {} } : placed;
    const isOld = name === "schema" && family === "OpenAPI 3.0";
    const members = Object.entries(node);
    const shown = members.filter(([key, value]) => {
      const type = memberType(shape, key);
      const isKnown = isOld ? keywords30.has(key) && !(key === "type" && isList(value)) : shape.open || type;
      if (!(isKnown || key.startsWith("x-")) || (isSkeleton && key === "callbacks")) return false;
      return (type && !isFree(type)) || !holdsReference(value);
    });
    const needed = Object.hasOwn(node, "$ref") ? [] : [...shape.fields].filter(([, { required }]) => required);
    const missing = needed.filter(([key]) => !Object.hasOwn(node, key));
    if (missing.length === 0 && shown.length === members.length) return node;
    return toObject([...shown, ...missing.map(([key, { type }]) => [key, leastOf(type)] as const)]);
  };
  // The parser gets plain numbers, and a copy that it may expand in place.
  return JSON.parse(toJsonText(transformDocument(document, { shapes, origins, edit })));
}

/** The parser would follow what looks like a reference in examples, defaults and extensions. */
function isFree(type: FieldType): boolean {
  return type.kind === "any" || ((type.kind === "list" || type.kind === "map") && isFree(type.of));
}

function holdsReference(value: Json): boolean {
  if (isList(value)) return value.some(holdsReference);
  return isObject(value) && (Object.hasOwn(value, "$ref") || Object.values(value).some(holdsReference));
}

function leastOf(type: FieldType): Json {
  if (type.kind === "one") return type.texts[0] ?? "";
  return type.kind === "scalar" ? "" : {};
}

/** Objects, lists and values with every reference expanded. The parser takes seconds for this many. */
const maxNodes = 250_000;
/** Levels with every reference expanded. The parser fails at 500. */
const deepest = 400;

/** Takes time in proportion to the document, not to its expansion. Too many levels count as endless. */
function countExpanded(document: JsonObject): number {
  const counts = new Map<string, number>();
  const count = (value: Json, level: number): number => {
    if (!isList(value) && !isObject(value)) return 1;
    if (level > deepest) return Infinity;
    const reference = textAt(value, "$ref");
    const behind = reference === null ? 0 : countBehind(reference, level + 1);
    return Object.values(value).reduce<number>((sum, part) => sum + count(part, level + 1), 1 + behind);
  };
  const countBehind = (reference: string, level: number): number => {
    const known = counts.get(reference);
    if (known !== undefined) return known;
    // A reference inside of its own target stays a reference.
    counts.set(reference, 1);
    const sum = count(resolvePointer(document, parsePointer(reference.replace(/^#/, "")) ?? [""]) ?? null, level);
    counts.set(reference, sum);
    return sum;
  };
  return count(document, 0);
}
