import type { ServerSetting } from "#shared/config.ts";
import type { Method } from "#shared/contract/request.ts";

import type { Outcome } from "../call/outcome.ts";
import type { CallState } from "./use-sending.ts";

/** The button, and where the call goes. While a call is under way the same button cancels it. */
export function SendBar({ method, target, isSending, onSend, onCancel }: SendBarProps) {
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
    </div>
  );
}

interface SendBarProps {
  readonly method: Method;
  readonly target: ServerSetting;
  readonly isSending: boolean;
  readonly onSend: () => void;
  readonly onCancel: () => void;
}

/** Says to screen readers how a call is getting on. */
export function StatusLine({ calling: { isSending, shown } }: { readonly calling: CallState }) {
  return (
    <output className="visually-hidden">{isSending ? "Sending" : shown === null ? "" : resultOf(shown.outcome)}</output>
  );
}

/** What became of a call, in a few words. */
export function resultOf(outcome: Outcome): string {
  switch (outcome.kind) {
    case "received":
      return `Answer: ${outcome.status} after ${Math.round(outcome.milliseconds)} milliseconds`;
    case "refused":
      return "No answer";
    case "timeout":
      return "No answer in time";
    case "cancelled":
      return "Cancelled";
  }
}
