import type { Method } from "#shared/contract/request.ts";

import type { Target } from "../call/target.ts";

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
