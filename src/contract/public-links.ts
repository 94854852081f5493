import type { Origins } from "#read/yaml/origins.ts";
import type { InternalOperation } from "#shared/contract/contract.ts";
import { methods } from "#shared/contract/request.ts";
import { isObject, type Json, type JsonObject, textAt } from "#shared/json/json.ts";
import { followReferences, targetOf } from "#shared/json/json-pointer.ts";

/** An operation that is left out. */
export interface RemovedOperation extends InternalOperation {
  readonly node: JsonObject;
}

interface LinkPlace {
  /** The document with all operations, into which references of links lead. */
  readonly whole: JsonObject;
  readonly origins: Origins;
}

/** A document without the links of responses that lead to removed operations: their names and paths would be in them. */
export function withoutLinksTo(
  removed: readonly RemovedOperation[],
  document: JsonObject,
  { whole, origins }: LinkPlace,
): JsonObject {
  const nodes = new Set(removed.map(({ node }) => node));
  const ids = new Set(removed.map(({ id }) => id));
  const leadsToRemoved = (stated: Json): boolean => {
    const link = followReferences(stated, (reference) => targetOf(whole, reference));
    const [id, reference] = [textAt(link ?? {}, "operationId"), textAt(link ?? {}, "operationRef")];
    if (id !== null) return ids.has(id);
    const target = reference === null ? null : targetOf(whole, reference);
    return target !== null && nodes.has(target);
  };
  const within =
    (key: string, change: Change): Change =>
    (owner) =>
      origins.changeMembers(owner, (member, name) => (name === key && isObject(member) ? change(member) : member));
  const each =
    (change: Change): Change =>
    (owner) =>
      origins.changeMembers(owner, (member) => (isObject(member) ? change(member) : member));
  const toLinks: Change = (links) => origins.changeMembers(links, (link) => (leadsToRemoved(link) ? undefined : link));
  const toResponses = each(within("links", toLinks));
  const toOperation = within("responses", toResponses);
  const toItem: Change = (item) =>
    origins.changeMembers(item, (member, key) => {
      if (!isObject(member)) return member;
      if (key === "additionalOperations") return each(toOperation)(member);
      return methods.some((method) => method === key) ? toOperation(member) : member;
    });
  const changes = [
    within("paths", each(toItem)),
    within("webhooks", each(toItem)),
    within("components", within("pathItems", each(toItem))),
    within("components", within("responses", toResponses)),
    within("components", within("links", toLinks)),
  ];
  return changes.reduce((changed, change) => change(changed), document);
}

type Change = (owner: JsonObject) => JsonObject;
