import type { FieldSource } from "#shared/contract/sandbox-data.ts";
import { escapeToken } from "#shared/json/json-pointer.ts";
import { type Json, type JsonObject, memberOf, toText } from "#shared/json/json.ts";
import { isSameJson } from "#shared/json/same-json.ts";

import { type IncomingFault, refuseFaults } from "../exchange.ts";
import type { Collection } from "../plan/collection.ts";
import { createOf, type Plan } from "../plan/plan-sandbox.ts";
import { isLinked } from "../records/fill-record.ts";
import { noRecord } from "../records/record-response.ts";
import type { Running } from "../records/state.ts";
import type { Incoming } from "./incoming.ts";

/**
 * Checks that fields which name a record of another kind (`takes` in the sandbox data) name an existing record or a
 * guide's. Values from the call's own example are accepted, and so are those that the record already has.
 * @throws RefusedRequest
 */
export function checkReferences(incoming: Incoming, changed: JsonObject): void {
  const { call, members } = incoming;
  const isNew = (field: string): boolean => {
    const value = memberOf(members, field);
    if (value === undefined || value === null || isSameJson(value, memberOf(changed, field) ?? null)) return false;
    return !call.sent.examples.some((example) => isSameJson(memberOf(example.value, field) ?? null, value));
  };
  const faults = (call.data.takes ?? []).flatMap((take) => {
    const named = Object.entries(take.where).find(([, ours]) => isNew(ours));
    return named === undefined ? [] : checkReference(incoming, take, named);
  });
  if (faults.length > 0) refuseFaults(faults);
}

/** `named` is a field of the other record, and ours with the same value. */
function checkReference(
  incoming: Incoming,
  take: FieldSource,
  [theirs, ours]: readonly [string, string],
): readonly IncomingFault[] {
  const { plan, state, members } = incoming;
  const collection = plan.collections.get(take.from);
  const records = state.store.known(take.from);
  const canBe = records.length > 0 || (collection && createOf(collection, plan));
  if (!collection || !canBe || records.some((record) => isLinked(record, members, take.where))) return [];
  const value = memberOf(members, ours) ?? null;
  const fault = foreignId(value, { collection, theirs }, incoming) ?? {
    message: `the sandbox has no ${collection.name} ${JSON.stringify(value)}`,
    hint: noRecord(collection, toText(value), { plan, state, pathValues: new Map() }).hint ?? null,
  };
  return [{ in: "body", pointer: `/${escapeToken(ours)}`, ...fault }];
}

/** `theirs` is the other record's field that identifies it. */
function foreignId(
  value: Json,
  { collection, theirs }: { readonly collection: Collection; readonly theirs: string },
  { plan, state }: Running,
) {
  for (const { from, where } of createOf(collection, plan)?.data.takes ?? []) {
    const source = plan.collections.get(from);
    const [id, field] = Object.entries(where)[0] ?? ["", ""];
    if (!source || !state.store.known(from).some((record) => memberOf(record, id) === value)) continue;
    const wanted = state.store.known(collection.path).find((record) => memberOf(record, field) === value);
    const known = memberOf(wanted, theirs);
    const next = known === undefined ? `; POST ${collection.path} makes one` : `, ${toText(known)}`;
    return {
      message: `this is ${ownerOf(source, id, plan)} id of the ${source.name}`,
      hint: `send ${ownerOf(collection, theirs, plan)} \`${theirs}\`${next}`,
    };
  }
  return null;
}

function ownerOf(collection: Collection, field: string, plan: Plan): "your" | "the provider's" {
  const create = createOf(collection, plan);
  return create?.sent.fields.has(field) === true ? "your" : "the provider's";
}
