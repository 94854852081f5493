import { toTypedValue } from "#shared/conformance/typed-value.ts";
import { fillPlaceholders } from "#shared/contract/notation/path-template.ts";
import type { FieldSource } from "#shared/contract/sandbox-data.ts";
import { toDollars } from "#shared/json/cents.ts";
import { isObject, type Json, type JsonObject, memberOf, toObject, toText, withMembers } from "#shared/json/json.ts";
import { isSameJson } from "#shared/json/same-json.ts";

import type { Collection } from "../plan/collection.ts";
import { defaultOf, type Fields, queryParameter, toRecord } from "../plan/record-shape.ts";
import type { PlannedCall } from "../plan/plan-sandbox.ts";
import type { Incoming } from "../request/incoming.ts";
import { completeRecord, exampleId, takesId } from "./record-examples.ts";
import { recordsPath, readClock } from "./state.ts";

/**
 * Makes a POST's record from the sent fields and those that the provider would add: the fields that the contract's
 * example response has and its example request lacks. The sandbox data can say where such a field comes from; by
 * default it's the example. `collection` is null for a record inside of another.
 */
export function fillRecord(incoming: Incoming, collection: Collection | null): JsonObject {
  const { state, call, members, files } = incoming;
  const { data, sent, returned } = call;
  const [pair] = examplePairs(call).toSorted((a, b) => agreement(b, members) - agreement(a, members));
  const copied = takeFields(data.takes ?? [], members, { recordsOf: (path) => state.store.known(path), pair });
  const identity = identify(collection, incoming, pair);
  const fields = new Map([...returned.fields, ...(collection?.fields ?? [])]);
  const addedValue = (name: string): Json | undefined => {
    if (name === identity.name) return identity.id;
    if (copied.has(name)) return copied.get(name);
    const shown = memberOf(pair?.returned, name);
    const isSendable = queryParameter(call.operation, name) !== undefined;
    if (shown === undefined || isSendable || memberOf(pair?.sent, name) !== undefined) return undefined;
    const file = files.find(({ part }) => memberOf(pair?.sent, part) === shown);
    if (file) return file.fileName;
    const isTime = fields.get(name)?.format === "date-time" && shown !== null;
    return isTime && !identity.isExample ? readClock(state) : shown;
  };
  const record = toRecord(fields, (field) => {
    const value = sentValue(field, incoming);
    // The added value is computed only if it's needed, because it may advance the clock.
    const filled = value === undefined ? addedValue(field) : value;
    return filled === undefined ? defaultOf(field, sent.fields, fields) : filled;
  });
  const isKept = (field: string): boolean => !fields.has(field) && (collection !== null || fields.size === 0);
  const undescribed = toObject(Object.entries(members).filter(([field]) => isKept(field)));
  const whole = withTexts({ ...record, ...undescribed }, data.texts ?? {}, fields);
  const { name, id } = identity;
  const known = name === "" || fields.has(name) ? whole : withMembers(whole, { [name]: id });
  return collection === null ? known : completeRecord(known, collection, incoming);
}

function withTexts(record: JsonObject, texts: Readonly<Record<string, string>>, fields: Fields): JsonObject {
  const valueAt = (path: string): string => {
    const value = path.split(".").reduce<Json | undefined>(memberOf, record);
    if (value === undefined) return "";
    const isCents = fields.get(path)?.unit === "usd-cents";
    return (isCents ? toDollars(toText(value)) : null) ?? toText(value);
  };
  const composed = Object.entries(texts).map(([name, text]): readonly [string, Json] => [
    name,
    fillPlaceholders(text, valueAt),
  ]);
  return { ...record, ...toObject(composed) };
}

interface Identity {
  /** The name of the field with the id; empty if there's none. */
  readonly name: string;
  readonly id: Json | undefined;
  readonly isExample: boolean;
}

/** The first call about the example's record gets its id, and the others get the next ones. */
function identify(
  collection: Collection | null,
  { plan, state, call, members, pathValues }: Incoming,
  pair: ExamplePair | undefined,
): Identity {
  // The group of records in which the id has to be unique.
  const scope = collection === null ? call.operation.path : recordsPath(collection, pathValues);
  const name = (collection === null ? "id" : collection.key) ?? "";
  const example = memberOf(pair?.returned, name);
  const isUsable = example === undefined || collection === null || takesId(example, collection, plan);
  const shown = isUsable ? example : undefined;
  const sent = memberOf(members, name);
  // A body that agrees with the example in more fields than it differs follows the guide, perhaps with another amount.
  // Such a call gets the example's id and time, so that the guide's next command finds the record.
  const isExample = pair !== undefined && agreement(pair, members) > Object.keys(members).length / 2;
  if (sent !== undefined) return { name, id: sent, isExample: isExample && sent === shown };
  const known = shown ?? (collection === null ? undefined : exampleId(collection, plan));
  if (known === undefined) return { name, id: undefined, isExample };
  if (isExample && shown !== undefined && state.identifiers.claim(shown, scope)) return { name, id: shown, isExample };
  const fits = (id: Json): boolean => collection === null || takesId(id, collection, plan);
  return { name, id: state.identifiers.next(known, scope, fits), isExample: false };
}

function sentValue(name: string, { plan, call, members, query }: Incoming): Json | undefined {
  const member = memberOf(members, name);
  const parameter = queryParameter(call.operation, name);
  const texts = query.filter((pair) => pair.name === name).map(({ value }) => value);
  if (member !== undefined || parameter === undefined || texts[0] === undefined) return member;
  const { schema, listStyle } = parameter;
  const form = { schemaByName: plan.contract.schemaByName, listStyle };
  if (listStyle !== "repeat") return toTypedValue(texts[0], schema, form);
  return texts.flatMap((text) => toTypedValue(text, schema, form));
}

interface TakeContext {
  readonly recordsOf: (path: string) => readonly JsonObject[];
  /** The call's example. Its values also hold for a body that names the same record. */
  readonly pair: ExamplePair | undefined;
}

/**
 * Fills fields from a record of another collection, as `takes` in the sandbox data says. A field whose record can't be
 * found is undefined, because nothing else knows its value.
 */
export function takeFields(
  takes: readonly FieldSource[],
  members: JsonObject,
  context: TakeContext,
): ReadonlyMap<string, Json | undefined> {
  const { recordsOf, pair } = context;
  const entries = takes.flatMap(({ from, where, fields }) => {
    const source = recordsOf(from).find((record) => isLinked(record, members, where));
    const isShown = Object.values(where).every((ours) => memberOf(members, ours) === memberOf(pair?.sent, ours));
    return Object.entries(fields).map(([name, theirs]) => {
      const value = memberOf(source, theirs);
      return [name, value === undefined && isShown ? memberOf(pair?.returned, name) : value] as const;
    });
  });
  return new Map(entries);
}

/** True if the body names this record by the fields in `where`. */
export function isLinked(record: JsonObject, members: JsonObject, where: FieldSource["where"]): boolean {
  return Object.entries(where).every(([theirs, ours]) => {
    const value = memberOf(members, ours);
    return value !== undefined && value !== null && memberOf(record, theirs) === value;
  });
}

interface ExamplePair {
  readonly sent: JsonObject;
  readonly returned: JsonObject;
}

function examplePairs({ sent, returned }: PlannedCall): readonly ExamplePair[] {
  return returned.examples.flatMap(({ value }, index) => {
    const request: Json = sent.examples[index]?.value ?? sent.examples[0]?.value ?? {};
    return isObject(value) ? [{ sent: isObject(request) ? request : {}, returned: value }] : [];
  });
}

function agreement({ sent }: ExamplePair, members: JsonObject): number {
  return Object.entries(members).filter(([name, value]) => isSameJson(memberOf(sent, name), value)).length;
}
