import { Fragment, type ReactNode } from "react";

/** Renders a list that never changes: its entries are known to React by their places. */
export function keyed<T>(entries: readonly T[], render: (entry: T, index: number) => ReactNode): ReactNode {
  // oxlint-disable-next-line react/no-array-index-key -- pages are rendered once: a place is all the identity there is
  return entries.map((entry, index) => <Fragment key={index}>{render(entry, index)}</Fragment>);
}

/** The parts that are there, with a middle dot between them. */
export function separated(parts: readonly ReactNode[]): ReactNode {
  const there = parts.filter((part) => part !== null && part !== undefined);
  const pieces = there.flatMap((part, index) => (index === 0 ? [part] : [" · ", part]));
  return keyed(pieces, (piece) => piece);
}
