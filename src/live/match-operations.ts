import type { Contract } from "../model/contract.ts";
import { viewOperations, viewWebhooks, type OperationView } from "./operation-view.ts";

export type OperationPair = readonly [before: OperationView, after: OperationView];

export interface Matches {
  readonly pairs: readonly OperationPair[];
  readonly removed: readonly OperationView[];
  readonly added: readonly OperationView[];
}

export interface OperationMatches extends Matches {
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
  const moved = relative.removed.flatMap((view): OperationPair[] => {
    const successor = relative.added.find(({ operation }) => operation.id === view.operation.id);
    return successor ? [[view, successor]] : [];
  });
  const settled = new Set(moved.flat());
  return {
    pairs: [...relative.pairs, ...moved],
    moved,
    removed: relative.removed.filter((view) => !settled.has(view)),
    added: relative.added.filter((view) => !settled.has(view)),
    isRebased: whole.pairs.length === 0 && relative.pairs.length > 0,
  };
}

/** Finds for every webhook and callback the one of the same name. */
export function matchReceived(before: Contract, after: Contract): Matches {
  return match(keyReceived(before), keyReceived(after));
}

type KeyedOperations = ReadonlyMap<string, OperationView>;

function keyOperations(contract: Contract, basePath: string): KeyedOperations {
  const views = viewOperations(contract);
  return new Map(
    views.map((view) => {
      const { method, path } = view.operation;
      return [`${method} ${basePath}${path.replace(/\{[^}]*\}/g, "{}")}`, view];
    }),
  );
}

function keyReceived(contract: Contract): KeyedOperations {
  const callbacks = viewOperations(contract).flatMap((view) => view.callbacks);
  const views = [...viewWebhooks(contract), ...callbacks];
  return new Map(views.map((view) => [`${view.label} ${view.operation.method} ${view.operation.path}`, view]));
}

function match(known: KeyedOperations, now: KeyedOperations): Matches {
  return {
    pairs: [...known].flatMap(([key, view]): OperationPair[] => {
      const other = now.get(key);
      return other ? [[view, other]] : [];
    }),
    removed: [...known].filter(([key]) => !now.has(key)).map(([, view]) => view),
    added: [...now].filter(([key]) => !known.has(key)).map(([, view]) => view),
  };
}
