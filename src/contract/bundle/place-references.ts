import type { Origins } from "#read/origins.ts";
import { isList, isObject, type Json, type JsonObject, objectAt, toObject, without } from "#shared/json/json.ts";

import { sectionPath } from "../structure/components.ts";

/** An object that moves into the document's components under a name of its own. */
export interface Hoisted {
  readonly shape: string;
  readonly name: string;
  readonly value: Json;
}

export interface Placement {
  /** New values for `$ref`, by the object that holds it. */
  readonly replacements: ReadonlyMap<JsonObject, string>;
  /** Path items by the object that refers to them; they take its place. */
  readonly pathItems: ReadonlyMap<JsonObject, JsonObject>;
  readonly hoisted: readonly Hoisted[];
  readonly origins: Origins;
}

/** The document with the placement carried out. What nothing changes in is not copied. */
export function placeReferences(document: JsonObject, placement: Placement): JsonObject {
  const { replacements, pathItems, hoisted } = placement;
  if (replacements.size === 0 && pathItems.size === 0 && hoisted.length === 0) return document;
  const placing = new Placing(placement);
  let placed = placing.placeObject(document);
  for (const shape of new Set(hoisted.map((entry) => entry.shape))) {
    const added = hoisted.filter((entry) => entry.shape === shape);
    const entries = added.map(({ name, value }) => [name, placing.place(value)] as const);
    placed = withEntriesAt(placed, sectionPath(document, shape) ?? [], { entries, origins: placement.origins });
  }
  return placed;
}

/** A path item may come back through its own callbacks; past this many copies the rest is left out. */
const mostPathItems = 10_000;

class Placing {
  readonly #placement: Placement;
  readonly #open = new Set<JsonObject>();
  #pathItems = 0;

  constructor(placement: Placement) {
    this.#placement = placement;
  }

  place(value: Json): Json {
    if (isObject(value)) return this.placeObject(value);
    if (!isList(value)) return value;
    const list = value.map((element) => this.place(element));
    if (list.every((element, index) => element === value[index])) return value;
    this.#placement.origins.inherit(list, value);
    return list;
  }

  placeObject(value: JsonObject): JsonObject {
    const pathItem = this.#placement.pathItems.get(value);
    if (pathItem) return this.#placePathItem(value, pathItem);
    const reference = this.#placement.replacements.get(value);
    const entries = Object.entries(value).map(
      ([key, member]) => [key, key === "$ref" && reference !== undefined ? reference : this.place(member)] as const,
    );
    if (entries.every(([key, member]) => member === value[key])) return value;
    const object = toObject(entries);
    this.#placement.origins.inherit(object, value);
    return object;
  }

  #placePathItem(reference: JsonObject, target: JsonObject): JsonObject {
    this.#pathItems += 1;
    if (this.#open.has(target) || this.#pathItems > mostPathItems) return {};
    this.#open.add(target);
    const siblings = this.place(without(reference, "$ref"));
    const object = toObject([...Object.entries(this.placeObject(target)), ...Object.entries(siblings ?? {})]);
    this.#open.delete(target);
    this.#placement.origins.inherit(object, target);
    return object;
  }
}

interface Addition {
  readonly entries: readonly (readonly [string, Json])[];
  readonly origins: Origins;
}

/** The object with entries added to the object at a path below it. */
function withEntriesAt(object: JsonObject, path: readonly string[], addition: Addition): JsonObject {
  const [key, ...rest] = path;
  const added =
    key === undefined ? addition.entries : [[key, withEntriesAt(objectAt(object, key) ?? {}, rest, addition)] as const];
  const result = toObject([...Object.entries(object), ...added]);
  addition.origins.inherit(result, object);
  return result;
}
