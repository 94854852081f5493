import type { Contract } from "#shared/contract/contract.ts";
import type { Difference, Direction, TouchingDifference, UseTarget } from "#shared/contract/difference.ts";
import { referredNames } from "#shared/contract/json-schema.ts";
import type { Schema } from "#shared/contract/schema.ts";
import { comparePositions } from "#shared/diagnostics/diagnostic.ts";
import type { ContractUse } from "#shared/document.ts";
import { groupBy } from "#shared/group-by.ts";

import type { Change, PartOwner, ComparisonContext } from "./change.ts";
import { listOperations, listWebhooks, type NamedOperation } from "./match-operations.ts";

/** Finds the positions in our pages that a difference touches, in the order of file and line. */
export function touchedBy(
  differences: readonly Difference[],
  documents: readonly { readonly uses: readonly ContractUse[] }[],
): readonly TouchingDifference[] {
  const usesByTarget = groupBy(
    documents.flatMap(({ uses }) => uses),
    keyOfUse,
  );
  return differences.map((difference) => {
    const keys = difference.uses.flatMap(({ kinds, target }) => kinds.map((kind) => keyOfUse({ kind, target })));
    const touches = [...new Set(keys)].flatMap((key) => usesByTarget.get(key) ?? []);
    // A block that several pages include has its uses once per page.
    const byPosition = new Map(touches.map((use) => [JSON.stringify([use.kind, use.target, use.position]), use]));
    return { difference, touches: [...byPosition.values()].sort((a, b) => comparePositions(a.position, b.position)) };
  });
}

function keyOfUse({ kind, target }: Pick<ContractUse, "kind" | "target">): string {
  return `${kind} ${target}`;
}

/** The uses in pages that an author should read again after a change. */
export function usesOf(
  { owner, direction }: ComparisonContext,
  change: Change,
  users: SchemaUsers,
): readonly UseTarget[] {
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

type OwnerOf<K extends PartOwner["kind"]> = Extract<PartOwner, { kind: K }>;

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

/** Tables print the fields of a schema and their descriptions. Samples hold its values. */
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

/** The users of a named schema, directly or by way of other schemas. */
export interface SchemaUsers {
  /** Ids of the operations whose requests or responses contain it. */
  readonly operationsOf: (schema: string, direction: Direction) => readonly string[];
  /** Names of the schemas that contain it, without itself. */
  readonly schemasOf: (schema: string) => readonly string[];
}

export function findSchemaUsers(contract: Contract): SchemaUsers {
  const partsByName = new Map(contract.schemas.map(({ name, schema }) => [name, referredNames(schema.source)]));
  const operations = { request: new Users(), response: new Users() };
  for (const called of [...listOperations(contract), ...listWebhooks(contract)]) {
    for (const { direction, schemas } of payloadsOf(called)) {
      const direct = schemas.flatMap(({ source }) => [...referredNames(source)]);
      for (const name of closureOf(direct, partsByName)) operations[direction].add(name, called.operation.id);
    }
  }
  const wholes = new Users();
  for (const name of partsByName.keys()) {
    for (const part of closureOf([name], partsByName)) if (part !== name) wholes.add(part, name);
  }
  return {
    operationsOf: (schema, direction) => operations[direction].of(schema),
    schemasOf: (schema) => wholes.of(schema),
  };
}

class Users {
  readonly #byName = new Map<string, string[]>();

  add(name: string, user: string): void {
    const known = this.#byName.get(name);
    if (known) known.push(user);
    else this.#byName.set(name, [user]);
  }

  of(name: string): readonly string[] {
    return this.#byName.get(name) ?? [];
  }
}

type PartsByName = ReadonlyMap<string, ReadonlySet<string>>;

function closureOf(roots: Iterable<string>, partsByName: PartsByName): ReadonlySet<string> {
  const found = new Set(roots);
  // The loop also visits the names that it adds to the set.
  for (const name of found) for (const part of partsByName.get(name) ?? []) found.add(part);
  return found;
}

interface Payload {
  readonly direction: Direction;
  readonly schemas: readonly Schema[];
}

function payloadsOf({ operation, sent }: NamedOperation): readonly Payload[] {
  const { parameters, requestBody, responses } = operation;
  const returned: Direction = sent === "request" ? "response" : "request";
  const received = responses.flatMap(({ headers, content }) => [...schemasOf(headers), ...schemasOf(content)]);
  return [
    { direction: sent, schemas: [...schemasOf(parameters), ...schemasOf(requestBody?.content ?? [])] },
    { direction: returned, schemas: received },
  ];
}

function schemasOf(parts: readonly { readonly schema: Schema | null }[]): readonly Schema[] {
  return parts.flatMap(({ schema }) => schema ?? []);
}
