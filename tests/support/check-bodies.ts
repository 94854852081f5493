import { readFileSync } from "node:fs";

import { dereference, type OutputUnit, type Schema as Standard, validate } from "@cfworker/json-schema";

import type { Contract } from "#shared/contract/contract.ts";
import { isRemark, mapSubschemas, referredName, toMapping } from "#shared/contract/keywords/json-schema.ts";
import type { Direction, MediaType } from "#shared/contract/operation.ts";
import {
  entriesAt,
  flagAt,
  isList,
  isObject,
  type Json,
  type JsonObject,
  listAt,
  objectAt,
  textAt,
  textsAt,
  toJsonText,
  toObject,
} from "#shared/json/json.ts";
import { isJsonType } from "#shared/media-type.ts";

import { readRealContract } from "./real-documents.ts";

interface GeneratedBody {
  /** `POST /loads request` */
  readonly label: string;
  readonly direction: Direction;
  /** True for an update that may leave out required fields of its schema. */
  readonly isPartial: boolean;
  readonly schema: Json;
  readonly value: Json;
}

/** A generated body, checked by another implementation of JSON Schema. */
export interface CheckedBody extends Pick<GeneratedBody, "label" | "isPartial"> {
  /** One sentence, or null for a body that its schema accepts. */
  readonly fault: string | null;
}

/** Null for a file that isn't a contract. */
export async function checkDocument(path: string): Promise<readonly CheckedBody[] | null> {
  const contract = await readRealContract(path, readFileSync(path, "utf8"));
  return contract && checkBodies(contract);
}

/** The generated JSON bodies of a contract, each checked against its own schema. */
function checkBodies(contract: Contract): readonly CheckedBody[] {
  const bodies = contract.operations.flatMap(({ id, method, path, requestBody, responses }) => {
    const label = `${method.toUpperCase()} ${path}`;
    const isPartial = id.endsWith("_partial_update");
    const sent = { label: `${label} request`, direction: "request", isPartial } as const;
    return [
      ...(requestBody?.content ?? []).flatMap((media) => generatedIn(media, sent)),
      ...responses.flatMap(({ status, content }) => {
        const returned = { label: `${label} ${status}`, direction: "response", isPartial: false } as const;
        return content.flatMap((media) => generatedIn(media, returned));
      }),
    ];
  });
  const sent = bodies.filter(({ direction, isPartial }) => direction === "request" && !isPartial);
  const partial = bodies.filter(({ isPartial }) => isPartial);
  const returned = bodies.filter(({ direction }) => direction === "response");
  return [sent, partial, returned].flatMap((some) => checkAll(some, contract));
}

function generatedIn(
  { type, schema, examples }: MediaType,
  use: Omit<GeneratedBody, "schema" | "value">,
): readonly GeneratedBody[] {
  const [example] = examples;
  if (!isJsonType(type) || schema === null || example === undefined || example.authored) return [];
  return [{ ...use, schema: schema.source, value: example.value }];
}

function checkAll(bodies: readonly GeneratedBody[], { schemas }: Contract): readonly CheckedBody[] {
  const [first] = bodies;
  if (first === undefined) return [];
  const named = toObject(schemas.map(({ name, schema }) => [name, schema.source]));
  const view = new StandardView(named, first);
  const standard = toStandard({
    $defs: toObject(Object.entries(named).map(([name, schema]) => [name, view.of(schema)])),
    prefixItems: bodies.map(({ schema }) => view.of(schema)),
  });
  const lookup = dereference(standard);
  return bodies.map(({ label, isPartial, value }, index) => ({
    label,
    isPartial,
    fault: faultOf(() => validate(toPlain(value), standard.prefixItems?.[index] ?? true, "2020-12", lookup).errors),
  }));
}

function toPlain(value: Json): unknown {
  return JSON.parse(toJsonText(value));
}

function toStandard(schema: Json): Standard {
  return JSON.parse(toJsonText(schema));
}

/** A schema that is only a cycle of references has no constraints, and overflows the validator's stack. */
function faultOf(errorsOf: () => readonly OutputUnit[]): string | null {
  try {
    const error = errorsOf().at(-1);
    return error === undefined ? null : `${error.instanceLocation} ${error.error}`;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

interface Use {
  readonly direction: Direction;
  /** True where nothing is required. */
  readonly isPartial: boolean;
}

/**
 * OpenAPI's schemas as plain JSON Schema: fields that only the other side sends aren't required,
 * and a discriminator chooses by a listed value.
 */
class StandardView {
  readonly #named: JsonObject;
  readonly #use: Use;

  constructor(named: JsonObject, use: Use) {
    this.#named = named;
    this.#use = use;
  }

  of(schema: Json, hiddenOutside: ReadonlySet<string> = new Set()): Json {
    if (!isObject(schema)) return schema;
    const hidden = new Set([...hiddenOutside, ...this.#hiddenIn(schema, 0)]);
    const parts = new Set([...listAt(schema, "allOf"), ...listAt(schema, "oneOf"), ...listAt(schema, "anyOf")]);
    const inner = mapSubschemas(schema, (part) => this.of(part, parts.has(part) ? hidden : undefined));
    const otherEntries = Object.entries(inner)
      .filter(([key]) => !isRemark(key) && !left.has(key))
      .map(([key, value]) => [key, key === "pattern" ? withoutEscapes(value) : value] as const);
    const required = this.#use.isPartial ? [] : textsAt(schema, "required").filter((name) => !hidden.has(name));
    const name = referredName(schema);
    const reference = name === null ? [] : [["$ref", `#/$defs/${encodeURIComponent(toToken(name))}`] as const];
    return chosen(
      schema,
      toObject([...otherEntries, ["required", required], ...reference]),
      this.#discriminatorOf(schema),
    );
  }

  /** Its own, or that of a base schema whose subtypes are its alternatives. */
  #discriminatorOf(schema: JsonObject): JsonObject | null {
    const names = listAt(schema, "oneOf").map(referredName);
    const bases = Object.values(this.#named).map((base) => objectAt(base, "discriminator"));
    const base = bases.find(
      (one) => one && names.every((name) => [...toMapping(one, []).values()].includes(name ?? "")),
    );
    return objectAt(schema, "discriminator") ?? base ?? null;
  }

  #hiddenIn(schema: Json, depth: number): readonly string[] {
    if (!isObject(schema) || depth > deepest) return [];
    const own = entriesAt(schema, "properties").filter(([, member]) => this.#isHidden(member, 0));
    return [...own.map(([name]) => name), ...this.#partsOf(schema).flatMap((part) => this.#hiddenIn(part, depth + 1))];
  }

  #isHidden(schema: Json, depth: number): boolean {
    if (!isObject(schema) || depth > deepest) return false;
    const word = this.#use.direction === "request" ? "readOnly" : "writeOnly";
    if (Object.hasOwn(schema, word)) return flagAt(schema, word);
    return this.#partsOf(schema).some((part) => this.#isHidden(part, depth + 1));
  }

  #partsOf(schema: JsonObject): readonly Json[] {
    const name = referredName(schema);
    return [...listAt(schema, "allOf"), ...(name === null ? [] : [this.#named[name] ?? true])];
  }
}

const deepest = 8;

const left = new Set(["$id", "id", "$schema", "$anchor", "$ref", "required", "discriminator", "nullable"]);

/** Another implementation reads patterns as Unicode's, which know no `\-`. */
function withoutEscapes(pattern: Json): Json {
  return typeof pattern === "string" ? pattern.replace(/^(\^?)\\-/, "$1-") : pattern;
}

function toToken(name: string): string {
  return name.replaceAll("~", "~0").replaceAll("/", "~1");
}

/** The alternatives that a discriminator knows, each with the values that choose it. */
function chosen(schema: JsonObject, view: JsonObject, discriminator: JsonObject | null): JsonObject {
  const alternatives = listAt(schema, "oneOf");
  if (discriminator === null || alternatives.length === 0) return view;
  const mapping = [...toMapping(discriminator, alternatives)];
  const named = alternatives.map((choice) => mapping.filter(([, name]) => name === referredName(choice)));
  if (named.some((values) => values.length === 0)) return view;
  const property = textAt(discriminator, "propertyName") ?? "";
  const anyOf = (isList(view["oneOf"]) ? view["oneOf"] : []).map((choice, index) => {
    const values = named[index]?.map(([value]) => value) ?? [];
    return { allOf: [choice, { properties: { [property]: { enum: values } } }] };
  });
  return toObject([...Object.entries(view).filter(([key]) => key !== "oneOf"), ["anyOf", anyOf]]);
}
