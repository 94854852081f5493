import { type Contract, requestLineOf } from "#shared/contract/contract.ts";
import { fillPlaceholders } from "#shared/contract/notation/path-template.ts";
import type { Direction, Operation } from "#shared/contract/operation.ts";

import type { Pair } from "./change.ts";

export interface NamedOperation {
  readonly operation: Operation;
  /** `GET /loads/`, `webhook carrierStatus`. */
  readonly label: string;
  /** The direction of its request body and parameters: the provider sends those of webhooks and callbacks. */
  readonly sent: Direction;
}

export type OperationPair = Pair<NamedOperation>;

interface Matches {
  readonly pairs: readonly OperationPair[];
  readonly removed: readonly NamedOperation[];
  readonly added: readonly NamedOperation[];
}

interface OperationMatches extends Matches {
  /** Pairs with the same operation id whose method or path has changed. */
  readonly moved: readonly OperationPair[];
  /** True when the paths match only without the base path. */
  readonly isRebased: boolean;
}

/**
 * Pairs operations that answer the same calls: same method and same address. The contracts may cut off different base
 * paths (drf-yasg takes the longest common prefix) and name the parameters in the path differently.
 */
export function matchOperations(before: Contract, after: Contract): OperationMatches {
  const whole = match(keyOperations(before, before.basePath), keyOperations(after, after.basePath));
  const relative = whole.pairs.length > 0 ? whole : match(keyOperations(before, ""), keyOperations(after, ""));
  const moved = relative.removed.flatMap((known): OperationPair[] => {
    const successor = relative.added.find(({ operation }) => operation.id === known.operation.id);
    return successor ? [[known, successor]] : [];
  });
  const settled = new Set(moved.flat());
  return {
    pairs: [...relative.pairs, ...moved],
    moved,
    removed: relative.removed.filter((operation) => !settled.has(operation)),
    added: relative.added.filter((operation) => !settled.has(operation)),
    isRebased: whole.pairs.length === 0 && relative.pairs.length > 0,
  };
}

/** Pairs webhooks by name, and the callbacks of each pair of operations. */
export function matchReceived(before: Contract, after: Contract, called: readonly OperationPair[]): Matches {
  const all = [
    match(keyWebhooks(before), keyWebhooks(after)),
    ...called.map(([known, now]) => match(keyCallbacks(known), keyCallbacks(now))),
  ];
  return {
    pairs: all.flatMap(({ pairs }) => pairs),
    removed: all.flatMap(({ removed }) => removed),
    added: all.flatMap(({ added }) => added),
  };
}

type KeyedOperations = ReadonlyMap<string, NamedOperation>;

function keyOperations(contract: Contract, basePath: string): KeyedOperations {
  return new Map(
    namedOperations(contract).map((named) => {
      const { method, path } = named.operation;
      return [`${method} ${basePath}${fillPlaceholders(path, () => "{}")}`, named];
    }),
  );
}

function keyWebhooks(contract: Contract): KeyedOperations {
  return new Map(namedWebhooks(contract).map((named) => [`${named.operation.method} ${named.operation.path}`, named]));
}

function keyCallbacks({ operation, label }: NamedOperation): KeyedOperations {
  return new Map(
    operation.callbacks.flatMap(({ name, operations }) =>
      operations.map((received): readonly [string, NamedOperation] => [
        `${name} ${received.method} ${received.path}`,
        { operation: received, label: `${label} callback ${name}`, sent: "response" },
      ]),
    ),
  );
}

function match(known: KeyedOperations, now: KeyedOperations): Matches {
  return {
    pairs: [...known].flatMap(([key, operation]): OperationPair[] => {
      const successor = now.get(key);
      return successor ? [[operation, successor]] : [];
    }),
    removed: [...known].filter(([key]) => !now.has(key)).map(([, operation]) => operation),
    added: [...now].filter(([key]) => !known.has(key)).map(([, operation]) => operation),
  };
}

export function namedOperations({ operations }: Contract): readonly NamedOperation[] {
  return operations.map((operation) => ({ operation, label: requestLineOf(operation), sent: "request" }));
}

export function namedWebhooks({ webhooks }: Contract): readonly NamedOperation[] {
  return webhooks.map((operation) => ({ operation, label: `webhook ${operation.path}`, sent: "response" }));
}
