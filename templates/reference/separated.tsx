import { Fragment, type ReactNode } from "react";

/** The parts that are there, with a middle dot between them. */
export function separated(parts: readonly ReactNode[]): ReactNode {
  return parts
    .filter((part) => part !== null && part !== undefined)
    .map((part, index) => (
      <Fragment key={index}>
        {index > 0 && " · "}
        {part}
      </Fragment>
    ));
}
