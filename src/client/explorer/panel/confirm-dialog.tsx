import { useEffect, useRef } from "react";
import type { Call } from "../call/call.ts";
import type { CentsValue } from "../answer/find-cents.ts";
import { toAddress } from "../../../rules/samples/to-address.ts";
import { toDollars } from "../json/cents.ts";

/** Asks before a call changes something on a production server: what, where, how much. */
export function ConfirmDialog({ call, amounts, onAnswer }: ConfirmDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const { request, target } = call;
  const method = request.method.toUpperCase();
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog
      ref={dialog}
      className="confirm"
      aria-labelledby="confirm-title"
      onClose={() => onAnswer(dialog.current?.returnValue === "send")}
    >
      <h4 id="confirm-title">Send to production?</h4>
      <p>
        <b className={`method method-${request.method}`}>{method}</b> <code>{toAddress(request)}</code>
      </p>
      <dl>
        <dt>Host</dt>
        <dd>
          {new URL(target.url).host} <small>({target.name})</small>
        </dd>
        {amounts.map(({ name, node }, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- amounts of one name are told apart by their place only
          <div key={index}>
            <dt>{name === "" ? "Amount" : <code>{name}</code>}</dt>
            <dd>
              {toDollars(node.text) ?? node.text} <small>({node.text} cents)</small>
            </dd>
          </div>
        ))}
      </dl>
      <p className="field-hint">It changes data there, and perhaps moves money.</p>
      <p className="confirm-actions">
        <button type="button" className="button" onClick={() => dialog.current?.close("cancel")}>
          Do not send
        </button>
        <button type="button" className="button button-danger" onClick={() => dialog.current?.close("send")}>
          Send {method} to {new URL(target.url).host}
        </button>
      </p>
    </dialog>
  );
}

interface ConfirmDialogProps {
  readonly call: Call;
  /** The amounts in cents that the body holds. */
  readonly amounts: readonly CentsValue[];
  readonly onAnswer: (isAgreed: boolean) => void;
}
