import { useEffect, useRef } from "react";

import type { Method } from "#shared/contract/request.ts";
import { toAddress } from "#shared/samples/address.ts";

import type { ExplorerOperation } from "../explorer-operation.ts";
import type { Call } from "../call/call.ts";
import type { Target } from "../call/target.ts";
import type { FieldFault } from "../draft/field-fault.ts";
import { prefixOf } from "../form/form-context.ts";
import { type CentsValue, toDollars } from "../schema/cents.ts";
import { Remark } from "../wording.tsx";

/** The button, and how long an answer may take. While a call is under way the same button cancels it. */
export function SendBar({ method, target, isSending, seconds, onSeconds, onSend, onCancel }: SendBarProps) {
  return (
    <div className="send-bar">
      <button
        type="button"
        className={isSending ? "button send" : "button button-primary send"}
        // The second half of a double click was not meant for the button that this has become.
        onClick={({ detail }) => detail < 2 && (isSending ? onCancel : onSend)()}
      >
        {isSending ? "Cancel" : `Send ${method.toUpperCase()}`}
      </button>
      <span className="send-target">
        {isSending ? "Sending to" : "to"} {target.name}
        {isSending && <span className="spinner" aria-hidden="true" />}
      </span>
      <label className="labelled">
        Timeout
        <select value={seconds} onChange={({ target: { value } }) => onSeconds(Number(value))}>
          {[5, 10, 30, 120].map((choice) => (
            <option key={choice} value={choice}>
              {choice} s
            </option>
          ))}
        </select>
      </label>
    </div>
  );
}

interface SendBarProps {
  readonly method: Method;
  readonly target: Target;
  readonly isSending: boolean;
  readonly seconds: number;
  readonly onSeconds: (seconds: number) => void;
  readonly onSend: () => void;
  readonly onCancel: () => void;
}

/** Why a call was not sent, with the way to each fault, and the way past them. */
export function FaultSummary({ data, faults, onSend }: FaultSummaryProps) {
  const box = useRef<HTMLElement>(null);
  useEffect(() => box.current?.focus(), []);
  const isBlocking = faults.some((fault) => fault.isBlocking);
  return (
    <section className="fault-summary" ref={box} tabIndex={-1} aria-label="Not sent">
      <p>
        <b>Not sent.</b> {faults.length === 1 ? "One thing does" : `${faults.length} things do`} not fit the contract:
      </p>
      <ul>
        {faults.slice(0, mostShown).map((fault) => (
          <li key={`${fault.place}${fault.pointer}${fault.message}`}>
            <button type="button" className="link-button" onClick={() => goTo(data, fault)}>
              <Remark text={fault.message} />
            </button>
          </li>
        ))}
      </ul>
      {faults.length > mostShown && <p>And {faults.length - mostShown} more.</p>}
      {isBlocking ? (
        <p>Without a whole path there is no address to call.</p>
      ) : (
        <button type="button" className="button" onClick={onSend}>
          Send anyway
        </button>
      )}
    </section>
  );
}

interface FaultSummaryProps {
  readonly data: ExplorerOperation;
  readonly faults: readonly FieldFault[];
  /** Sends the call as it is. */
  readonly onSend: () => void;
}

const mostShown = 8;

/** To the control of the value; of a missing one, to the button that adds it; else to what is around it. */
function goTo(data: ExplorerOperation, { place, pointer, message }: FieldFault): void {
  const name = /^`(.*)` is missing$/.exec(message)?.[1];
  const prefix = prefixOf(data, place);
  const ids = [
    ...(name === undefined ? [] : [`${pointer}/${name}~add`, `${pointer}~add`]),
    pointer,
    ...outerPointers(pointer),
  ];
  const element = ids.map((id) => document.getElementById(prefix + id)).find((candidate) => candidate !== null);
  element?.focus();
  element?.scrollIntoView({ block: "center" });
}

function outerPointers(pointer: string): readonly string[] {
  const outer = pointer.replace(/\/[^/]*$/, "");
  return outer === pointer ? [] : [outer, ...outerPointers(outer)];
}

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
