import { mapSubschemas, referredNames } from "#shared/contract/json-schema.ts";
import type { SchemaByName } from "#shared/contract/schema.ts";
import { isList, isObject, type Json, type JsonObject, toJsonText, toObject } from "#shared/json/json.ts";

/** The schemas that some others need. */
interface ReachedSchemas {
  /** Just these schemas, where their references look for them. */
  readonly document: JsonObject;
  /** False when there were too many: the farther ones are left out, and count as schemas that allow anything. */
  readonly isWhole: boolean;
}

/** What one operation may take along, in characters of JSON. Contracts exist in which every schema reaches all others. */
const mostCharacters = 64_000;

/** The named schemas of a contract by what they are reached from. Each is read once, however many operations reach it. */
export class ReachableSchemas {
  readonly #schemas: SchemaByName;
  readonly #targets = new Map<string, Target>();

  constructor(schemas: SchemaByName) {
    this.#schemas = schemas;
  }

  /** The schemas that the given ones refer to, directly or through each other, the nearest first. */
  reach(schemas: readonly Json[]): ReachedSchemas {
    const names = new Set(schemas.flatMap((schema) => [...referredNames(schema)]));
    const reached = new Map<string, Json>();
    let size = 0;
    // A set iterates over what is added on the way.
    for (const name of names) {
      const target = this.#target(name);
      if (target === null) continue;
      size += target.size;
      if (size > mostCharacters) return { document: toDocument(reached), isWhole: false };
      reached.set(name, target.schema);
      for (const next of target.names) names.add(next);
    }
    return { document: toDocument(reached), isWhole: true };
  }

  #target(name: string): Target | null {
    const known = this.#targets.get(name);
    const source = this.#schemas.get(name)?.source;
    if (known !== undefined || source === undefined) return known ?? null;
    const schema = slimSchema(source);
    const target = { schema, size: toJsonText(schema).length, names: referredNames(schema) };
    this.#targets.set(name, target);
    return target;
  }
}

interface Target {
  readonly schema: Json;
  /** In characters of JSON. */
  readonly size: number;
  /** Of the schemas that it refers to. */
  readonly names: ReadonlySet<string>;
}

/** By name, so that the same schemas are the same text, in whatever order they were reached. */
function toDocument(schemas: ReadonlyMap<string, Json>): JsonObject {
  if (schemas.size === 0) return {};
  return { components: { schemas: toObject([...schemas].sort(([a], [b]) => (a < b ? -1 : 1))) } };
}

/**
 * A schema with what it takes to fill in and check a value, and nothing to read but a sentence about each part. References
 * stay as they are.
 */
export function slimSchema(schema: Json): Json {
  if (!isObject(schema)) return schema;
  const kept = Object.entries(schema).filter(([key]) => !unused.has(key) && (!key.startsWith("x-") || known.has(key)));
  return mapSubschemas(toObject(kept.map(([key, value]) => [key, slimText(key, value)])), slimSchema);
}

const unused = new Set(["example", "examples", "externalDocs", "xml", "$comment", "$id", "$schema"]);
const known = new Set(["x-unit", "x-enum-descriptions", "x-enum-varnames"]);

function slimText(key: string, value: Json): Json {
  if (key === "description") return shortened(value);
  if (key !== "x-enum-descriptions") return value;
  if (isList(value)) return value.map(shortened);
  return isObject(value) ? toObject(Object.entries(value).map(([name, text]) => [name, shortened(text)])) : value;
}

function shortened(value: Json): Json {
  return typeof value === "string" ? toSentence(value) : value;
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
