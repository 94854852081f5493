import type { validate } from "@readme/openapi-parser";

import type { Origins } from "#read/yaml/origins.ts";
import { diagnose, type Diagnostic, type Position } from "#shared/diagnostic.ts";
import { isList, isObject, type Json, type JsonObject, memberOf, textAt } from "#shared/json/json.ts";
import { parsePointer, resolvePointer, toPointer } from "#shared/json/json-pointer.ts";

import type { Specification } from "../structure/specification.ts";
import type { Path } from "../structure/walk-document.ts";
import { toWitnessDocument } from "./witness-document.ts";

/**
 * Has @readme/openapi-parser judge the bundled document, as a witness after our own checks, which say more and know
 * positions. What it finds beyond them is a warning at the place in the author's file: the document is read all the same.
 */
export async function validateDocument(
  document: JsonObject,
  specification: Specification,
  { origins, known }: { readonly origins: Origins; readonly known: readonly Diagnostic[] },
): Promise<readonly Diagnostic[]> {
  const { family } = specification;
  if (family === "OpenAPI 3.2") return [];
  const shown = toWitnessDocument(document, specification);
  const messages = await askParser(shown, family);
  if (typeof messages === "string") return [notJudged(messages, origins.of(document))];
  const operations = operationPlaces(document);
  const paths = pathsAtLines(shown, new Set(messages.map(lineInFrame)));
  const told = known.flatMap(({ message }) => /\((#[^()]*)\)$/.exec(message)?.[1] ?? []);
  const findings = messages.flatMap((message) => {
    const found = paths.get(lineInFrame(message) ?? 0) ?? pathInSentence(document, operations, message) ?? [];
    const path = followPath(document, found);
    const pointer = toPointer(path);
    if (told.some((other) => other === pointer || other.startsWith(`${pointer}/`))) return [];
    const sentence = tellFinding(
      { message, key: path.at(-1), value: resolvePointer(document, path.map(String)) },
      family,
    );
    return [diagnose("contract/nonstandard", `${sentence} (${pointer})`, positionOf(document, path, origins))];
  });
  // What stands behind a reference is found at each of its uses.
  return [...new Map(findings.map((finding) => [finding.message, finding])).values()];
}

/** A witness that has seen nothing has not said that all is well. */
function notJudged(reason: string, position: Position | null): Diagnostic {
  const message = `@readme/openapi-parser could not judge the document: ${reason}`;
  return diagnose("contract/unchecked", message, position, "hold it against OpenAPI's rules with another tool");
}

/**
 * What the parser has against a document, in its own words; where it fails, why, as a text. It expands the references of
 * what it is given in place.
 */
async function askParser(document: JsonObject, family: Specification["family"]): Promise<readonly string[] | string> {
  const parser = await import("@readme/openapi-parser");
  if (!isApiDocument(document)) return [];
  // JSON Schema 2020-12 allows a list without `items`, and every dialect a required member that is not described.
  const openapi = { ...ownRules, ...(family === "OpenAPI 3.1" ? { "array-without-items": "warning" as const } : {}) };
  const swagger = { ...ownRules, "unknown-required-schema-property": "warning" as const };
  const options = {
    resolve: { external: false, file: false },
    dereference: { circular: "ignore" as const },
    validate: { rules: { openapi, swagger } },
  };
  const result = await parser.validate(document, options).catch(toReason);
  if (typeof result === "string") return result;
  const messages = result.valid ? [] : result.errors.map(({ message }) => message);
  // An empty `paths` is allowed (OpenAPI 3.1, 4.8.8); that it is there is another check's business.
  // So is any name for a definition in Swagger 2.0, and generators use that (`Page«Load»`).
  return messages.filter((message) => !/must contain at least one entry|Definition names should match/.test(message));
}

/** The first line of an error, as a sentence without a full stop. */
function toReason(error: unknown): string {
  const [line = ""] = (error instanceof Error ? error.message : String(error)).split("\n");
  return line.replace(/\.$/, "") || "it says no reason";
}

/** Rules of `checkOperations`, which says where and what to do. The parser's warnings are not told. */
const ownRules = {
  "duplicate-operation-id": "warning",
  "duplicate-non-request-body-parameters": "warning",
  "non-optional-path-parameters": "warning",
  "path-parameters-not-in-parameters": "warning",
  "path-parameters-not-in-path": "warning",
} as const;

type ApiDocument = Exclude<Parameters<typeof validate>[0], string>;

function isApiDocument(document: object): document is ApiDocument {
  return Object.hasOwn(document, "openapi") || Object.hasOwn(document, "swagger");
}

/** The parser prints the place as a frame of the document's JSON; the marked line tells the member. */
function lineInFrame(message: string): number | null {
  const line = /^> +(\d+) \|/m.exec(message)?.[1];
  return line === undefined ? null : Number(line);
}

/** The members that stand on lines, counted from 1, of `JSON.stringify(document, null, 2)`. */
function pathsAtLines(document: JsonObject, lines: ReadonlySet<number | null>): ReadonlyMap<number, Path> {
  const paths = new Map<number, Path>();
  let line = 0;
  const visit = (value: Json, path: Path): void => {
    line += 1;
    if (lines.has(line)) paths.set(line, path);
    if (!isList(value) && !isObject(value)) return;
    const members = Object.entries(value);
    for (const [key, member] of members) visit(member, [...path, isList(value) ? Number(key) : key]);
    if (members.length > 0) line += 1;
    if (lines.has(line) && !paths.has(line)) paths.set(line, path);
  };
  if (lines.size > 0) visit(document, []);
  return paths;
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

/** A path through expanded references as one in the document, as far as it has it. */
function followPath(document: JsonObject, path: Path): Path {
  let tokens: Path = [];
  let value: Json = document;
  for (const token of path) {
    const reference = textAt(value, "$ref");
    if (reference !== null && memberOf(value, String(token)) === undefined) {
      tokens = parsePointer(reference.replace(/^#/, "")) ?? [];
    }
    const inner = resolvePointer(document, [...tokens, token].map(String));
    if (inner === undefined) return tokens;
    tokens = [...tokens, token];
    value = inner;
  }
  return tokens;
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

/** What the parser says, and of what. */
interface ParserFinding {
  readonly message: string;
  /** The member or element that it marks; undefined for the document. */
  readonly key: string | number | undefined;
  readonly value: Json | undefined;
}

/**
 * A finding of the parser in words about the document. It speaks of its JSON Schema (`must NOT be valid`), and of the
 * alternatives there it tells one that may not be the one that was meant; then only the place is worth telling.
 */
function tellFinding({ message, key, value }: ParserFinding, family: string): string {
  const [sentence = message] = message.split("\n\n");
  const text = sentence
    .replace(/^[A-Z][A-Z ]+(?= [a-z])\s*/, "")
    .replace(/\s+/g, " ")
    .replace(/\.$/, "");
  if (text.startsWith("`")) return text;
  const name = key === undefined ? "the document" : typeof key === "number" ? `element ${key}` : `\`${key}\``;
  const pair = rivals.find((members) => members.every((member) => memberOf(value, member) !== undefined));
  if (pair) return `${pair.map((member) => `\`${member}\``).join(" and ")} stand together; one of them is enough`;
  if (key === undefined) return "the document has none of `paths`, `webhooks` and `components`";
  for (const [pattern, tell] of rules) {
    const match = pattern.exec(text);
    if (match) return `${name} ${tell(match[1] ?? family)}`;
  }
  const isEmpty = typeof value === "object" && value !== null && Object.keys(value).length === 0;
  return isEmpty ? `${name} is empty` : `${name} is not as ${family} has it`;
}

/** Members that exclude each other. */
const rivals = [
  ["identifier", "url"],
  ["schema", "content"],
  ["example", "examples"],
  ["operationId", "operationRef"],
  ["value", "externalValue"],
] as const;

const rules: readonly (readonly [RegExp, (detail: string) => string])[] = [
  [/^must NOT have (?:additional|unevaluated) properties/, (family) => `has no meaning in ${family}`],
  [/is not expected to be here/, (family) => `has no meaning in ${family}`],
  [/^must be equal to one of the allowed values \((.*)\)/, (values) => `must be one of ${values}`],
  [/^must NOT have fewer than 1 /, () => "is empty"],
  [/^must NOT have duplicate items/, () => "holds the same twice"],
  [/^must be ([<>]=? .*)/, (bound) => `must be ${bound}`],
  [/^must match pattern "\^\[a-zA-Z0-9\._-\]\+\$"/, () => "may only hold A to Z, a to z, 0 to 9, `.`, `-` and `_`"],
  [/^must match pattern "\^\\?\/"/, () => "must begin with /"],
  [/^must match pattern "\^\[\^\{\}\/ :/, () => "is a host's name alone, without scheme and path"],
  [/^must match pattern "(.*)"$/, (pattern) => `is not written as it must be: ${pattern}`],
  [/^must match format "(.*)"/, (format) => `is not written as ${/^[aeiou]/.test(format) ? "an" : "a"} ${format}`],
  [/^must be (string|number|integer|boolean|array|object|null)\b/, (type) => `must be ${titles[type] ?? type}`],
];

const titles: Readonly<Record<string, string>> = {
  string: "text",
  number: "a number",
  integer: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
};
