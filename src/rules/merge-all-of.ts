import type { Json, JsonObject } from "../model/json.ts";
import { addMembers, isObject, listAt, memberOf, objectAt, textAt, textsAt, toObject, without } from "./json-value.ts";
import { schemaNameOf } from "./schema-name.ts";

export interface MergedSchema {
  /** The schema with the members of all its parts and without `allOf`. */
  readonly node: JsonObject;
  /** Names of the named parts, in order. */
  readonly mergedFrom: readonly string[];
  /** Which named part a property comes from. */
  readonly fromByProperty: ReadonlyMap<string, string>;
}

/** Far more than anyone inherits from; keeps rings of chains from growing with the square of the document. */
const mostParts = 32;

/**
 * What `allOf` comes to for a reader: one schema with everybody's properties, required names and limits. A part that is
 * stated later refines an earlier one. Each named part counts once, so rings and diamonds end.
 */
export function mergeAllOf(schema: JsonObject, tools: MergeTools): MergedSchema {
  if (!Object.hasOwn(schema, "allOf")) return { node: schema, mergedFrom: [], fromByProperty: new Map() };
  const parts = collectParts(schema, tools);
  const fromByProperty = new Map<string, string>();
  let node: JsonObject = {};
  for (const part of parts) {
    node = mergeInto(node, part.node, tools);
    for (const name of Object.keys(objectAt(part.node, "properties") ?? {})) {
      if (part.from === null) fromByProperty.delete(name);
      else fromByProperty.set(name, part.from);
    }
  }
  return { node, mergedFrom: [...new Set(parts.flatMap(({ from }) => from ?? []))], fromByProperty };
}

export interface MergeTools {
  /** The schema that a reference names. */
  readonly target: (reference: string) => JsonObject | null;
  /** One property as two parts state it. The same two give the same object, so that rings can be recognised. */
  readonly refine: (base: JsonObject, part: JsonObject) => JsonObject;
}

interface Part {
  readonly node: JsonObject;
  readonly from: string | null;
}

/** The parts in the order in which they refine each other: first what is inherited, then what stands beside `allOf`. */
function collectParts(schema: JsonObject, tools: MergeTools): readonly Part[] {
  const parts: Part[] = [];
  const seen = new Set<JsonObject>();
  function collect(node: JsonObject, from: string | null): void {
    if (seen.has(node) || parts.length >= mostParts) return;
    seen.add(node);
    const reference = textAt(node, "$ref");
    const referred = reference === null ? null : tools.target(reference);
    if (reference !== null && referred) collect(referred, schemaNameOf(reference) ?? from);
    for (const element of listAt(node, "allOf")) if (isObject(element)) collect(element, from);
    // The alternatives of a base are its heirs: not something that an heir takes over.
    const isBase = from !== null && Object.hasOwn(node, "discriminator");
    parts.push({ node: without(node, "allOf", "$ref", ...(isBase ? ["oneOf", "anyOf"] : [])), from });
  }
  collect(schema, null);
  return parts;
}

const shallowMerged = new Set(["properties", "patternProperties", "dependentRequired", "dependentSchemas"]);

/** Titles, descriptions and examples of a part describe that part, not the whole. */
const ownMembers = new Set(["title", "description", "example", "examples", "default", "discriminator", "deprecated"]);

function mergeInto(base: JsonObject, part: JsonObject, tools: MergeTools): JsonObject {
  const kept = Object.entries(base).filter(([key]) => !ownMembers.has(key) || Object.hasOwn(part, key));
  const merged = Object.entries(part).map(([key, value]): readonly [string, Json] => {
    if (key === "required") return [key, [...new Set([...textsAt(base, key), ...textsAt(part, key)])]];
    const known = memberOf(base, key);
    if (!shallowMerged.has(key) || !isObject(known) || !isObject(value)) return [key, value];
    return [key, key === "properties" ? mergeProperties(known, value, tools) : addMembers(known, value)];
  });
  return toObject([...kept, ...merged]);
}

function mergeProperties(base: JsonObject, part: JsonObject, tools: MergeTools): JsonObject {
  const merged = Object.entries(part).map(([name, value]): readonly [string, Json] => {
    const known = memberOf(base, name);
    const isRefinement = isObject(known) && isObject(value) && !Object.hasOwn(value, "$ref");
    return [name, isRefinement ? tools.refine(known, value) : value];
  });
  return toObject([...Object.entries(base), ...merged]);
}
