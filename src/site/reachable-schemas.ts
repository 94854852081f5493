import type { Json, JsonObject } from "../model/json.ts";
import { parsePointer, resolvePointer } from "../rules/json-pointer.ts";
import { isList, isObject, memberOf, textAt, toObject } from "../rules/json-value.ts";
import { slimSchema } from "./slim-schema.ts";

/** The schemas that some others need. */
export interface ReachedSchemas {
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
