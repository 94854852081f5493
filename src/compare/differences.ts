import type { Contract } from "#shared/contract/contract.ts";
import type { Difference, DifferenceSeverity, TouchingDifference, UseTarget } from "#shared/contract/difference.ts";
import { referredNames } from "#shared/contract/keywords/json-schema.ts";
import type { Direction } from "#shared/contract/operation.ts";
import { comparePositions } from "#shared/diagnostics/diagnostic.ts";
import type { ContractUse } from "#shared/document.ts";
import { groupBy } from "#shared/group-by.ts";

import { type Change, type ComparisonContext, type PartOwner, severityOf } from "./change.ts";
import { namedOperations, namedWebhooks } from "./match-operations.ts";

/** Collects differences. A change that is found by way of several operations becomes one difference that names them all. */
export class DifferenceCollector {
  readonly #users: SchemaUsers;
  readonly #byKey = new Map<string, Difference>();

  constructor(users: SchemaUsers) {
    this.#users = users;
  }

  add(context: ComparisonContext, changes: readonly Change[]): void {
    for (const change of changes) {
      const { subject, operation, direction, position } = context;
      const { kind, message } = change;
      const key = JSON.stringify([subject, kind, message]);
      const found = {
        kind,
        severity: severityOf(change.effect, direction),
        subject,
        operations: operation === null ? [] : [operation],
        message,
        directions: direction === null ? [] : [direction],
        position,
        uses: usesOf(context, change, this.#users),
      };
      const known = this.#byKey.get(key);
      this.#byKey.set(key, known ? merge(known, found) : found);
    }
  }

  /** Breaking differences first; within a severity in the order of the documents. */
  list(): readonly Difference[] {
    return [...this.#byKey.values()].sort((a, b) => severities.indexOf(a.severity) - severities.indexOf(b.severity));
  }
}

const severities: readonly DifferenceSeverity[] = ["breaking", "additive", "wording"];

function merge(known: Difference, found: Difference): Difference {
  const isGraver = severities.indexOf(found.severity) < severities.indexOf(known.severity);
  return {
    ...known,
    severity: isGraver ? found.severity : known.severity,
    operations: [...new Set([...known.operations, ...found.operations])],
    directions: [...new Set([...known.directions, ...found.directions])].sort(),
    uses: [...new Map([...known.uses, ...found.uses].map((use) => [JSON.stringify(use), use])).values()],
  };
}

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

function usesOf({ owner, direction }: ComparisonContext, change: Change, users: SchemaUsers): readonly UseTarget[] {
  switch (owner.kind) {
    case "document":
      return [];
    case "operation": {
      // Pages print an operation by method and path, and show its requests and responses as samples.
      const { id, part } = owner;
      if (change.effect === "wording" && change.kind !== "operation-renamed") return [];
      if (part === "request") return [requestsOf(id)];
      if (part === "response") return [responsesOf(id)];
      return [{ kinds: ["operation", "request", "response", "body", "word"], target: id }];
    }
    case "schema":
      return usesOfSchema(owner, change, { direction, users });
    case "schema-name": {
      const { name, members } = owner;
      return [
        { kinds: ["schema", "table", "body", "word"], target: name },
        ...members.map((member): UseTarget => ({ kinds: ["field", "value", "word"], target: `${name}.${member}` })),
      ];
    }
  }
}

/** Tables print the fields of a schema and their descriptions. Samples hold its values. */
function usesOfSchema(
  { names, field }: Extract<PartOwner, { kind: "schema" }>,
  change: Change,
  { direction, users }: { readonly direction: Direction | null; readonly users: SchemaUsers },
): readonly UseTarget[] {
  const printed = names.flatMap((name): UseTarget[] => [
    ...(field === null ? [] : [{ kinds: ["field"] as const, target: `${name}.${field}` }]),
    ...(change.values ?? []).map((value): UseTarget => ({ kinds: ["value"], target: `${name}.${value}` })),
    { kinds: ["table"], target: name },
  ]);
  if (change.effect === "wording") return printed;
  const named = [field, ...(change.values ?? [])].filter((name) => name !== null);
  const qualified = names.flatMap((name) => named.map((part) => `${name}.${part}`));
  const words = change.effect === "compatible" ? [] : [...named, ...qualified];
  const samples = names.flatMap((name): UseTarget[] => [
    ...[name, ...users.schemasOf(name)].map((schema) => ({ kinds: ["body"] as const, target: schema })),
    ...(direction === "response" ? [] : users.operationsOf(name, "request").map(requestsOf)),
    ...(direction === "request" ? [] : users.operationsOf(name, "response").map(responsesOf)),
  ]);
  return [...printed, ...words.map((target): UseTarget => ({ kinds: ["word"], target })), ...samples];
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
  const uses = [...namedOperations(contract), ...namedWebhooks(contract)].flatMap(({ operation, sent }) => {
    const { id, parameters, requestBody, responses } = operation;
    const returned = sent === "request" ? "response" : "request";
    const payloads = [
      [sent, [...parameters, ...(requestBody?.content ?? [])]],
      [returned, responses.flatMap(({ headers, content }) => [...headers, ...content])],
    ] as const;
    return payloads.flatMap(([direction, parts]) => {
      const direct = parts.flatMap(({ schema }) => (schema === null ? [] : [...referredNames(schema.source)]));
      return Array.from(closureOf(direct, partsByName), (name) => ({ name, direction, user: id }));
    });
  });
  const parts = [...partsByName.keys()].flatMap((whole) =>
    Array.from(closureOf([whole], partsByName), (part) => ({ part, whole })),
  );
  const usesByPart = groupBy(uses, ({ direction, name }) => `${direction} ${name}`);
  const wholesByPart = groupBy(parts, ({ part }) => part);
  return {
    operationsOf: (schema, direction) => (usesByPart.get(`${direction} ${schema}`) ?? []).map(({ user }) => user),
    schemasOf: (schema) =>
      (wholesByPart.get(schema) ?? []).map(({ whole }) => whole).filter((whole) => whole !== schema),
  };
}

function closureOf(
  roots: Iterable<string>,
  partsByName: ReadonlyMap<string, ReadonlySet<string>>,
): ReadonlySet<string> {
  const found = new Set(roots);
  // The loop also visits the names that it adds to the set.
  for (const name of found) for (const part of partsByName.get(name) ?? []) found.add(part);
  return found;
}
