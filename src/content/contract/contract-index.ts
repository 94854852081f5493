import type { Element } from "hast";

import type { SampleFault } from "#shared/conformance/sample-fault.ts";
import type { Contract } from "#shared/contract/contract.ts";
import type { Operation } from "#shared/contract/operation.ts";
import { toFieldAnchor } from "#shared/contract/reference.ts";
import { type EnumValue, type Member, type NamedSchema, resolveSchema, type Schema } from "#shared/contract/schema.ts";
import type { ServerSetting } from "#shared/contract/server.ts";
import type { Markdown } from "#shared/contract/text.ts";
import type { Position } from "#shared/diagnostics/diagnostic.ts";
import { nearestHint, slipOf } from "#shared/diagnostics/nearest.ts";
import type { Prose } from "#shared/document.ts";
import { toText } from "#shared/json/json.ts";

import type { ContractLink } from "../markdown/write-markup.ts";

export interface PageContract {
  /** Empty on a site with a single API. */
  readonly api: string;
  /** An id of the contract and its texts. */
  readonly contentId: string;
  /** The version's id; empty for a single version without a name. */
  readonly id: string;
  readonly contract: Contract;
  readonly servers: readonly ServerSetting[];
  /** The contract's texts by their Markdown. */
  readonly texts: ReadonlyMap<string, Prose>;
}

/** A schema may have forms of its own for what clients send: `LoadCreate` beside `Load`. */
export const sentForms = ["Create", "Update", "Replace"] as const;

/** Looks up a page's names in a contract. */
export class ContractIndex {
  readonly api: string;
  readonly id: string;
  readonly contract: Contract;
  readonly servers: readonly ServerSetting[];
  readonly #key: string;
  readonly #texts: PageContract["texts"];
  readonly #operations: ReadonlyMap<string, Operation>;
  readonly #schemas: ReadonlyMap<string, NamedSchema>;

  /** Links name the contract by `key` (`contractKeys`). */
  constructor({ api, id, contract, servers, texts }: PageContract, key: string) {
    this.api = api;
    this.id = id;
    this.#key = key;
    this.contract = contract;
    this.servers = servers;
    this.#texts = texts;
    this.#operations = new Map(
      [...contract.webhooks, ...contract.operations].map((operation) => [operation.id, operation]),
    );
    this.#schemas = new Map(contract.schemas.map((schema) => [schema.name, schema]));
  }

  linkTo(anchor: string, position: Position | null = null): ContractLink {
    return { anchor, position, ...(this.#key !== "" && { api: this.#key }) };
  }

  /** An operation that isn't a webhook. */
  called(id: string): Operation | SampleFault {
    const operation = this.operation(id);
    if ("message" in operation || !this.contract.webhooks.includes(operation)) return operation;
    const hint = `show its body: json op=${id} request`;
    return { message: `\`${id}\` is a webhook: the provider sends it`, hint, isKnown: true };
  }

  operation(id: string): Operation | SampleFault {
    const isInternal = this.contract.internal.operations.some((operation) => operation.id === id);
    return this.#operations.get(id) ?? (isInternal ? internal(id) : unknown("operation", id, this.#operations.keys()));
  }

  schema(name: string): NamedSchema | SampleFault {
    const isInternal = this.contract.internal.schemas.includes(name);
    return this.#schemas.get(name) ?? (isInternal ? internal(name) : unknown("schema", name, this.#schemas.keys()));
  }

  /** Finds `Schema.property`. */
  property(path: string): { readonly property: Member; readonly anchor: string } | SampleFault {
    // Both names may hold dots.
    const dots = [...path.matchAll(/\./g)].map(({ index }) => index);
    const dot = dots.findLast((index) => this.#schemas.has(path.slice(0, index))) ?? dots[0] ?? path.length;
    const [schemaName, propertyName] = [path.slice(0, dot), path.slice(dot + 1)];
    const named = this.schema(schemaName);
    if ("message" in named) return named;
    const { members } = this.resolve(named.schema);
    const property = members.find(({ name }) => name === propertyName);
    if (property !== undefined) return { property, anchor: this.fieldAnchor(named, propertyName) };
    const names = members.map(({ name }) => name);
    return unknown(`field of ${schemaName}`, propertyName, names);
  }

  /** Finds `Schema.VALUE`. */
  value(path: string): EnumValue | SampleFault {
    const [, schemaName = "", value = ""] = /^([^.]*)\.(.*)$/s.exec(path) ?? [];
    const named = this.schema(schemaName);
    if ("message" in named) return named;
    const entries = new Map(this.resolve(named.schema).enum.map((entry) => [toText(entry.value), entry]));
    return entries.get(value) ?? unknown(`value of ${schemaName}`, value, entries.keys());
  }

  /** A schema that's only a reference prints its fields at its target. */
  fieldAnchor({ anchor, schema }: NamedSchema, field: string): string {
    return toFieldAnchor(this.#schemas.get(this.resolve(schema).name ?? "")?.anchor ?? anchor, field);
  }

  resolve(schema: Schema): Schema {
    return resolveSchema(schema, this.contract.schemaByName);
  }

  /** An element that a text of the contract replaces; empty without a text. */
  written(text: Markdown | null): Element {
    const prose = this.#texts.get(text?.text ?? "");
    const markdown = { written: prose?.markdown ?? [text?.text ?? ""] };
    const data = { markup: prose?.markup ?? [], markdown };
    return { type: "element", tagName: "span", properties: {}, children: [], data };
  }
}

function internal(name: string): SampleFault {
  const message = `\`${name}\` is internal (\`x-internal\` in the contract), and is published nowhere`;
  return { message, hint: "leave it out, or let the contract publish it", isKnown: true };
}

/** The fault of a name that the contract doesn't have. */
export function unknown(kind: string, name: string, candidates: Iterable<string>): SampleFault {
  const known = [...candidates];
  const message = `the contract has no ${kind} \`${name}\``;
  return { message, hint: nearestHint(name, known), slip: slipOf(name, known) };
}
