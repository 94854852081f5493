import type { Operation } from "../../src/model/operation.ts";

/** Who may call all of the operations alike; null when they differ. */
export function commonAudience(operations: readonly Operation[]): readonly string[] | null {
  const [first] = operations;
  if (first === undefined) return null;
  const words = first.audience.join();
  return operations.every(({ audience }) => audience.join() === words) ? first.audience : null;
}

/** `Broker clients`, `Broker and carrier clients`, or that it is not stated. */
export function audienceWords(audience: readonly string[]): string {
  if (audience.length === 0) return "Which clients may call it is not specified";
  const words = `${audience.join(" and ")} clients`;
  return words.charAt(0).toUpperCase() + words.slice(1);
}
