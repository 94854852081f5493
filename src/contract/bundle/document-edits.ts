import type { Origins } from "#read/yaml/origins.ts";
import { resolvePointer, toPointer } from "#shared/json/json-pointer.ts";
import { isList, isObject, type Json, type JsonObject, objectAt, toObject, without } from "#shared/json/json.ts";

import { claimName } from "../convert/names.ts";
import type { DocumentLocation } from "./find-target.ts";

interface Hoisted {
  /** The path to the named objects of its kind: the same list for all of them. */
  readonly section: readonly string[];
  readonly name: string;
  readonly value: Json;
}

/** A substitute may contain itself, or double at each level: further copies are left out. */
const maxSubstitutes = 10_000;

/** Edits of a document, collected while it is read and applied at the end. */
export class DocumentEdits {
  readonly #document: JsonObject;
  readonly #origins: Origins;
  readonly #changes = new Map<object, Map<string | number, Json | undefined>>();
  readonly #substitutes = new Map<JsonObject, Json | undefined>();
  readonly #hoisted: Hoisted[] = [];
  readonly #namesBySection = new Map<readonly string[], Set<string>>();
  readonly #open = new Set<Json>();
  #substituted = 0;

  constructor(document: JsonObject, origins: Origins) {
    this.#document = document;
    this.#origins = origins;
  }

  /** Sets a member or element; undefined leaves it out. */
  change(owner: object, key: string | number, value: Json | undefined): void {
    const changes = this.#changes.get(owner) ?? new Map<string | number, Json | undefined>();
    this.#changes.set(owner, changes.set(key, value));
  }

  /** Replaces an object; undefined leaves it out. Returns false when the object would replace itself in the end. */
  substitute(node: JsonObject, value: Json | undefined): boolean {
    let end = value;
    while (isObject(end) && end !== node) end = this.#substitutes.get(end);
    if (end === node) return false;
    this.#substitutes.set(node, value);
    return true;
  }

  /** Moves a value into a section of the document, under a name made of its location. Returns the pointer to it. */
  hoist(section: readonly string[], value: Json, location: DocumentLocation): string {
    const stated = resolvePointer(this.#document, section);
    const known = (isObject(stated) && this.#substitutes.get(stated)) || stated;
    const names = this.#namesBySection.get(section) ?? new Set(isObject(known) ? Object.keys(known) : []);
    const name = claimName(nameByLocation(location), names);
    this.#namesBySection.set(section, names);
    this.#hoisted.push({ section, name, value });
    return toPointer([...section, name]);
  }

  /** Objects that don't change are shared, not copied. */
  apply(): JsonObject {
    if (this.#changes.size + this.#substitutes.size + this.#hoisted.length === 0) return this.#document;
    let document = this.#editObject(this.#document);
    for (const section of new Set(this.#hoisted.map((entry) => entry.section))) {
      const entries = this.#hoisted.flatMap((entry) => {
        const value = entry.section === section ? this.#edit(entry.value) : undefined;
        return value === undefined ? [] : [[entry.name, value] as const];
      });
      document = this.#withEntriesAt(document, section, entries);
    }
    return document;
  }

  /** Undefined when the value is left out. */
  #edit(value: Json): Json | undefined {
    if (isList(value)) return this.#origins.changeElements(value, this.#memberEditor(value));
    if (!isObject(value)) return value;
    return this.#substitutes.has(value) ? this.#editSubstitute(value) : this.#editObject(value);
  }

  /** `owner` is the object whose changes count when the value is a part of it. */
  #editObject(value: JsonObject, owner = value): JsonObject {
    const edited = this.#origins.changeMembers(value, this.#memberEditor(owner));
    const added = [...(this.#changes.get(owner) ?? [])].flatMap(([key, member]): ObjectEntry[] =>
      member === undefined || Object.hasOwn(owner, key) ? [] : [[String(key), member]],
    );
    if (added.length === 0) return edited;
    return this.#origins.inherit(toObject([...Object.entries(edited), ...added]), edited);
  }

  #memberEditor(owner: object): (member: Json, key: string | number) => Json | undefined {
    const changes = this.#changes.get(owner);
    return (member, key) => {
      const changed = changes?.has(key) === true ? changes.get(key) : member;
      return changed === undefined ? undefined : this.#edit(changed);
    };
  }

  #editSubstitute(reference: JsonObject): Json | undefined {
    const target = this.#substitutes.get(reference);
    this.#substituted += 1;
    if (target === undefined || this.#open.has(target) || this.#substituted > maxSubstitutes) return undefined;
    this.#open.add(target);
    const edited = this.#edit(target);
    const siblings = isObject(edited) ? this.#editObject(without(reference, "$ref"), reference) : {};
    this.#open.delete(target);
    if (!isObject(edited) || Object.keys(siblings).length === 0) return edited;
    return this.#origins.inherit({ ...edited, ...siblings }, edited);
  }

  #withEntriesAt(object: JsonObject, [key, ...below]: readonly string[], entries: readonly ObjectEntry[]): JsonObject {
    const added =
      key === undefined ? entries : [[key, this.#withEntriesAt(objectAt(object, key) ?? {}, below, entries)] as const];
    return this.#origins.inherit(toObject([...Object.entries(object), ...added]), object);
  }
}

type ObjectEntry = readonly [string, Json];

function nameByLocation({ file, path }: DocumentLocation): string {
  const tokens = path.map(String).filter((token) => !structuralTokens.has(token));
  const words = tokens.length > 0 ? tokens : [(file.split("/").at(-1) ?? file).replace(/\.[^.]*$/, "")];
  return words.map((word) => word.replace(/[^\w.-]+/g, "_").replace(/^_+|_+$/g, "")).join("_") || "Schema";
}

// prettier-ignore
const structuralTokens = new Set([
  "components", "definitions", "schemas", "properties", "items", "allOf", "oneOf", "anyOf", "paths",
  "content", "responses", "parameters", "schema", "$defs",
]);
