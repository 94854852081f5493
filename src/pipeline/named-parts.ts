import { posix } from "node:path";

import { idOf } from "#cache/id-of.ts";
import { type PageContract, sentForms } from "#content/contract/contract-index.ts";
import { type NamedSchema, schemaNameOf } from "#shared/contract/schema.ts";
import type { Document } from "#shared/document.ts";

/**
 * Tells apart what contracts say of the names that a page looks up: with everything that it refers to, and wherever it
 * stands in its file. A name that a contract doesn't have counts as all the names that could be meant.
 */
export function createNameIds(contracts: readonly PageContract[]): (names: Document["names"]) => readonly string[] {
  const parts = new Map(contracts.map((contract) => [contract.contentId, new NamedParts(contract)]));
  return (names) => Array.from(parts, ([id, contract]) => (names === null ? id : contract.idOf(names)));
}

interface Part {
  readonly id: string;
  /** Schemas that it refers to. */
  readonly schemas: readonly string[];
}

class NamedParts {
  readonly #source: PageContract;
  readonly #schemas: ReadonlyMap<string, NamedSchema>;
  readonly #folder: string;
  readonly #known = new Map<string, Part>();

  constructor(source: PageContract) {
    this.#source = source;
    this.#schemas = new Map(source.contract.schemas.map((schema) => [schema.name, schema]));
    this.#folder = `${posix.dirname(source.contract.file)}/`;
  }

  idOf(names: readonly string[]): string {
    if (names.length === 0) return "";
    const roots = names.map((name) => this.#partOf(`name ${name}`, () => this.#meanings(name)));
    const reached = new Set(roots.flatMap(({ schemas }) => schemas));
    // The loop also visits the names that it adds to the set.
    for (const name of reached)
      for (const next of this.#partOf(`schema ${name}`, () => this.#schemas.get(name)).schemas) reached.add(next);
    const below = Array.from(reached, (name) => this.#known.get(`schema ${name}`)?.id);
    const whole = this.#partOf("whole", () => this.#common());
    return idOf(whole.id, ...roots.map(({ id }) => id), ...below);
  }

  /** Operations and schemas of the name, of the beginning of `Load.weight`, and the schema's forms. */
  #meanings(name: string): unknown {
    const { operations, webhooks, schemas } = this.#source.contract;
    const isMeant = (schema: string): boolean => name === schema || name.startsWith(`${schema}.`);
    const called = operations.filter(({ id }) => id === name);
    const received = webhooks.filter(({ id }) => id === name);
    const named = schemas.filter((schema) => isMeant(schema.name));
    if (called.length + received.length + named.length === 0)
      return [[...operations, ...webhooks].map(({ id }) => id), schemas.map((schema) => schema.name)];
    return [called, received, named, ...sentForms.map((form) => this.#schemas.get(name + form))];
  }

  /** What stands beside operations and schemas. */
  #common(): unknown {
    const { operations, webhooks, schemas, schemaByName, tagGroups, texts, sandbox, description, ...common } =
      this.#source.contract;
    return common;
  }

  #partOf(key: string, read: () => unknown): Part {
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const schemas = new Set<string>();
    const part = { id: idOf(this.#withoutPlaces(read(), schemas)), schemas: [...schemas] };
    this.#known.set(key, part);
    return part;
  }

  /** Also collects the schemas that a value names, by their names or by references. */
  #withoutPlaces(value: unknown, schemas: Set<string>): unknown {
    if (typeof value === "string") {
      const name = value.startsWith("#/") ? (schemaNameOf(value) ?? value) : value;
      if (this.#schemas.has(name)) schemas.add(name);
      return value;
    }
    if (typeof value !== "object" || value === null) return value;
    if (Array.isArray(value)) return value.map((element) => this.#withoutPlaces(element, schemas));
    if (value instanceof Map) return this.#withoutPlaces([...value], schemas);
    const entries: readonly [string, unknown][] = Object.entries(value);
    return entries.map(([key, member]) => {
      if (key !== "position" || !this.#isPlace(member)) return [key, this.#withoutPlaces(member, schemas)];
      // Pages report the links in a text by their places.
      return this.#source.texts.get("text" in value ? String(value.text) : "");
    });
  }

  #isPlace(value: unknown): boolean {
    if (typeof value !== "object" || value === null || !("file" in value && "line" in value)) return false;
    return String(value.file).startsWith(this.#folder);
  }
}
