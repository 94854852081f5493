import type { Change } from "./change.ts";

/** Compares whether something has to be there. */
export function compareRequired(before: boolean, after: boolean): readonly Change[] {
  if (before === after) return [];
  return after
    ? [{ kind: "required", effect: "narrower", message: "required now" }]
    : [{ kind: "required", effect: "wider", message: "optional now" }];
}
