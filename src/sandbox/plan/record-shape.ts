import type {
  ContractSlice,
  SliceMediaType,
  SliceOperation,
  SliceParameter,
  SliceResponse,
} from "#shared/contract/contract-slice.ts";
import { findJsonContent, findSuccess } from "#shared/contract/operation.ts";
import { membersByName, resolveSchema, type Schema } from "#shared/contract/schema.ts";
import { resolvePointer } from "#shared/json/json-pointer.ts";
import { compact, firstDefined, isList, isObject, type Json, type JsonObject, memberOf } from "#shared/json/json.ts";
import { isJsonType } from "#shared/media-type.ts";

/** The position of records in a body: directly, or in an envelope such as `{ data: … }`. */
export interface RecordShape {
  /** The members that lead from the body to the record or to the list of records. */
  readonly path: readonly string[];
  readonly fields: Fields;
  /** True if records may have fields that no schema describes. */
  readonly isOpen: boolean;
  /** Records in the contract's examples; those of lists one by one. */
  readonly examples: readonly RecordExample[];
  /** The body's first example; undefined if there's none. */
  readonly whole: Json | undefined;
  /** The body's schema; null if none is stated. */
  readonly schema: Schema | null;
}

interface RecordExample {
  readonly value: Json;
  /** False if the example was generated from the schema, so no guide mentions it. */
  readonly isAuthored: boolean;
}

/** The schema of a record, and the members that lead to it in a body. */
export interface EnvelopedRecord {
  readonly path: readonly string[];
  readonly record: Schema;
}

/** Describes a body's shape. `found` says where its records are; null if the body is the record. */
export function toShape(
  media: SliceMediaType | undefined,
  found: EnvelopedRecord | null,
  { schemaByName }: ContractSlice,
): RecordShape {
  const path = found?.path ?? [];
  const schema = media?.schema ?? null;
  const record = found?.record ?? schema;
  const resolved = record && resolveSchema(record, schemaByName);
  const isJson = media !== undefined && (isJsonType(media.type) || !/^text|xml/.test(media.type));
  const examples = (isJson ? media.examples : []).flatMap(({ value, authored }): readonly RecordExample[] => {
    const member = resolvePointer(value, path);
    const records = isList(member) ? member : member === undefined ? [] : [member];
    return records.map((item) => ({ value: item, isAuthored: authored }));
  });
  return {
    path,
    fields: membersByName(record, schemaByName),
    isOpen: resolved !== null && takesOthers(resolved),
    examples,
    whole: media?.examples[0]?.value,
    schema,
  };
}

/** True if an object may have members that no schema describes by name, as its own schema says. */
export function takesOthers({ additionalProperties, keywords, patternProperties }: Schema): boolean {
  if (additionalProperties === false) return false;
  return additionalProperties === true || isObject(keywords["additionalProperties"]) || patternProperties.length > 0;
}

/** Puts a record or a list into a body's envelope, whose other members come from the example. */
export function putInto(whole: Json | undefined, path: readonly string[], value: Json): Json {
  const [name, ...innerPath] = path;
  if (name === undefined) return value;
  const envelope: JsonObject = isObject(whole) ? whole : {};
  return { ...envelope, [name]: putInto(memberOf(envelope, name), innerPath, value) };
}

/** Usual names of lists in an envelope, the most common first. */
const listNames = ["results", "data", "items"];

interface Searched {
  readonly contract: ContractSlice;
  /** The collection's path: bodies of `/tickets` may have members named `ticket` and `tickets`. */
  readonly path: string;
}

/**
 * Finds the list of records in a body: the body itself, a member with the collection's name or a usual one, the only
 * list of objects, or such a list in a member such as `_embedded`. Null if there's no list.
 */
export function findList(schema: Schema | null, searched: Searched, depth = 0): EnvelopedRecord | null {
  if (schema === null) return null;
  const { contract, path } = searched;
  const { schemaByName } = contract;
  const whole = resolveSchema(schema, schemaByName);
  if (whole.types.includes("array")) return whole.items && { path: [], record: whole.items };
  const fields = membersByName(whole, schemaByName);
  const lists = [...fields].filter(([, field]) => field.types.includes("array") && field.items);
  const ofObjects = lists.filter(([, { items }]) => items && membersByName(items, schemaByName).size > 0);
  const own = ofObjects.find(([name]) => isCalledAs(name, path));
  const [usual] = listNames.flatMap((name) => lists.filter((list) => list[0] === name));
  const only = ofObjects.length === 1 && !fields.has("id") ? ofObjects[0] : undefined;
  const found = own ?? usual ?? only;
  if (found?.[1].items) return { path: [found[0]], record: found[1].items };
  if (depth > 0) return null;
  const inner = [...fields].flatMap(([outer, field]) => {
    const list = isEnvelopeName(outer) ? findList(field, searched, depth + 1) : null;
    return list && list.path.length > 0 ? [{ ...list, path: [outer, ...list.path] }] : [];
  });
  return inner.length === 1 ? (inner[0] ?? null) : null;
}

/**
 * Finds a record in a body: the body itself, or a member with the name of its schema, its collection or a usual one.
 */
export function findRecord(
  schema: Schema | null,
  { kind, contract, path }: Searched & { readonly kind: string | null },
): EnvelopedRecord | null {
  if (schema === null) return null;
  const { schemaByName } = contract;
  const whole = resolveSchema(schema, schemaByName);
  if (kind !== null && whole.name === kind) return { path: [], record: whole };
  const fields = membersByName(whole, schemaByName);
  const objects = [...fields].filter(
    ([, field]) => membersByName(field, schemaByName).size > 0 && !field.types.includes("array"),
  );
  const ofKind = objects.filter(([, { name }]) => kind !== null && name === kind);
  const called = objects.find(([name]) => isCalledAs(name, path));
  const common = fields.has("id") ? undefined : (called ?? objects.find(([name]) => isEnvelopeName(name)));
  const only = fields.size === 1 ? objects[0] : undefined;
  const [name, record] = (ofKind.length === 1 ? ofKind[0] : undefined) ?? common ?? only ?? [];
  return name === undefined || record === undefined ? { path: [], record: whole } : { path: [name], record };
}

function isCalledAs(name: string, path: string): boolean {
  return name !== "" && namesOf(path).includes(plainName(name));
}

function isEnvelopeName(name: string): boolean {
  return /^(?:data|_embedded|embedded|result|results|response|item|record|resource|payload)$/i.test(name);
}

/** Schemas by field name; references are followed. */
export type Fields = ReadonlyMap<string, Schema>;

/** The default of a field that wasn't sent; undefined if the contract states none. */
export function defaultOf(name: string, ...sources: readonly Fields[]): Json | undefined {
  return firstDefined(...sources.map((fields) => fields.get(name)?.default));
}

/** The success response: the first 2xx, or else a redirect, or else the default. */
export function successOf({ method, responses }: SliceOperation): SliceResponse | undefined {
  const created = method === "post" ? responses.find(({ status }) => status === "201") : undefined;
  const redirect = responses.find(({ status }) => status.startsWith("3"));
  return created ?? findSuccess(responses) ?? redirect ?? responses.find(({ status }) => status === "default");
}

/** The JSON of the success response; undefined if it has none. */
export function successContent(operation: SliceOperation): SliceMediaType | undefined {
  return jsonContentOf(successOf(operation)?.content);
}

export function jsonContentOf(content: readonly SliceMediaType[] | undefined): SliceMediaType | undefined {
  return findJsonContent(content ?? []) ?? undefined;
}

/** True if the success response has a header of this lower-case name. */
export function declaresHeader(operation: SliceOperation, wanted: string): boolean {
  return (successOf(operation)?.headers ?? []).some(({ name }) => name.toLowerCase() === wanted);
}

/** An object with the fields that have a value, in the contract's order. */
export function toRecord(fields: Fields, valueOf: (name: string) => Json | undefined): JsonObject {
  return compact(Object.fromEntries([...fields.keys()].map((name) => [name, valueOf(name)])));
}

export function queryParameter({ parameters }: SliceOperation, name: string): SliceParameter | undefined {
  return parameters.find((parameter) => parameter.in === "query" && parameter.name === name);
}

/** Removes case and punctuation from a name: `pet_id`, `petId` and `pet-id` become the same. */
export function plainName(name: string): string {
  return name.replace(/[^a-z0-9]/gi, "").toLowerCase();
}

/**
 * Names that a collection's records may have, without punctuation: `costaccounts` and `costaccount` for
 * `/cost_accounts`.
 */
export function namesOf(path: string): readonly string[] {
  const plural = plainName(path.split("/").findLast((segment) => segment !== "" && !segment.startsWith("{")) ?? "");
  return [plural, plural.replace(/ies$/, "y"), plural.replace(/es$/, ""), plural.replace(/s$/, "")];
}

export const keyNames = ["id", "uuid", "uid", "_id", "key", "slug", "name"];
