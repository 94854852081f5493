import type { Origins } from "#read/origins.ts";
import {
  addMembers,
  isList,
  isObject,
  type Json,
  type JsonObject,
  objectAt,
  toObject,
  without,
} from "#shared/json/json.ts";

/** An object that moves into the document's components under a name of its own. */
export interface Hoisted {
  /** Where the named objects of its kind stand. The same list for all of them. */
  readonly section: readonly string[];
  readonly name: string;
  readonly value: Json;
}

export interface Placement {
  /** New values for members and elements, by the object or list that holds them; undefined for what is left out. */
  readonly changes: ReadonlyMap<object, ReadonlyMap<string | number, Json | undefined>>;
  /** What takes the place of an object that only refers to it; undefined for an object that is left out. */
  readonly substitutes: ReadonlyMap<JsonObject, Json | undefined>;
  readonly hoisted: readonly Hoisted[];
  readonly origins: Origins;
}

/** The document with the placement carried out. What nothing changes in is not copied. */
export function placeReferences(document: JsonObject, placement: Placement): JsonObject {
  const { changes, substitutes, hoisted } = placement;
  if (changes.size === 0 && substitutes.size === 0 && hoisted.length === 0) return document;
  const placing = new Placing(placement);
  let placed = placing.placeObject(document);
  for (const section of new Set(hoisted.map((entry) => entry.section))) {
    const entries = hoisted.flatMap((entry) => {
      const value = entry.section === section ? placing.place(entry.value) : undefined;
      return value === undefined ? [] : [[entry.name, value] as const];
    });
    placed = withEntriesAt(placed, section, { entries, origins: placement.origins });
  }
  return placed;
}

/** What is put in place may come back through itself, or double at each level; past this many copies the rest is left out. */
const mostSubstitutes = 10_000;

class Placing {
  readonly #placement: Placement;
  readonly #open = new Set<Json>();
  #substitutes = 0;

  constructor(placement: Placement) {
    this.#placement = placement;
  }

  /** A value as it is placed; undefined when it is left out. */
  place(value: Json): Json | undefined {
    if (isList(value)) return this.#placement.origins.changeElements(value, this.#memberPlacer(value));
    if (!isObject(value)) return value;
    return this.#placement.substitutes.has(value) ? this.#placeSubstitute(value) : this.placeObject(value);
  }

  /** `owner`: the object whose changes count, where the value is a part of it. */
  placeObject(value: JsonObject, owner = value): JsonObject {
    return this.#placement.origins.changeMembers(value, this.#memberPlacer(owner));
  }

  #memberPlacer(owner: object): (member: Json, key: string | number) => Json | undefined {
    const changes = this.#placement.changes.get(owner);
    return (member, key) => {
      const changed = changes?.has(key) === true ? changes.get(key) : member;
      return changed === undefined ? undefined : this.place(changed);
    };
  }

  #placeSubstitute(reference: JsonObject): Json | undefined {
    const target = this.#placement.substitutes.get(reference);
    this.#substitutes += 1;
    if (target === undefined || this.#open.has(target) || this.#substitutes > mostSubstitutes) return undefined;
    this.#open.add(target);
    const placed = this.place(target);
    const siblings = isObject(placed) ? this.placeObject(without(reference, "$ref"), reference) : {};
    this.#open.delete(target);
    if (!isObject(placed) || Object.keys(siblings).length === 0) return placed;
    const object = addMembers(placed, siblings);
    this.#placement.origins.inherit(object, placed);
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
