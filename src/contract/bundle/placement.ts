import type { Origins } from "#read/yaml/origins.ts";
import { isList, isObject, type Json, type JsonObject, objectAt, toObject, without } from "#shared/json/json.ts";
import { resolvePointer, toPointer } from "#shared/json/json-pointer.ts";

import { claimName } from "../convert/anchors.ts";
import type { DocumentLocation } from "./find-target.ts";

/** An object that moves into the document's components under a name of its own. */
interface Hoisted {
  /** Where the named objects of its kind stand. The same list for all of them. */
  readonly section: readonly string[];
  readonly name: string;
  readonly value: Json;
}

/** What is put in place may come back through itself, or double at each level; past this many copies the rest is left out. */
const maxSubstitutes = 10_000;

/** What is to become of a document, gathered while it is read, and carried out at the end. */
export class Placement {
  readonly #document: JsonObject;
  readonly #origins: Origins;
  readonly #changes = new Map<object, Map<string | number, Json | undefined>>();
  readonly #substitutes = new Map<JsonObject, Json | undefined>();
  readonly #hoisted: Hoisted[] = [];
  readonly #namesBySection = new Map<readonly string[], Set<string>>();
  readonly #open = new Set<Json>();
  #placed = 0;

  constructor(document: JsonObject, origins: Origins) {
    this.#document = document;
    this.#origins = origins;
  }

  /** A new value for a member or element of an object or list; undefined when it is left out. */
  change(owner: object, key: string | number, value: Json | undefined): void {
    const changes = this.#changes.get(owner) ?? new Map<string | number, Json | undefined>();
    this.#changes.set(owner, changes.set(key, value));
  }

  /** What takes the place of an object, undefined for nothing; false when that would be the object itself in the end. */
  substitute(node: JsonObject, value: Json | undefined): boolean {
    let end = value;
    while (isObject(end) && end !== node) end = this.#substitutes.get(end);
    if (end === node) return false;
    this.#substitutes.set(node, value);
    return true;
  }

  /** Moves a value into a section of the document, under a name that is made of the place where it was found. */
  hoist(section: readonly string[], value: Json, place: DocumentLocation): string {
    const known = resolvePointer(this.#document, section);
    const names = this.#namesBySection.get(section) ?? new Set(isObject(known) ? Object.keys(known) : []);
    const name = claimName(toComponentName(place), names);
    this.#namesBySection.set(section, names);
    this.#hoisted.push({ section, name, value });
    return toPointer([...section, name]);
  }

  /** The document as it is to be. What nothing changes in is not copied. */
  carryOut(): JsonObject {
    if (this.#changes.size + this.#substitutes.size + this.#hoisted.length === 0) return this.#document;
    let placed = this.#placeObject(this.#document);
    for (const section of new Set(this.#hoisted.map((entry) => entry.section))) {
      const entries = this.#hoisted.flatMap((entry) => {
        const value = entry.section === section ? this.#place(entry.value) : undefined;
        return value === undefined ? [] : [[entry.name, value] as const];
      });
      placed = this.#withEntriesAt(placed, section, entries);
    }
    return placed;
  }

  /** A value as it is placed; undefined when it is left out. */
  #place(value: Json): Json | undefined {
    if (isList(value)) return this.#origins.changeElements(value, this.#memberPlacer(value));
    if (!isObject(value)) return value;
    return this.#substitutes.has(value) ? this.#placeSubstitute(value) : this.#placeObject(value);
  }

  /** `owner`: the object whose changes count, where the value is a part of it. */
  #placeObject(value: JsonObject, owner = value): JsonObject {
    return this.#origins.changeMembers(value, this.#memberPlacer(owner));
  }

  #memberPlacer(owner: object): (member: Json, key: string | number) => Json | undefined {
    const changes = this.#changes.get(owner);
    return (member, key) => {
      const changed = changes?.has(key) === true ? changes.get(key) : member;
      return changed === undefined ? undefined : this.#place(changed);
    };
  }

  #placeSubstitute(reference: JsonObject): Json | undefined {
    const target = this.#substitutes.get(reference);
    this.#placed += 1;
    if (target === undefined || this.#open.has(target) || this.#placed > maxSubstitutes) return undefined;
    this.#open.add(target);
    const placed = this.#place(target);
    const siblings = isObject(placed) ? this.#placeObject(without(reference, "$ref"), reference) : {};
    this.#open.delete(target);
    if (!isObject(placed) || Object.keys(siblings).length === 0) return placed;
    const object = { ...placed, ...siblings };
    this.#origins.inherit(object, placed);
    return object;
  }

  /** The object with entries added to the object at a path below it. */
  #withEntriesAt(object: JsonObject, [key, ...rest]: readonly string[], entries: readonly ObjectEntry[]): JsonObject {
    const added =
      key === undefined ? entries : [[key, this.#withEntriesAt(objectAt(object, key) ?? {}, rest, entries)] as const];
    const result = toObject([...Object.entries(object), ...added]);
    this.#origins.inherit(result, object);
    return result;
  }
}

type ObjectEntry = readonly [string, Json];

/** `schemas/load.yaml#/definitions/Stop` to `Stop`, `schemas/load.yaml` to `load`. */
function toComponentName({ file, path }: DocumentLocation): string {
  const tokens = path.map(String).filter((token) => !structuralTokens.has(token));
  const words = tokens.length > 0 ? tokens : [(file.split("/").at(-1) ?? file).replace(/\.[^.]*$/, "")];
  return words.map((word) => word.replace(/[^\w.-]+/g, "_").replace(/^_+|_+$/g, "")).join("_") || "Schema";
}

/** Tokens of a pointer that say nothing about what it names. */
const structuralTokens = new Set([
  ...["components", "definitions", "schemas", "properties", "items", "allOf", "oneOf", "anyOf", "paths"],
  ...["content", "responses", "parameters", "schema", "$defs"],
]);
