import { useEffect, useRef } from "react";

import { toDollars } from "#shared/json/cents.ts";
import { tokensOf } from "#shared/json/json-pointer.ts";
import { frameId } from "#shared/view.ts";

import { Button } from "../button.tsx";
import type { Call } from "../call/call.ts";
import { bodyOf, type FieldFault, mediaOf, type RequestDraft } from "../draft/request-draft.ts";
import type { ExplorerOperation } from "../explorer-operation.ts";
import { prefixOf } from "../form/form-context.ts";
import { findCents } from "../response/json-view.tsx";
import { FaultText, MethodBadge } from "../wording.tsx";

/* A call passes two checks before it's sent: the summary of its draft's faults, and the dialog before production. */

/** The summary says why a call wasn't sent. Each fault links to its field, and a button sends the call anyway. */
export function FaultSummary({ data, faults, onSend }: FaultSummaryProps) {
  const box = useRef<HTMLElement>(null);
  useEffect(() => box.current?.focus(), []);
  const isBlocking = faults.some((fault) => fault.isBlocking);
  const ids = new Map(faults.map((fault) => [prefixOf(data, fault.location) + fault.pointer, fault]));
  return (
    <section className="fault-summary admonition admonition-danger" ref={box} tabIndex={-1} aria-label="Not sent">
      <p>
        <b>Not sent.</b> {faults.length === 1 ? "One thing isn't" : `${faults.length} things aren't`} as documented:
      </p>
      <ul>
        {[...ids].slice(0, maxShown).map(([id, fault]) => (
          <li key={id}>
            <a
              href={`#${encodeURIComponent(id)}`}
              onClick={(event) => {
                event.preventDefault();
                goTo(id);
              }}
            >
              <PathUnlessNamed fault={fault} /> <FaultText {...fault} />
            </a>
          </li>
        ))}
      </ul>
      {ids.size > maxShown && <p>And {ids.size - maxShown} more.</p>}
      {isBlocking ? (
        <p>Fill in the whole path first: there's no address to call yet.</p>
      ) : (
        <Button label="Send anyway" className="button" onClick={onSend} />
      )}
    </section>
  );
}

interface FaultSummaryProps {
  readonly data: ExplorerOperation;
  readonly faults: readonly FieldFault[];
  readonly onSend: () => void;
}

const maxShown = 8;

function PathUnlessNamed({ fault: { pointer, message } }: { readonly fault: FieldFault }) {
  const steps = tokensOf(pointer);
  if (steps.length < 2 && steps.every((step) => message.includes(step))) return null;
  // Readers see elements counted from 1 in the form, so paths count the same way.
  return <code>{steps.map((step) => (/^\d+$/.test(step) ? String(Number(step) + 1) : step)).join(" › ")}</code>;
}

/** A value that's left out has no control: the focus goes to the button that adds it, or to the closest group. */
function goTo(id: string): void {
  const target =
    document.getElementById(id) ??
    document.getElementById(`${id}~add`) ??
    document.querySelector<HTMLElement>(`[data-field="${CSS.escape(id)}"] :is(input, select, textarea, button)`);
  if (!target) {
    if (id.includes("/")) goTo(id.replace(/\/[^/]*$/, ""));
    return;
  }
  target.focus();
  target.scrollIntoView({ block: "center" });
}

/** Before a call changes something on a production server, the dialog shows what, where and how much. */
export function ConfirmDialog({ data, call, draft, onConfirm }: ConfirmDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const { request, address, target } = call;
  const method = request.method.toUpperCase();
  const { node: body } = bodyOf(draft);
  const media = mediaOf(draft, data);
  const amounts = body === null || media === null ? [] : findCents(body, media.schema, data.schemas);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog
      ref={dialog}
      className="confirm"
      aria-labelledby={frameId("confirm")}
      onClose={() => onConfirm(dialog.current?.returnValue === "send")}
    >
      <h4 id={frameId("confirm")}>Send to production?</h4>
      <p>
        <MethodBadge method={request.method} /> <code>{address}</code>
      </p>
      <dl className="pairs">
        <div className="row">
          <dt>Host</dt>
          <dd>
            {new URL(target.url).host} {target.name !== target.template && <small>({target.name})</small>}
          </dd>
        </div>
        {amounts.map(({ name, node }, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- amounts of one name differ by their index only
          <div key={index} className="row">
            <dt>{name === "" ? "Amount" : <code>{name}</code>}</dt>
            <dd>
              {toDollars(node.text) ?? node.text} <small>({node.text} cents)</small>
            </dd>
          </div>
        ))}
      </dl>
      <p className="note">It changes data there{data.hasMoney && ", and perhaps moves money"}.</p>
      <p className="row">
        <Button label="Don't send" className="button" onClick={() => dialog.current?.close("cancel")} />
        <Button
          label={`Send ${method} to ${new URL(target.url).host}`}
          className="button button-danger"
          onClick={() => dialog.current?.close("send")}
        />
      </p>
    </dialog>
  );
}

interface ConfirmDialogProps {
  readonly data: ExplorerOperation;
  readonly call: Call;
  readonly draft: RequestDraft;
  readonly onConfirm: (isAgreed: boolean) => void;
}
