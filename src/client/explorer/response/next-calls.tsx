import type { NextCall } from "#shared/contract/contract-slice.ts";

import { longestLink } from "../draft/kept-draft.ts";
import type { RequestDraft } from "../draft/request-draft.ts";
import { memberNode, type NodeMember, type ObjectNode, printCompactJson } from "../json/json-node.ts";
import { formFragment, pageSession } from "../page-session.ts";
import { MethodBadge } from "../wording.tsx";

/** Some operations take a record's id; each link leads to such an operation's form, filled in. */
export function NextCalls({ calls, record, draft }: NextCallsProps) {
  const links = calls.flatMap((call) => {
    const values = toValues(call, record, draft);
    const page = values && findPage(call.anchor);
    return values === null || page === null ? [] : [{ ...call, href: page + values }];
  });
  if (links.length === 0) return null;
  return (
    <p className="row next-calls">
      {links.map(({ anchor, method, title, href }) => (
        <a key={anchor} className="chip" href={href}>
          <MethodBadge method={method} /> {title}
        </a>
      ))}
    </p>
  );
}

interface NextCallsProps {
  readonly calls: readonly NextCall[];
  readonly record: ObjectNode;
  readonly draft: RequestDraft;
}

/** The fragment fills in a call's form. The result is null if the record lacks a value that the call needs. */
export function toValues(
  { anchor, parameters, body }: NextCall,
  record: ObjectNode,
  draft: RequestDraft,
): string | null {
  const path = parameters.flatMap((name): readonly NodeMember[] => {
    const node = memberNode(draft.parameters.path, name) ?? memberNode(record, name) ?? memberNode(record, "id");
    const isId = node?.kind === "number" || (node?.kind === "text" && node.value !== "");
    return isId ? [{ name, node }] : [];
  });
  if (path.length < parameters.length) return null;
  const toFragment = (members: readonly NodeMember[]) =>
    formFragment(anchor, printCompactJson({ kind: "object", members }));
  const start: NodeMember = { name: "path", node: { kind: "object", members: path } };
  const bare = toFragment([start]);
  const kept = record.members.filter(({ name, node }) => body?.members.includes(name) && node.kind !== "null");
  if (body === null || kept.length === 0) return bare;
  const whole = toFragment([
    start,
    { name: "type", node: { kind: "text", value: body.type } },
    { name: "body", node: { kind: "object", members: kept } },
  ]);
  return whole.length > longestLink ? bare : whole;
}

/** The path is empty for this page, and null if the form is on none of the known pages. */
function findPage(anchor: string): string | null {
  const { value: link } = pageSession.formLink;
  if (link === null && document.getElementById(anchor) !== null) return "";
  return (
    document.querySelector<HTMLAnchorElement>(`a[href$="#${CSS.escape(anchor)}"]`)?.pathname ?? link?.pathname ?? null
  );
}
