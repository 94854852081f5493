import { checkByStandard } from "#shared/conformance/check-value.ts";
import type { BodyFault } from "#shared/conformance/sample-fault.ts";
import { toTypedValue } from "#shared/conformance/typed-value.ts";
import type { ContractSlice, SliceParameter } from "#shared/contract/contract-slice.ts";
import { additionalSchema, membersByName, resolveSchema, type Schema } from "#shared/contract/schema.ts";
import { resolvePointer, tokensOf } from "#shared/json/json-pointer.ts";
import {
  firstDefined,
  includesType,
  isList,
  isNumber,
  isObject,
  type Json,
  type JsonObject,
  jsonTypeOf,
  memberOf,
  toDouble,
  toText,
} from "#shared/json/json.ts";
import { isSameJson } from "#shared/json/same-json.ts";
import { sampleValue } from "#shared/samples/sampled.ts";

import type { Collection } from "../plan/collection.ts";
import { type Fields, keyNames, putInto, takesOthers } from "../plan/record-shape.ts";
import { callsOn, type Plan, type PlannedCall } from "../plan/plan-sandbox.ts";
import { readClock, type Running } from "./state.ts";

/** The calls that return records of a collection, those with the most fields first. */
export function callsOf(collection: Collection, plan: Plan): readonly PlannedCall[] {
  const order = ["read", "list", "create", "replace", "change"];
  return callsOn(collection, plan)
    .filter(({ action }) => order.includes(action.kind))
    .toSorted((a, b) => order.indexOf(a.action.kind) - order.indexOf(b.action.kind));
}

/** Faults of a success response's body. */
export function faultsOf(body: Json, schema: Schema, { contract }: Pick<Plan, "contract">): readonly BodyFault[] {
  return checkByStandard(body, schema, { schemaByName: contract.schemaByName, direction: "response" });
}

/** Puts a record into a response body; into a list if that's what the call returns. */
export function bodyWith(record: Json, { returned, action }: PlannedCall): Json {
  return putInto(returned.whole, returned.path, action.kind === "list" ? [record] : record);
}

/** A filled-in value can lack required members itself. */
const rounds = 4;

/**
 * Completes a record with everything that the collection's responses require, at any depth, from the contract's
 * examples.
 */
export function completeRecord(record: JsonObject, collection: Collection, { plan, state }: Running): JsonObject {
  const calls = callsOf(collection, plan);
  const fillMissing = (incomplete: JsonObject, call: PlannedCall): JsonObject => {
    const { schema, path } = call.returned;
    if (schema === null) return incomplete;
    const start = path.length + (call.action.kind === "list" ? 1 : 0);
    const missing = faultsOf(bodyWith(incomplete, call), schema, plan).flatMap((fault) => {
      const tokens = fault.missing === undefined ? [] : tokensOf(fault.missing);
      return tokens.length > start ? [tokens.slice(start)] : [];
    });
    return missing.reduce((filled, tokens) => {
      const isTime = tokens.length === 1 && collection.fields.get(tokens[0] ?? "")?.format === "date-time";
      const shown = shownAt(tokens, calls);
      const value = isTime && typeof shown === "string" ? readClock(state) : shown;
      const complete = value === undefined ? filled : setAt(filled, tokens, value);
      return isObject(complete) ? complete : filled;
    }, incomplete);
  };
  let complete = record;
  for (let round = 0; round < rounds; round += 1) {
    const before = complete;
    complete = calls.reduce(fillMissing, before);
    if (complete === before) break;
  }
  return complete;
}

/** The first element of a list stands for all of them. */
function shownAt(tokens: readonly string[], calls: readonly PlannedCall[]): Json | undefined {
  const first = tokens.map((token) => (/^\d+$/.test(token) ? "0" : token));
  const examples = calls.flatMap(({ returned, sent }) => [...returned.examples, ...sent.examples]);
  return firstDefined(...examples.map(({ value }) => resolvePointer(value, first)));
}

function setAt(root: Json, [token, ...innerPath]: readonly string[], value: Json): Json {
  if (token === undefined) return value;
  if (isList(root))
    return root.map((element, index) => (String(index) === token ? setAt(element, innerPath, value) : element));
  return isObject(root) ? { ...root, [token]: setAt(memberOf(root, token) ?? {}, innerPath, value) } : root;
}

/**
 * An id in the style of the collection's records that their paths also accept: an example's, or else a path's, or else
 * one that fits the schema. New records get the next one.
 */
export function exampleId(collection: Collection, plan: Plan): Json {
  const { key, fields, kind } = collection;
  const shown = key === null ? undefined : shownAt([key], callsOf(collection, plan));
  const inPaths = itemParameters(collection, plan);
  const ids = [shown, ...inPaths.map(sampleValue)];
  const known = ids.find((id) => id !== undefined && id !== null && takesId(id, collection, plan)) ?? shown;
  if (known !== undefined && known !== null) return known;
  const stated = inPaths[0] && resolveSchema(inPaths[0].schema, plan.contract.schemaByName);
  const schema = (key === null ? undefined : fields.get(key)) ?? stated;
  if (schema?.types.some((type) => type === "integer" || type === "number")) {
    return Math.max(0, Math.trunc(toDouble(schema.limits.minimum ?? 1)) - 1);
  }
  if (schema?.format === "uuid") return "00000000-0000-8000-a000-000000000000";
  return `${(kind ?? "record").toLowerCase()}-0`;
}

/** A new id for a record of the collection. */
export function nextId(collection: Collection, path: string, { plan, state }: Running): Json {
  return state.identifiers.next(exampleId(collection, plan), path, (id) => takesId(id, collection, plan));
}

/** True if both the records and their paths accept an id. */
export function takesId(id: Json, collection: Collection, plan: Plan): boolean {
  const { contract } = plan;
  const field = collection.fields.get(collection.key ?? "");
  const form = { schemaByName: contract.schemaByName, listStyle: null };
  const faults = [
    ...itemParameters(collection, plan).flatMap(({ schema }) =>
      faultsOf(toTypedValue(toText(id), schema, form), schema, plan),
    ),
    ...(field === undefined ? [] : faultsOf(id, field, plan)),
  ];
  return faults.length === 0;
}

/** Operations may name the last parameter of a record's path differently. */
function itemParameters(collection: Collection, plan: Plan): readonly SliceParameter[] {
  return callsOf(collection, plan).flatMap(({ operation: { path, parameters } }) => {
    const last = path === collection.path ? undefined : /\{([^{}]+)\}\/?$/.exec(path)?.[1];
    return parameters.filter(({ in: location, name }) => location === "path" && name === last);
  });
}

interface ReadContext {
  /** The contract's example of the value. */
  readonly shown: Json | undefined;
  readonly contract: ContractSlice;
  readonly depth?: number;
}

/** Limits the nesting of records. */
const deepest = 4;

/**
 * Converts a value to the form that responses have: `carrier: 1` becomes the example's carrier with that id, and
 * `status: "open"` the choice with that name. A value without another form stays. Members that are write-only or that
 * responses don't have are left out at any depth.
 */
export function toReadValue(value: Json, schema: Schema, { shown, contract, depth = 0 }: ReadContext): Json {
  const field = resolveSchema(schema, contract.schemaByName);
  if (value === null || depth > deepest) return value;
  const inner = (part: Json, described: Schema, example: Json | undefined): Json =>
    toReadValue(part, described, { shown: example, contract, depth: depth + 1 });
  const { items } = field;
  if (isList(value) && items !== null) {
    const example = isList(shown) ? shown[0] : undefined;
    return value.map((element) => inner(element, items, example));
  }
  const fields = membersByName(field, contract.schemaByName);
  const unlisted = additionalSchema(field);
  if (isObject(value) && (fields.size > 0 || unlisted !== null)) {
    const isOpen = takesOthers(field);
    const returned = Object.entries(value).filter(([name]) =>
      fields.has(name) ? fields.get(name)?.access !== "write-only" : isOpen,
    );
    const members = returned.map(([name, member]): readonly [string, Json] => {
      const described = fields.get(name) ?? unlisted;
      return [name, described ? inner(member, described, memberOf(shown, name)) : member];
    });
    return Object.fromEntries(members);
  }
  const passes = (candidate: Json): boolean => faultsOf(candidate, field, { contract }).length === 0;
  if (field.alternatives === null ? isOfKind(value, field) : passes(value)) return value;
  const read = isObject(value)
    ? identifying.flatMap((name) => memberOf(value, name) ?? [])
    : [toObjectOf(value, fields, { shown, contract }), toText(value), ...toDecimals(value, shown)];
  return [...read, ...(shown === undefined ? [] : [shown])].find(passes) ?? value;
}

function isOfKind(value: Json, { types, enum: values }: Schema): boolean {
  if (values.length > 0 && !values.some((listed) => isSameJson(listed.value, value))) return false;
  return types.length === 0 || includesType(types, jsonTypeOf(value));
}

/** A number with as many decimals as the example has, for patterns that want them: `3.00` beside `1.00`. */
function toDecimals(value: Json, shown: Json | undefined): readonly string[] {
  if (!isNumber(value) || typeof shown !== "string") return [];
  const [, wanted = ""] = shown.split(".");
  const [whole = "", decimals = ""] = toText(value).split(".");
  return [`${whole}.${decimals.padEnd(wanted.length, "0")}`];
}

/** Usual names of identifying members, the most common first. */
const identifying = [...keyNames, "value", "code"];

function toObjectOf(value: Json, fields: Fields, { shown, contract }: ReadContext): Json {
  const takers = [...fields].filter(([, field]) => faultsOf(value, field, { contract }).length === 0);
  const rank = ([name]: (typeof takers)[number]): number => identifying.indexOf(name) + 1 || 100;
  const [key, stated] = takers.toSorted((a, b) => rank(a) - rank(b))[0] ?? [];
  if (key === undefined || stated === undefined) return value;
  const index = stated.enum.findIndex((choice) => isSameJson(choice.value, value));
  const labels = [...fields].flatMap(([name, field]): readonly (readonly [string, Json])[] => {
    const label = field.enum[index]?.value;
    return label === undefined || field.enum.length !== stated.enum.length ? [] : [[name, label]];
  });
  return { ...(isObject(shown) ? shown : {}), ...Object.fromEntries(labels), [key]: value };
}
