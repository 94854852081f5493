import type { Difference, TouchingDifference } from "../model/difference.ts";
import type { ContractUse, Document } from "../model/document.ts";

/** The differences with the places of our pages that speak of what they change, by file and line. */
export function touchedBy(
  differences: readonly Difference[],
  documents: readonly Pick<Document, "uses">[],
): readonly TouchingDifference[] {
  const usesByTarget = new Map<string, ContractUse[]>();
  for (const use of documents.flatMap(({ uses }) => uses)) {
    usesByTarget.set(keyOfUse(use), [...(usesByTarget.get(keyOfUse(use)) ?? []), use]);
  }
  return differences.map((difference) => {
    const keys = difference.uses.flatMap(({ kinds, target }) => kinds.map((kind) => keyOfUse({ kind, target })));
    const touches = [...new Set(keys)].flatMap((key) => usesByTarget.get(key) ?? []);
    // A part that several pages include has its uses once per page.
    const byPosition = new Map(touches.map((use) => [JSON.stringify([use.kind, use.target, use.position]), use]));
    return { difference, touches: [...byPosition.values()].sort(byPlace) };
  });
}

function keyOfUse({ kind, target }: Pick<ContractUse, "kind" | "target">): string {
  return `${kind} ${target}`;
}

function byPlace({ position: a }: ContractUse, { position: b }: ContractUse): number {
  if (a.file !== b.file) return a.file < b.file ? -1 : 1;
  return a.line - b.line || a.column - b.column;
}
