import { createElement, Fragment, type ReactNode } from "react";

import type { Method } from "#shared/contract/request.ts";

/** The HTTP method, as a word in the method's color. */
export function MethodBadge({ method }: { readonly method: Method }) {
  return <b className={`method method-${method}`}>{method.toUpperCase()}</b>;
}

/** A path template with its parameters set apart. It breaks after its slashes. */
export function OperationPath({ path }: { readonly path: string }) {
  const segments = path.split(/(?<=.\/)(?=.)/);
  return (
    <code>
      {separated(
        segments.map((segment) => inOrder(segment.split(/(\{[^}]*\})/).map(toPathPart))),
        <wbr />,
      )}
    </code>
  );
}

function toPathPart(part: string): ReactNode {
  return part.startsWith("{") ? <var>{part}</var> : part;
}

/** A small mark where the contract does not state what is written; hovering, focusing or tapping it says why. */
export function CertaintyMark({ certainty }: { readonly certainty: string | null }) {
  if (certainty === null) return null;
  const meaning = meanings.get(certainty) ?? `${certainty}: not stated by the contract`;
  return (
    <>
      {" "}
      <button className="certainty" aria-label={meaning} data-mark={certainty} />
    </>
  );
}

const meanings: ReadonlyMap<string, string> = new Map([
  ["reading", "Reading: how we understand the documentation"],
  ["convention", "Convention: common practice, not stated by the contract"],
  ["unspecified", "Unspecified: the contract leaves this open"],
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

/** Renders a list that never changes: React knows its entries by their places, as it knows what is written one by one. */
function inOrder(entries: readonly ReactNode[]): ReactNode {
  return createElement(Fragment, null, ...entries);
}

/** The parts that are there, with a middle dot or something else between them. */
export function separated(parts: readonly ReactNode[], separator: ReactNode = " · "): ReactNode {
  const there = parts.filter((part) => part !== null && part !== undefined);
  // One text is less to print than its words one by one.
  if (typeof separator === "string" && there.every((part) => typeof part === "string")) return there.join(separator);
  return inOrder(there.flatMap((part, index) => (index === 0 ? [part] : [separator, part])));
}

/** An address that breaks after its host's slashes and before those of its path. */
export function withBreaks(address: string): ReactNode {
  return separated(address.split(/(?<=\/\/)|(?<=[^/])(?=\/[^/])/), <wbr />);
}
