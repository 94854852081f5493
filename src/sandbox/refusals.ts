import { nearestHint } from "../suggest/nearest.ts";
import type { Refusal } from "./answer.ts";
import type { Collection } from "./collection.ts";
import { toKeyText } from "./key-text.ts";
import { limits } from "./limits.ts";
import type { Running } from "./running.ts";

/** There is no record of that key; names the ones that there are, or how to make one. */
export function noRecord({ path, key }: Collection, wanted: string, { plan, state }: Running): Refusal {
  const keys = state.store.list(path).map((record) => toKeyText(record[key ?? ""]));
  const canCreate = plan.calls.some(({ action }) => action.kind === "create" && action.collection.path === path);
  const known =
    keys.length === 0 ? "it has none yet" : `it has ${keys.slice(0, 5).join(", ")}${keys.length > 5 ? ", …" : ""}`;
  const create = canCreate ? `; POST ${path} makes one` : "";
  const hint = nearestHint(wanted, keys) ?? `${known}${create}`;
  return { status: 404, message: `The sandbox has no record ${JSON.stringify(wanted)} in ${path}.`, hint };
}

export const tooLarge: Refusal = {
  status: 413,
  message: `The sandbox takes at most ${limits.bodyBytes} bytes in a body.`,
};

export const full: Refusal = {
  status: 507,
  message: `The sandbox is full: it keeps at most ${limits.records} records and ${limits.characters} characters.`,
  hint: "POST /__sandbox/reset below the base path empties it",
};

/** Something about the body that only the records tell. */
export function badMember(pointer: string, message: string, hint: string): Refusal {
  return { status: 400, message: "The sandbox cannot do this.", faults: [{ in: "body", pointer, message, hint }] };
}
