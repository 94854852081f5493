import type { Call, ReceivedResponse } from "../call/call.ts";
import { resetPageSandbox } from "../call/page-sandbox.ts";
import { send } from "../call/send.ts";
import { isPageSandbox } from "../call/targets.ts";
import type { RequestDraft } from "../draft/request-draft.ts";
import type { ExplorerOperation } from "../explorer-operation.ts";
import { keepCall } from "../history/kept-calls.ts";
import { formPage, formState, pageSession, remember } from "../page-session.ts";

/*
 * The explorer has two files, and the form is the first. This second file checks and sends a call, and shows and keeps
 * its response. It's fetched when the reader leaves the first field, sends, or has earlier calls to look at.
 */
export { checkDraft } from "../draft/check-draft.ts";
export { HistoryView } from "../history/history-view.tsx";
export { ConfirmDialog, FaultSummary } from "./before-sending.tsx";
export { OutcomeView } from "./outcome-view.tsx";

interface CallContext {
  readonly draft: RequestDraft;
  readonly data: ExplorerOperation;
  readonly timeoutSeconds: number;
}

/** The call goes to its server or to the sandbox in the page. Its page shows the outcome, and the tab keeps it. */
export async function makeCall(call: Call, { draft, data, timeoutSeconds }: CallContext): Promise<void> {
  const { address, target } = call;
  const { anchor, method } = data;
  const sandbox = isPageSandbox(target) ? data.pageSandbox : null;
  const { value: preferred } = pageSession.preferred;
  const prefer = sandbox === null || preferred === "" ? [] : [{ name: "Prefer", value: preferred }];
  const link = pageSession.formLink.value;
  const running = formState(anchor).abort;
  const abort = new AbortController();
  running.set(abort);
  const sent = { ...call, headers: [...call.headers, ...prefer] };
  const outcome = await send(sent, { abort, timeoutSeconds, sandbox });
  const time = Math.max(Date.now(), (pageSession.history.value[0]?.time ?? 0) + 1);
  const entry = { time, page: formPage(), anchor, method, address, target, draft, outcome, lost: [] };
  keepCall(entry, data);
  if (sandbox !== null && link !== null && outcome.kind === "received")
    void score(outcome, link, sandbox).catch(() => undefined);
  remember(entry);
  running.set(null);
}

async function score({ status, bytes }: ReceivedResponse, link: HTMLAnchorElement, sandbox: string): Promise<void> {
  const isSuccess = status >= 200 && status < 300 && !pageSession.preferred.value.startsWith("code");
  if (!isSuccess || document.querySelector(".steps") === null) return;
  const { keepScore } = await import("#client/score/show-score.ts");
  keepScore(link, sandbox, new TextDecoder().decode(bytes));
}

/** The sandbox goes back to its first records, and guides to their published text. */
export async function resetSandbox(source: string): Promise<void> {
  const { forgetScore } = await import("#client/score/show-score.ts");
  await resetPageSandbox(source);
  forgetScore(source);
}
