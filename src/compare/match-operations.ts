import type { Contract } from "#shared/contract/contract.ts";
import type { Direction } from "#shared/contract/difference.ts";
import { requestLineOf } from "#shared/contract/find-operation.ts";
import type { Operation } from "#shared/contract/operation.ts";

/** An operation, and what the comparison calls it. */
export interface NamedOperation {
  readonly operation: Operation;
  /** `GET /loads/`, `webhook carrierStatus`. */
  readonly label: string;
  /** Which way a request body and its parameters travel; the provider sends those of webhooks and callbacks. */
  readonly sent: Direction;
}

export type OperationPair = readonly [before: NamedOperation, after: NamedOperation];

interface Matches {
  readonly pairs: readonly OperationPair[];
  readonly removed: readonly NamedOperation[];
  readonly added: readonly NamedOperation[];
}

interface OperationMatches extends Matches {
  /** Pairs that only their operation id holds together: method or path has changed. */
  readonly moved: readonly OperationPair[];
  /** True when the paths match only without the base path. */
  readonly isRebased: boolean;
}

/**
 * Finds for every operation the one that answers the same calls in the other contract: same method and same address,
 * whatever part of it is called the base path (drf-yasg takes the longest common prefix), and whatever the parameters in
 * it are called.
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

/** Finds for every webhook and callback the one of the same name. */
export function matchReceived(before: Contract, after: Contract): Matches {
  return match(keyReceived(before), keyReceived(after));
}

type KeyedOperations = ReadonlyMap<string, NamedOperation>;

function keyOperations(contract: Contract, basePath: string): KeyedOperations {
  return new Map(
    listOperations(contract).map((named) => {
      const { method, path } = named.operation;
      return [`${method} ${basePath}${path.replace(/\{[^}]*\}/g, "{}")}`, named];
    }),
  );
}

function keyReceived(contract: Contract): KeyedOperations {
  const received = [...listWebhooks(contract), ...listOperations(contract).flatMap(listCallbacks)];
  return new Map(received.map((named) => [`${named.label} ${named.operation.method} ${named.operation.path}`, named]));
}

function match(known: KeyedOperations, now: KeyedOperations): Matches {
  return {
    pairs: [...known].flatMap(([key, operation]): OperationPair[] => {
      const other = now.get(key);
      return other ? [[operation, other]] : [];
    }),
    removed: [...known].filter(([key]) => !now.has(key)).map(([, operation]) => operation),
    added: [...now].filter(([key]) => !known.has(key)).map(([, operation]) => operation),
  };
}

/** Every operation that clients call. */
export function listOperations({ operations }: Contract): readonly NamedOperation[] {
  return operations.map((operation) => ({ operation, label: requestLineOf(operation), sent: "request" }));
}

/** Every operation that the provider calls by itself. */
export function listWebhooks({ webhooks }: Contract): readonly NamedOperation[] {
  return webhooks.map((operation) => ({ operation, label: `webhook ${operation.path}`, sent: "response" }));
}

function listCallbacks({ operation, label }: NamedOperation): readonly NamedOperation[] {
  return operation.callbacks.flatMap(({ name, operations }) =>
    operations.map((received) => ({
      operation: received,
      label: `${label} callback ${name}`,
      sent: "response" as const,
    })),
  );
}
