import { Fragment, type ReactNode } from "react";

/** The parts that are there, with a middle dot between them. */
export function separated(parts: readonly ReactNode[]): ReactNode {
  const there = parts.filter((part) => part !== null && part !== undefined);
  return there.map((part, index) => (
    // oxlint-disable-next-line react/no-array-index-key -- a part is known by its place: the list never changes
    <Fragment key={index}>
      {index > 0 && " · "}
      {part}
    </Fragment>
  ));
}
