import type { Direction, UseTarget } from "../model/difference.ts";
import type { Change } from "./change.ts";
import type { Owner, Place } from "./place.ts";
import type { SchemaUsers } from "./schema-users.ts";

/** What pages may say of the contract that a change makes worth reading again. */
export function usesOf({ owner, direction }: Place, change: Change, users: SchemaUsers): readonly UseTarget[] {
  switch (owner.kind) {
    case "document":
      return [];
    case "operation":
      return usesOfOperation(owner, change);
    case "schema":
      return usesOfSchema(owner, change, { direction, users });
    case "schema-name":
      return usesOfName(owner);
  }
}

type OwnerOf<K extends Owner["kind"]> = Extract<Owner, { kind: K }>;

/** Pages print an operation by method and path, and show its requests and responses as samples. */
function usesOfOperation({ id, part }: OwnerOf<"operation">, { kind, effect }: Change): readonly UseTarget[] {
  if (effect === "wording" && kind !== "operation-renamed") return [];
  if (part === "request") return [requestsOf(id)];
  if (part === "response") return [responsesOf(id)];
  return [{ kinds: ["operation", "request", "response", "body"], target: id }];
}

interface Reach {
  readonly direction: Direction | null;
  readonly users: SchemaUsers;
}

/** Tables print the fields of a schema with what it says of them; samples hold its values. */
function usesOfSchema(owner: OwnerOf<"schema">, change: Change, { direction, users }: Reach): readonly UseTarget[] {
  const { names, field } = owner;
  const printed = names.flatMap((name): UseTarget[] => [
    ...(field === null ? [] : [{ kinds: ["field"] as const, target: `${name}.${field}` }]),
    ...(change.value === undefined ? [] : [{ kinds: ["value"] as const, target: `${name}.${change.value}` }]),
    { kinds: ["table"], target: name },
  ]);
  if (change.effect === "wording") return printed;
  const samples = names.flatMap((name): UseTarget[] => [
    ...[name, ...users.schemasOf(name)].map((schema) => ({ kinds: ["body"] as const, target: schema })),
    ...(direction === "response" ? [] : users.operationsOf(name, "request").map(requestsOf)),
    ...(direction === "request" ? [] : users.operationsOf(name, "response").map(responsesOf)),
  ]);
  return [...printed, ...samples];
}

function usesOfName({ name, members }: OwnerOf<"schema-name">): readonly UseTarget[] {
  const own: UseTarget = { kinds: ["schema", "table", "body"], target: name };
  return [own, ...members.map((member): UseTarget => ({ kinds: ["field", "value"], target: `${name}.${member}` }))];
}

function requestsOf(operation: string): UseTarget {
  return { kinds: ["request", "body"], target: operation };
}

function responsesOf(operation: string): UseTarget {
  return { kinds: ["response"], target: operation };
}
