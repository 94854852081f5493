import { parsePointer, resolvePointer } from "#shared/json/json-pointer.ts";
import { isList, isObject, type Json, type JsonObject, memberOf, textAt, toObject } from "#shared/json/json.ts";

/** The schemas that some others need. */
interface ReachedSchemas {
  /** A document with just these schemas, each at the place it has in the whole one. */
  readonly document: JsonObject;
  /** False when there were too many: the farther ones are left out, and count as schemas that allow anything. */
  readonly isWhole: boolean;
}

/** What one operation may take along, in characters of JSON. Contracts exist in which every schema reaches all others. */
const mostCharacters = 64_000;

/** The schemas of a document by what they are reached from. Each is read once, however many operations reach it. */
export class ReachableSchemas {
  readonly #document: JsonObject;
  readonly #targets = new Map<string, Target>();

  constructor(document: JsonObject) {
    this.#document = document;
  }

  /** The schemas that the given ones refer to, directly or through each other, the nearest first. */
  reach(schemas: readonly Json[]): ReachedSchemas {
    const queue = [...new Set(schemas.flatMap(referencesIn))];
    const reached = new Set(queue);
    let document: JsonObject = {};
    let size = 0;
    for (const reference of queue) {
      const target = this.#target(reference);
      size += target.size;
      if (size > mostCharacters) return { document: sorted(document), isWhole: false };
      document = place(document, tokensOf(reference), target.schema);
      for (const next of target.references) {
        if (reached.has(next)) continue;
        reached.add(next);
        queue.push(next);
      }
    }
    return { document: sorted(document), isWhole: true };
  }

  #target(reference: string): Target {
    const known = this.#targets.get(reference);
    if (known !== undefined) return known;
    const schema = slimSchema(resolvePointer(this.#document, tokensOf(reference)) ?? true);
    const target = { schema, size: JSON.stringify(schema).length, references: referencesIn(schema) };
    this.#targets.set(reference, target);
    return target;
  }
}

interface Target {
  readonly schema: Json;
  readonly size: number;
  readonly references: readonly string[];
}

function tokensOf(reference: string): readonly string[] {
  return parsePointer(reference.replace(/^#/, "")) ?? [];
}

/** Every reference in a value. One that is only an example's text does no harm: it leads nowhere or to a schema more. */
function referencesIn(value: Json): readonly string[] {
  if (isList(value)) return value.flatMap(referencesIn);
  if (!isObject(value)) return [];
  const reference = textAt(value, "$ref");
  return [...(reference?.startsWith("#/") ? [reference] : []), ...Object.values(value).flatMap(referencesIn)];
}

/** Puts a schema at its place. What is around a schema that is there already replaces it, and holds it. */
function place(document: JsonObject, [token, ...rest]: readonly string[], target: Json): JsonObject {
  if (token === undefined) return document;
  const known = memberOf(document, token);
  if (rest.length > 0 && known !== undefined && !isObject(known)) return document;
  const member = rest.length === 0 ? target : place(isObject(known) ? known : {}, rest, target);
  return toObject([...Object.entries(document), [token, member]]);
}

/** By name, so that the same schemas are the same text, in whatever order they were reached. */
function sorted(document: JsonObject, depth = 0): JsonObject {
  const entries = Object.entries(document).sort(([a], [b]) => (a < b ? -1 : 1));
  return toObject(
    entries.map(([name, value]) => [name, depth < 2 && isObject(value) ? sorted(value, depth + 1) : value]),
  );
}

/**
 * A schema with what it takes to fill in and judge a value, and nothing to read but a sentence about each part. References
 * stay as they are.
 */
export function slimSchema(schema: Json): Json {
  if (!isObject(schema)) return schema;
  const kept = Object.entries(schema).filter(([key]) => !unused.has(key) && (!key.startsWith("x-") || known.has(key)));
  return toObject(kept.map(([key, value]) => [key, slimMember(key, value)]));
}

const unused = new Set(["example", "examples", "externalDocs", "xml", "$comment", "$id", "$schema"]);
const known = new Set(["x-unit", "x-enum-descriptions", "x-enum-varnames"]);

/** Keywords that hold schemas (JSON Schema 2020-12, sections 10 and 11): one, a list, or by names of the author's choice. */
const single = new Set([
  ...["items", "additionalProperties", "not", "if", "then", "else", "contains", "propertyNames"],
  ...["unevaluatedItems", "unevaluatedProperties"],
]);
const lists = new Set(["allOf", "anyOf", "oneOf", "prefixItems"]);
const maps = new Set(["properties", "patternProperties", "dependentSchemas", "$defs"]);

function slimMember(key: string, value: Json): Json {
  if (key === "description" && typeof value === "string") return toSentence(value);
  if (key === "x-enum-descriptions")
    return mapValues(value, (text) => (typeof text === "string" ? toSentence(text) : text));
  if (single.has(key)) return slimSchema(value);
  if (lists.has(key)) return isList(value) ? value.map(slimSchema) : value;
  return maps.has(key) ? mapValues(value, slimSchema) : value;
}

function mapValues(value: Json, change: (member: Json) => Json): JsonObject {
  return isObject(value) ? toObject(Object.entries(value).map(([name, member]) => [name, change(member)])) : {};
}

/** The first sentence of a Markdown text as plain text, for places with room for no more. */
export function toSentence(markdown: string): string {
  const [paragraph = ""] = markdown.trim().split(/\n\s*\n/);
  const text = paragraph
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/`+|\*+|<\/?[a-z][^<>]*>/gi, "")
    .replace(/\s+/g, " ")
    .trim();
  const end = /[.!?](?= [A-Z]|$)/.exec(text);
  const sentence = end ? text.slice(0, end.index + 1) : text;
  return sentence.length > longest ? `${sentence.slice(0, longest).trimEnd()}…` : sentence;
}

const longest = 240;
