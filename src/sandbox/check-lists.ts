import { memberOf } from "../rules/json-value.ts";
import type { JsonObject } from "../model/json.ts";
import type { Refusal } from "./answer.ts";
import type { Collection } from "./collection.ts";
import type { Plan } from "./plan.ts";
import { badMember } from "./refusals.ts";
import { isSameJson } from "./same-json.ts";

export interface ListCheck {
  readonly collection: Collection;
  /** As it is before the change. */
  readonly record: JsonObject;
  readonly plan: Plan;
}

/**
 * A list with a call of its own to add to it (`line_items`) may be sent along only as it is: what else its elements hold in
 * the body of its owner, and what becomes of earlier ones, is not specified. Null when nothing is wrong.
 */
export function checkLists(members: JsonObject, { collection, record, plan }: ListCheck): Refusal | null {
  const wrong = [...appendedLists(collection, plan)].find(([name]) => {
    const sent = memberOf(members, name);
    return sent !== undefined && !isSameJson(sent, memberOf(record, name) ?? []);
  });
  if (!wrong) return null;
  const [name, path] = wrong;
  const hint = `leave \`${name}\` out, and add each with POST ${path}`;
  return badMember(
    `/${name}`,
    `what \`${name}\` may hold here is not specified, so the sandbox does not take it`,
    hint,
  );
}

/** The lists of a collection's records that calls append to, with the paths of these calls. */
export function appendedLists({ path }: Collection, { calls }: Plan): ReadonlyMap<string, string> {
  const appending = calls.flatMap(({ action, operation }) =>
    action.kind === "append" && action.owners.some((owner) => owner.path === path)
      ? [[action.list, operation.path] as const]
      : [],
  );
  return new Map(appending);
}
