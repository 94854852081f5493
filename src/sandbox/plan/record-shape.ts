import { toTypedValue } from "#shared/conformance/typed-value.ts";
import type {
  ContractSlice,
  SliceMediaType,
  SliceOperation,
  SliceParameter,
  SliceResponse,
} from "#shared/contract/contract-slice.ts";
import { findJsonContent } from "#shared/contract/operation.ts";
import { resolveSchema, type Schema } from "#shared/contract/schema.ts";
import { resolvePointer } from "#shared/json/json-pointer.ts";
import { compact, isList, isObject, type Json, type JsonObject, memberOf } from "#shared/json/json.ts";
import { isJsonType } from "#shared/media-type.ts";

/** How a body holds records: as they are, or in an envelope (`{ data: … }`). */
export interface RecordShape {
  /** The names that lead from the body to the record, or to the list of records. */
  readonly path: readonly string[];
  readonly fields: Fields;
  /** True when records may have fields that nothing describes. */
  readonly isOpen: boolean;
  /** The records of the contract's examples, those of a list one by one. */
  readonly examples: readonly RecordExample[];
  /** The first example of the body; undefined when there is none. */
  readonly whole: Json | undefined;
  /** The schema of the body; null where none is stated. */
  readonly schema: Schema | null;
}

interface RecordExample {
  readonly value: Json;
  /** False for one that was made from the schema: no guide tells of it. */
  readonly isAuthored: boolean;
}

/** Where a body holds what: the schema of the record, and the names that lead there. */
export interface RecordPlace {
  readonly path: readonly string[];
  readonly record: Schema;
}

/** The shape of a body. `place` is where its records are; null for a body that is the record. */
export function toShape(
  media: SliceMediaType | undefined,
  place: RecordPlace | null,
  contract: ContractSlice,
): RecordShape {
  const path = place?.path ?? [];
  const schema = media?.schema ?? null;
  const record = place?.record ?? schema;
  const resolved = record && resolveSchema(record, contract.schemaByName);
  const isJson = media !== undefined && (isJsonType(media.type) || !/^text|xml/.test(media.type));
  const examples = (isJson ? media.examples : []).flatMap(({ value, authored }): readonly RecordExample[] => {
    const found = resolvePointer(value, path);
    const records = isList(found) ? found : found === undefined ? [] : [found];
    return records.map((item) => ({ value: item, isAuthored: authored }));
  });
  return {
    path,
    fields: fieldsOf(record, contract),
    isOpen:
      resolved !== null &&
      resolved.additionalProperties !== false &&
      (isObject(resolved.keywords["additionalProperties"]) || resolved.additionalProperties === true),
    examples,
    whole: media?.examples[0]?.value,
    schema,
  };
}

/** A body that holds a record or a list of them, with the rest of its envelope as the example has it. */
export function putInto(whole: Json | undefined, path: readonly string[], value: Json): Json {
  const [name, ...innerPath] = path;
  if (name === undefined) return value;
  const envelope: JsonObject = isObject(whole) ? whole : {};
  return { ...envelope, [name]: putInto(memberOf(envelope, name), innerPath, value) };
}

/** Names that lists are commonly found under, the commonest first. */
const listNames = ["results", "data", "items"];

interface Searched {
  readonly contract: ContractSlice;
  /** The path of the collection: `/tickets` has `ticket` and `tickets` in its bodies. */
  readonly path: string;
}

/**
 * Where a body has its list of records: it is one itself, or holds one under the collection's name or a common one, or in its
 * only list of objects, or in an object of it that does (`_embedded`). Null for what is no list.
 */
export function findList(schema: Schema | null, searched: Searched, depth = 0): RecordPlace | null {
  if (schema === null) return null;
  const { contract, path } = searched;
  const whole = resolveSchema(schema, contract.schemaByName);
  if (whole.types.includes("array")) return whole.items && { path: [], record: whole.items };
  const fields = fieldsOf(whole, contract);
  const lists = [...fields].filter(([, field]) => field.types.includes("array") && field.items);
  const ofObjects = lists.filter(([, { items }]) => items && fieldsOf(items, contract).size > 0);
  const own = ofObjects.find(([name]) => isCalledAs(name, path));
  const named =
    own ?? listNames.map((name) => lists.find((list) => list[0] === name)).find((list) => list !== undefined);
  const only = ofObjects.length === 1 && !fields.has("id") ? ofObjects[0] : undefined;
  const found = named ?? only;
  if (found?.[1].items) return { path: [found[0]], record: found[1].items };
  if (depth > 0) return null;
  const inner = [...fields].flatMap(([outer, field]) => {
    const place = isEnvelopeName(outer) ? findList(field, searched, depth + 1) : null;
    return place && place.path.length > 0 ? [{ ...place, path: [outer, ...place.path] }] : [];
  });
  return inner.length === 1 ? (inner[0] ?? null) : null;
}

/** Where a body has one record of a kind: it is one, or holds one under the name of its schema, its collection or a common one. */
export function findRecord(
  schema: Schema | null,
  { kind, contract, path }: Searched & { readonly kind: string | null },
): RecordPlace | null {
  if (schema === null) return null;
  const whole = resolveSchema(schema, contract.schemaByName);
  if (kind !== null && whole.name === kind) return { path: [], record: whole };
  const fields = fieldsOf(whole, contract);
  const objects = [...fields].filter(
    ([, field]) => fieldsOf(field, contract).size > 0 && !field.types.includes("array"),
  );
  const ofKind = objects.filter(([, { name }]) => kind !== null && name === kind);
  const isEnvelope = ([name]: (typeof objects)[number]): boolean => isEnvelopeName(name);
  const called = objects.find(([name]) => isCalledAs(name, path));
  const common = fields.has("id") ? undefined : (called ?? objects.find(isEnvelope));
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

/** Schemas by field name, references followed. */
export type Fields = ReadonlyMap<string, Schema>;

/**
 * The described members of an object and of its alternatives; none when any member goes. What several alternatives describe
 * is as the first one has it, which is the one that examples are made of.
 */
export function fieldsOf(schema: Schema | null, contract: ContractSlice, depth = 0): Fields {
  if (schema === null) return new Map();
  const { schemaByName } = contract;
  const { members, alternatives } = resolveSchema(schema, schemaByName);
  const fields = new Map<string, Schema>();
  for (const alternative of depth < 3 ? (alternatives?.schemas ?? []) : []) {
    for (const [name, field] of fieldsOf(alternative, contract, depth + 1))
      if (!fields.has(name)) fields.set(name, field);
  }
  for (const member of members) fields.set(member.name, resolveSchema(member.schema, schemaByName));
  return fields;
}

/** What the contract says a field is when nobody sends it; undefined when it says nothing. */
export function defaultOf(name: string, ...places: readonly Fields[]): Json | undefined {
  return places.map((fields) => fields.get(name)?.default).find((value) => value !== undefined);
}

/** The response that tells of success: the first of its class, else where the caller is sent, else what holds for all. */
export function successOf({ method, responses }: SliceOperation): SliceResponse | undefined {
  const created = method === "post" ? responses.find(({ status }) => status === "201") : undefined;
  const byClass = ["2", "3"].map((digit) => responses.find(({ status }) => status.startsWith(digit)));
  return created ?? byClass[0] ?? byClass[1] ?? responses.find(({ status }) => status === "default");
}

export function jsonContentOf(content: readonly SliceMediaType[] | undefined): SliceMediaType | undefined {
  return findJsonContent(content ?? []) ?? undefined;
}

/** An object of the fields that have a value, in the contract's order. */
export function toRecord(fields: Fields, valueOf: (name: string) => Json | undefined): JsonObject {
  return compact(Object.fromEntries([...fields.keys()].map((name) => [name, valueOf(name)])));
}

/** The value of a query parameter that was sent once or, for some lists, several times. */
export function toQueryValue(
  texts: readonly string[],
  { schema, listStyle }: SliceParameter,
  { schemaByName }: ContractSlice,
): Json {
  const form = { schemaByName, listStyle };
  const [first = ""] = texts;
  if (listStyle !== "repeat") return toTypedValue(first, schema, form);
  return texts.flatMap((text) => toTypedValue(text, schema, form));
}

/** A name without case and signs: `pet_id`, `petId` and `pet-id` are one. */
export function plainName(name: string): string {
  return name.replace(/[^a-z0-9]/gi, "").toLowerCase();
}

/** What a collection's records may be called, plainly: `/cost_accounts` has `costaccounts` and `costaccount`. */
export function namesOf(path: string): readonly string[] {
  const plural = plainName(path.split("/").findLast((segment) => segment !== "" && !segment.startsWith("{")) ?? "");
  return [plural, plural.replace(/ies$/, "y"), plural.replace(/es$/, ""), plural.replace(/s$/, "")];
}

export const keyNames = ["id", "uuid", "uid", "_id", "key", "slug", "name"];
