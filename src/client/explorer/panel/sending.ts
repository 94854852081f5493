import type { Call } from "../call/call.ts";
import { send } from "../call/send.ts";
import { pageSandbox } from "../call/targets.ts";
import type { RequestDraft } from "../draft/request-draft.ts";
import type { ExplorerOperation } from "../explorer-operation.ts";
import { keepCall } from "../history/kept-calls.ts";
import { type HistoryEntry, pageSession, toEntry } from "../page-session.ts";

/*
 * The explorer has two files, and the form is the first. This second file checks and sends a call, and shows and keeps
 * its response. It's fetched when the reader leaves the first field, sends, or has earlier calls to look at.
 */
export { resetPageSandbox } from "../call/page-sandbox.ts";
export { checkDraft } from "../draft/check-draft.ts";
export { ConfirmDialog, FaultSummary } from "./before-sending.tsx";
export { OutcomeView } from "./outcome-view.tsx";

interface CallContext {
  /** The call was built from this draft. */
  readonly draft: RequestDraft;
  readonly data: ExplorerOperation;
  readonly abort: AbortController;
  readonly timeoutSeconds: number;
}

/** The call goes to its server or to the sandbox in the page, and the tab keeps it. */
export async function makeCall(call: Call, context: CallContext): Promise<HistoryEntry> {
  const { draft, data, abort, timeoutSeconds } = context;
  const sandbox = call.target.url === pageSandbox.url ? data.pageSandbox : null;
  const sent = sandbox === null ? call : withPreferred(call);
  const outcome = await send(sent, { abort, timeoutSeconds, sandbox });
  const { address, target } = call;
  const entry = toEntry({ anchor: data.anchor, method: data.method, address, target, draft, outcome });
  keepCall(entry, data);
  return entry;
}

function withPreferred(call: Call): Call {
  const { value } = pageSession.preferred;
  return value === "" ? call : { ...call, headers: [...call.headers, { name: "Prefer", value }] };
}
