import { createElement, Fragment, type ReactNode } from "react";

import type { Method } from "#shared/contract/request.ts";

/** The badge shows the HTTP method in the method's color. */
export function MethodBadge({ method }: { readonly method: Method }) {
  return <b className={`method method-${method}`}>{method.toUpperCase()}</b>;
}

/** The path template sets its parameters apart, and it can break after its slashes. */
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

/** A small mark shows where a text goes beyond the contract. The reason appears on hover, focus or tap. */
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

/** The link leads to its own heading, so that readers can pass it on. */
export function HeadingAnchor({ id, name }: { readonly id: string; readonly name: string }) {
  return (
    <a className="anchor" href={`#${id}`} aria-label={`Link to “${name}”`} data-origin={origin}>
      #
    </a>
  );
}

const origin = "templates/reference/marks.tsx";

/** The list never changes, so React can identify its entries by their index instead of a key. */
export function inOrder(entries: readonly ReactNode[]): ReactNode {
  return createElement(Fragment, null, ...entries);
}

/** The parts that are present are separated by a middle dot, unless the caller sets another separator. */
export function separated(parts: readonly ReactNode[], separator: ReactNode = " · "): ReactNode {
  const present = parts.filter((part) => part !== null && part !== undefined);
  // A single text takes less HTML than several texts in a row.
  if (typeof separator === "string" && present.every((part) => typeof part === "string"))
    return present.join(separator);
  return inOrder(present.flatMap((part, index) => (index === 0 ? [part] : [separator, part])));
}

/** An address can break after the slashes before its host, and before each slash of its path. */
export function withBreaks(address: string): ReactNode {
  return separated(address.split(/(?<=\/\/)|(?<=[^/])(?=\/[^/])/), <wbr />);
}
