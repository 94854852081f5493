import type { Method } from "../../src/model/request.ts";

/** The HTTP method, as a word in the method's colour. */
export function MethodBadge({ method }: { readonly method: Method }) {
  return <b className={`method method-${method}`}>{method.toUpperCase()}</b>;
}
