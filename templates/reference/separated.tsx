import { Children, type ReactNode } from "react";

/** The parts that are there, with a middle dot between them. */
export function separated(parts: readonly ReactNode[]): ReactNode {
  const there = parts.filter((part) => part !== null && part !== undefined);
  return Children.toArray(there.flatMap((part, index) => (index === 0 ? [part] : [" · ", part])));
}
