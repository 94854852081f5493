import { withArticle } from "#shared/english.ts";
import { anySchema, resolveSchema } from "#shared/contract/schema.ts";
import type { OperationData } from "#shared/contract/sandbox-data.ts";
import { isNumber, type JsonObject, listAt, memberOf, numberAt, toText } from "#shared/json/json.ts";
import { isSameJson } from "#shared/json/same-json.ts";
import { encodeCharacter } from "#shared/percent.ts";

import { exampleHeader, refuseField, RefusedRequest, type SandboxResponse } from "../exchange.ts";
import type { Collection } from "../plan/collection.ts";
import { type ActionOf, callsOn, type Plan, type PlannedCall } from "../plan/plan-sandbox.ts";
import { declaresHeader } from "../plan/record-shape.ts";
import { checkReferences } from "../request/check-references.ts";
import type { Incoming } from "../request/incoming.ts";
import { fillRecord } from "./fill-record.ts";
import { uuid } from "./identifiers.ts";
import { nextId } from "./record-examples.ts";
import {
  answerBody,
  answerRecord,
  checkOwner,
  etagHeaders,
  full,
  keepsNothing,
  noRecord,
  showExample,
} from "./record-response.ts";
import { type PathContext, recordOf, recordsPath } from "./state.ts";

export function createRecord(incoming: Incoming, collection: Collection): SandboxResponse {
  const { plan, state, call } = incoming;
  const { key } = collection;
  checkOwner(incoming, collection);
  checkLists(incoming, collection, {});
  checkReferences(incoming, {});
  const path = recordsPath(collection, incoming.pathValues);
  const sent = key === null ? undefined : memberOf(incoming.members, key);
  if (key !== null && sent !== undefined && state.store.find(path, toText(sent))) {
    const message = `there is already ${withArticle(collection.name)} ${toText(sent)}`;
    const advice = `change \`${key}\`, or reset the sandbox`;
    if (call.operation.responses.some(({ status }) => status === "409"))
      throw new RefusedRequest({ status: 409, message, hint: advice });
    refuseField(key, message, `${advice}; what the provider does here isn't specified`);
  }
  const record = fillRecord(incoming, collection);
  if (keepsNothing(incoming, record)) return showExample(call);
  const known = key === null ? undefined : memberOf(record, key);
  const own = known ?? nextId(collection, path, incoming);
  const id = toText(own);
  const isListed = callsOn(collection, plan).some(({ action }) => action.kind === "list");
  // A record that can't be read again isn't kept.
  if (collection.parameter === null && !isListed)
    return answerRecord(record, incoming, [exampleHeader]) ?? showExample(call);
  const isNamed = key !== null && call.returned.fields.has(key);
  // A record without a path of its own has no address.
  const located =
    (collection.parameter !== null && !isNamed) || declaresHeader(call.operation, "location")
      ? [
          {
            name: "Location",
            value: `${incoming.address.replace(/\/$/, "")}/${Array.from(id, encodeCharacter).join("")}`,
          },
        ]
      : [];
  const headers = [...located, ...etagHeaders(record, collection, plan)];
  const response = returnsId(call) ? answerBody(own, incoming, headers) : answerRecord(record, incoming, headers);
  if (response === null) return showExample(call);
  if (!state.store.put(path, id, record)) throw new RefusedRequest(full);
  return response;
}

/** Some providers answer with the new record's number or UUID. Another text may be a message. */
function returnsId({ returned: { whole } }: PlannedCall): boolean {
  return isNumber(whole) || (typeof whole === "string" && uuid.test(whole));
}

/** Appends to a list inside of a record, such as an invoice's attachments or line items. */
export function appendRecord(incoming: Incoming, action: ActionOf<"append">): SandboxResponse {
  const { owners, list, owner } = action;
  const { state, pathValues, call } = incoming;
  const named = owner.in === "path" ? pathValues.get(owner.name) : memberOf(incoming.members, owner.name);
  const wanted = toText(named ?? null);
  const found = owners.find((candidate) => recordOf(candidate, wanted, incoming));
  const record = found && recordOf(found, wanted, incoming);
  if (!record) refuseOwner(wanted, incoming, action);
  checkReferences(incoming, {});
  const adjusted = adjust(record, incoming.members, call.data.adds);
  const added = fillRecord(incoming, null);
  const response = answerRecord(added, incoming);
  if (response === null || keepsNothing(incoming, added)) return showExample(call);
  const changed = { ...adjusted, [list]: [...listAt(adjusted, list), added] };
  if (!state.store.put(recordsPath(found, pathValues), wanted, changed)) throw new RefusedRequest(full);
  return response;
}

function refuseOwner(wanted: string, context: PathContext, { owners, owner }: ActionOf<"append">): never {
  const refusals = owners.map((collection) => noRecord(collection, wanted, context));
  const [first] = refusals;
  if (owner.in === "path" && first) throw new RefusedRequest(first);
  const hint = refusals.map((refusal, index) => `${owners[index]?.path}: ${refusal.hint}`).join("; ");
  return refuseField(owner.name, `the sandbox has no record ${JSON.stringify(wanted)}`, hint);
}

function adjust(record: JsonObject, members: JsonObject, adds: OperationData["adds"]): JsonObject {
  if (!adds || memberOf(members, adds.when) !== true) return record;
  const sum = (numberAt(record, adds.to) ?? 0) + (numberAt(members, adds.field) ?? 0);
  if (Number.isSafeInteger(sum) && sum >= 0) return { ...record, [adds.to]: sum };
  return refuseField(adds.field, "the sum would be below 0 or too large", "the sandbox keeps sums from 0");
}

/**
 * A list that other calls append to (`line_items`) may be sent only unchanged where the body doesn't say what it holds.
 * `record` is the one before the change.
 * @throws RefusedRequest
 */
export function checkLists(incoming: Incoming, collection: Collection, record: JsonObject): void {
  const { members: sent, call, plan } = incoming;
  const isDescribed = (name: string): boolean => {
    const { schemaByName } = plan.contract;
    const field = call.sent.fields.get(name);
    const list = field && resolveSchema(field, schemaByName);
    const { types, members, alternatives } = resolveSchema(list?.items ?? list ?? anySchema, schemaByName);
    return members.length > 0 || alternatives !== null || types.some((type) => type !== "object" && type !== "array");
  };
  const wrong = [...appendedLists(collection, plan)].find(([name]) => {
    const list = memberOf(sent, name);
    return list !== undefined && !isDescribed(name) && !isSameJson(list, memberOf(record, name) ?? []);
  });
  if (!wrong) return;
  const [name, path] = wrong;
  const hint = `leave \`${name}\` out, and add each with POST ${path}`;
  refuseField(name, `what \`${name}\` may hold here isn't specified, so the sandbox doesn't take it`, hint);
}

/** Lists of a collection's records that calls append to, with the paths of those calls. */
export function appendedLists({ path }: Collection, { calls }: Plan): ReadonlyMap<string, string> {
  const appending = calls.flatMap(({ action, operation }) =>
    action.kind === "append" && action.owners.some((owner) => owner.path === path)
      ? [[action.list, operation.path] as const]
      : [],
  );
  return new Map(appending);
}
