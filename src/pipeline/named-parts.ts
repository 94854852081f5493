import { posix } from "node:path";

import { idOf } from "#cache/id-of.ts";
import { type PageContract, sentForms } from "#content/contract/contract-index.ts";
import type { Contract } from "#shared/contract/contract.ts";
import { schemaNameOf } from "#shared/contract/keywords/json-schema.ts";
import type { NamedSchema } from "#shared/contract/schema.ts";
import type { ContractLookup, Document } from "#shared/document.ts";

/**
 * Computes ids of what the contracts say about the names in a page, including every schema that they reach, and
 * ignoring their positions in the file. If a contract lacks a name, the id covers all its names, because a suggestion
 * may pick any of them.
 * A page then stays as it is when an edit of the contract touches other parts.
 */
export function createNameIds(contracts: readonly PageContract[]): (names: Document["names"]) => readonly string[] {
  const parts = new Map(contracts.map((contract) => [contract.contentId, new NamedParts(contract)]));
  return (names) => Array.from(parts, ([id, contract]) => (names === null ? id : contract.idOf(names)));
}

interface Part {
  readonly id: string;
  /** Names of the schemas that this part refers to. */
  readonly schemas: readonly string[];
}

/** Members of a contract that pages look up by name or never show. */
const looked: ReadonlySet<string> = new Set<keyof Contract>([
  "operations",
  "webhooks",
  "schemas",
  "schemaByName",
  "tagGroups",
  "texts",
  "sandbox",
  "description",
]);

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

  idOf(names: readonly ContractLookup[]): string {
    if (names.length === 0) return "";
    const shown = names.filter(({ hasTexts }) => hasTexts);
    const named = names.filter(({ hasTexts }) => !hasTexts);
    const common = this.#partOf("common", false, () =>
      Object.entries(this.#source.contract).filter(([key]) => !looked.has(key)),
    );
    return idOf(common.id, ...this.#idsOf(shown, true), ...this.#idsOf(named, false));
  }

  #idsOf(names: readonly ContractLookup[], hasTexts: boolean): readonly string[] {
    const roots = names.map(({ name }) => this.#partOf(`name ${name}`, hasTexts, () => this.#meanings(name)));
    const reached = new Set(roots.flatMap(({ schemas }) => schemas));
    const below: string[] = [];
    // The loop also visits the names that it adds to the set.
    for (const name of reached) {
      const { id, schemas } = this.#partOf(`schema ${name}`, hasTexts, () => this.#schemas.get(name));
      below.push(id);
      for (const next of schemas) reached.add(next);
    }
    return [...roots.map(({ id }) => id), ...below];
  }

  /**
   * Everything that a name may refer to: operations, webhooks, the schema in `Load.weight`, and that schema's request
   * forms.
   */
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

  #partOf(name: string, hasTexts: boolean, read: () => unknown): Part {
    const key = `${name} ${hasTexts}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const schemas = new Set<string>();
    const part = { id: idOf(this.#seen(read(), hasTexts, schemas)), schemas: [...schemas] };
    this.#known.set(key, part);
    return part;
  }

  /** Reduces a value to what pages may show, and collects the names of the schemas that it mentions. */
  #seen(value: unknown, hasTexts: boolean, schemas: Set<string>): unknown {
    if (typeof value === "string") {
      const name = value.startsWith("#/") ? (schemaNameOf(value) ?? value) : value;
      if (this.#schemas.has(name)) schemas.add(name);
      return value;
    }
    if (typeof value !== "object" || value === null) return value;
    if (Array.isArray(value)) return value.map((element) => this.#seen(element, hasTexts, schemas));
    if (value instanceof Map) return this.#seen([...value], hasTexts, schemas);
    const isPositioned = "position" in value && this.#isPosition(value.position);
    // Findings about links in a text need the text's position.
    if (isPositioned && "text" in value)
      return hasTexts ? [value.text, this.#source.texts.get(String(value.text))] : null;
    const entries: readonly [string, unknown][] = Object.entries(value);
    const seen = entries.filter(([key]) => !isPositioned || key !== "position");
    return seen.map(([key, member]) => [key, this.#seen(member, hasTexts, schemas)]);
  }

  #isPosition(value: unknown): boolean {
    if (typeof value !== "object" || value === null || !("file" in value && "line" in value)) return false;
    return String(value.file).startsWith(this.#folder);
  }
}
