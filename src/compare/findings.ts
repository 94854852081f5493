import type { Difference, DifferenceSeverity, UseTarget } from "#shared/contract/difference.ts";

import { type Change, type ComparisonContext, severityOf } from "./change.ts";
import { type SchemaUsers, usesOf } from "./page-uses.ts";

/** Collects differences. A change that is found by way of several operations becomes one difference that names them all. */
export class DifferenceCollector {
  readonly #users: SchemaUsers;
  readonly #byKey = new Map<string, Difference>();

  constructor(users: SchemaUsers) {
    this.#users = users;
  }

  add(context: ComparisonContext, changes: readonly Change[]): void {
    for (const change of changes) {
      const key = JSON.stringify([context.subject, change.kind, change.message]);
      const found = toDifference(context, change, usesOf(context, change, this.#users));
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

function toDifference(context: ComparisonContext, change: Change, uses: readonly UseTarget[]): Difference {
  const { subject, operation, direction, position } = context;
  return {
    kind: change.kind,
    severity: severityOf(change.effect, direction),
    subject,
    operations: operation === null ? [] : [operation],
    message: change.message,
    directions: direction === null ? [] : [direction],
    position,
    uses,
  };
}

function merge(known: Difference, found: Difference): Difference {
  const isGraver = severities.indexOf(found.severity) < severities.indexOf(known.severity);
  return {
    ...known,
    severity: isGraver ? found.severity : known.severity,
    operations: [...new Set([...known.operations, ...found.operations])],
    directions: [...new Set([...known.directions, ...found.directions])].sort(),
    uses: [...new Map([...known.uses, ...found.uses].map((use) => [keyOfUse(use), use])).values()],
  };
}

function keyOfUse({ kinds, target }: UseTarget): string {
  return `${kinds.join(" ")} ${target}`;
}
