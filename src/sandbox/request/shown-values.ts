import type { BodyFault } from "#shared/conformance/sample-fault.ts";
import type { Json } from "#shared/json/json.ts";

type Fault = Pick<BodyFault, "pointer" | "message">;

/**
 * The faults of a value that the contract's own examples do not have: contracts exist whose examples break their schemas, and
 * who sends what they show did nothing wrong.
 */
export function withoutShown<F extends Fault>(
  faults: readonly F[],
  examples: readonly Json[],
  check: (example: Json) => readonly Fault[],
): readonly F[] {
  if (faults.length === 0) return faults;
  const shown = new Set(examples.flatMap(check).map(toKey));
  return faults.filter((fault) => !shown.has(toKey(fault)));
}

/** Elements of a list are alike. */
function toKey({ pointer, message }: Fault): string {
  return `${pointer.replace(/\/\d+(?=\/|$)/g, "/*")} ${message}`;
}
