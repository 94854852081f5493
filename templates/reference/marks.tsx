import type { Method } from "#shared/contract/request.ts";

import { keyed } from "./keyed.tsx";

/** The HTTP method, as a word in the method's color. */
export function MethodBadge({ method }: { readonly method: Method }) {
  return <b className={`method method-${method}`}>{method.toUpperCase()}</b>;
}

/** A path template with its parameters set apart. */
export function OperationPath({ path }: { readonly path: string }) {
  const parts = path.split(/(\{[^}]*\})/);
  return <code>{keyed(parts, (part) => (part.startsWith("{") ? <var>{part}</var> : part))}</code>;
}

/** A quiet word where the contract does not state what is written; none where it does. */
export function CertaintyMark({ certainty }: { readonly certainty: string | null }) {
  if (certainty === null) return null;
  return (
    <>
      {" "}
      <abbr title={meanings.get(certainty) ?? "Not stated by the contract"}>{certainty}</abbr>
    </>
  );
}

const meanings: ReadonlyMap<string, string> = new Map([
  ["reading", "How we read the contract"],
  ["convention", "Common practice; the contract does not state it"],
  ["unspecified", "The contract leaves this open"],
]);

/** The link to the place it stands in, for readers who want to pass it on. */
export function HeadingAnchor({ id, name }: { readonly id: string; readonly name: string }) {
  return (
    <a className="anchor" href={`#${id}`} aria-label={`Link to “${name}”`} data-origin={origin}>
      #
    </a>
  );
}

const origin = "templates/reference/marks.tsx";
