import type { Method } from "#shared/contract/request.ts";

/** The button, and where the call goes. While a call is under way the same button cancels it. */
export function SendBar({ method, server, isSending, isAgain, isAnonymous, onSend, onCancel, onEdit }: SendBarProps) {
  return (
    <div className="send-bar">
      {onEdit !== null && (
        <button type="button" className="button" onClick={onEdit}>
          Edit
        </button>
      )}
      <button
        type="button"
        className={isSending ? "button send" : "button button-primary send"}
        // The second half of a double click was not meant for the button that this has become.
        onClick={({ detail }) => detail < 2 && (isSending ? onCancel : onSend)()}
      >
        {isSending ? "Cancel" : `Send ${isAgain ? "again" : method.toUpperCase()}`}
      </button>
      <span className="send-target">
        {isSending ? "Sending to" : "to"} {server}
        {isAnonymous && <b>, without credentials</b>}
        {isSending && <span className="spinner" aria-hidden="true" />}
      </span>
    </div>
  );
}

interface SendBarProps {
  readonly method: Method;
  /** Its name. */
  readonly server: string;
  readonly isSending: boolean;
  /** True when the form is folded behind its response. */
  readonly isAgain: boolean;
  /** True for a server that asks who calls, and nothing is said. */
  readonly isAnonymous: boolean;
  readonly onSend: () => void;
  readonly onCancel: () => void;
  /** Opens the form again; null where something else does. */
  readonly onEdit: (() => void) | null;
}
