import type { ReactNode } from "react";
import { keyed } from "./keyed.tsx";

/** The parts that are there, with a middle dot between them. */
export function separated(parts: readonly ReactNode[]): ReactNode {
  const there = parts.filter((part) => part !== null && part !== undefined);
  const pieces = there.flatMap((part, index) => (index === 0 ? [part] : [" · ", part]));
  return keyed(pieces, (piece) => piece);
}
