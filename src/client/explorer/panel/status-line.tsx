import type { CallState } from "../use-call.ts";

/** Says to screen readers how a call is getting on. */
export function StatusLine({ calling: { isSending, shown } }: { readonly calling: CallState }) {
  return (
    <output className="visually-hidden">{isSending ? "Sending" : shown === null ? "" : resultOf(shown.outcome)}</output>
  );
}

function resultOf(outcome: NonNullable<CallState["shown"]>["outcome"]): string {
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
