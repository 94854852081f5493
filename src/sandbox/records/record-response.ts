import { type JsonObject, memberOf, toText } from "#shared/json/json.ts";
import { nearestHint } from "#shared/nearest.ts";

import type { Collection } from "../plan/collection.ts";
import { type Fields, successOf, toRecord } from "../plan/contract-fields.ts";
import { limits, refuseFaults, type SandboxRefusal, resetPath } from "../exchange.ts";
import type { Incoming } from "../request/incoming.ts";
import type { Running } from "./state.ts";

/** A record as its response shows it: the fields that the contract describes, in its order. */
export function showRecord(record: JsonObject, fields: Fields): JsonObject {
  if (fields.size === 0) return record;
  return toRecord(fields, (name) => (fields.get(name)?.access === "write-only" ? undefined : memberOf(record, name)));
}

/** The status that the contract has for success: `201`; `200` when it states a class of them or nothing. */
export function statusOf({ call }: Incoming): number {
  const status = Number(successOf(call.operation)?.status);
  return Number.isInteger(status) ? status : 200;
}

/** There is no record of that key; names the ones that there are, or how to make one. */
export function noRecord({ path, key }: Collection, wanted: string, { plan, state }: Running): SandboxRefusal {
  const keys = state.store.list(path).map((record) => toText(record[key ?? ""] ?? null));
  const canCreate = plan.calls.some(({ action }) => action.kind === "create" && action.collection.path === path);
  const known =
    keys.length === 0 ? "it has none yet" : `it has ${keys.slice(0, 5).join(", ")}${keys.length > 5 ? ", …" : ""}`;
  const create = canCreate ? `; POST ${path} makes one` : "";
  const hint = nearestHint(wanted, keys) ?? `${known}${create}`;
  return { status: 404, message: `The sandbox has no record ${JSON.stringify(wanted)} in ${path}.`, hint };
}

export const full: SandboxRefusal = {
  status: 507,
  message: `The sandbox is full: it keeps at most ${limits.records} records and ${limits.characters} characters.`,
  hint: `POST ${resetPath} below the base path empties it`,
};

/** Something about the body that only the records tell. */
export function badMember(pointer: string, message: string, hint: string): SandboxRefusal {
  return refuseFaults([{ in: "body", pointer, message, hint }]);
}
