import type { Change, Effect } from "./change.ts";

/** Compares which JSON types two schemas allow; none means any. Effect `other`: they have none in common. */
export function compareTypes(before: readonly string[], after: readonly string[]): readonly Change[] {
  const [kept, keeps] = [covers(after, before), covers(before, after)];
  if (kept && keeps) return [];
  const effect: Effect = kept ? "wider" : keeps ? "narrower" : "other";
  return [{ kind: "type", effect, message: `${showTypes(after)} now, was ${showTypes(before)}` }];
}

/** True when the types let every value through that the others do. Every integer is a number. */
function covers(types: readonly string[], others: readonly string[]): boolean {
  if (types.length === 0) return true;
  const includes = (type: string): boolean => types.includes(type) || (type === "integer" && types.includes("number"));
  return others.length > 0 && others.every(includes);
}

function showTypes(types: readonly string[]): string {
  return types.length === 0 ? "any type" : types.join(" or ");
}

/** Compares whether null is allowed. */
export function compareNull(before: boolean, after: boolean): readonly Change[] {
  if (before === after) return [];
  return after
    ? [{ kind: "nullable", effect: "wider", message: "may be null now" }]
    : [{ kind: "nullable", effect: "narrower", message: "never null now" }];
}
