import { useRef, useState } from "react";

import { reloadIfStale } from "#client/reload-if-stale.ts";

import type { Call, CallOutcome } from "../call/call.ts";
import type { send } from "../call/send.ts";
import { pageSandbox } from "../call/targets.ts";
import type { RequestDraft, FieldFault } from "../draft/request-draft.ts";
import type { ExplorerOperation } from "../explorer-operation.ts";
import { callsOf, formName, type HistoryEntry, pageSession, remember, toEntry } from "../page-session.ts";
import { useShared } from "../shared-value.ts";

/** Checks a call before it is sent, and asks before it changes something on a production server. */
export function useSending(data: ExplorerOperation, timeoutSeconds: number, check: Check) {
  // How many in a row were held back by faults.
  const [heldAttempts, setHeldAttempts] = useState(0);
  const [unconfirmed, setUnconfirmed] = useState<{ readonly call: Call; readonly draft: RequestDraft } | null>(null);
  const { isSending, shownEntry, isEntryNew, send: sendCall, show, putAway, cancel } = useCall(data, timeoutSeconds);
  const once = useOnce(isSending);
  return {
    state: { heldAttempts, unconfirmed, isSending, shownEntry, isEntryNew },
    attempt: async (call: Call, draft: RequestDraft, way: "checked" | "anyway") =>
      once(async () => {
        const faults = await check(draft);
        const stopping = way === "checked" ? faults : faults.filter(({ isBlocking }) => isBlocking);
        setHeldAttempts((count) => (stopping.length > 0 ? count + 1 : 0));
        if (stopping.length > 0) return;
        if (call.target.kind === "production" && changesSomething(call)) setUnconfirmed({ call, draft });
        else await sendCall(call, draft);
      }),
    /** Says yes or no to the call that waits for it. */
    confirm: (isAgreed: boolean) => {
      setUnconfirmed(null);
      if (isAgreed && unconfirmed !== null) void once(async () => sendCall(unconfirmed.call, unconfirmed.draft));
    },
    ...{ show, putAway, cancel },
  };
}

/** A call's way from the button to the response. */
export type SendingState = ReturnType<typeof useSending>["state"];

/** Finds what is wrong with a draft. */
type Check = (draft: RequestDraft) => Promise<readonly FieldFault[]>;

/** Runs one thing at a time; what is asked for meanwhile is not done: an impatient reader must not create two invoices. */
function useOnce(isSending: boolean): (action: () => Promise<void>) => Promise<void> {
  const isBusy = useRef(false);
  return async (action) => {
    // A call may be under way since before the form was closed.
    if (isBusy.current || isSending) return;
    isBusy.current = true;
    await action().finally(() => (isBusy.current = false));
  };
}

/** Methods that are not safe (RFC 9110, section 9.2.1; RFC 10008 for QUERY). */
function changesSomething({ request }: Call): boolean {
  return !["get", "head", "options", "trace", "query"].includes(request.method);
}

/** Sends calls of one operation, one at a time, and keeps what came back. */
function useCall(data: ExplorerOperation, timeoutSeconds: number) {
  const { anchor, method } = data;
  const { abort, shown } = callsOf(formName(anchor));
  const isSending = useShared(abort) !== null;
  const shownEntry = useShared(shown);
  const [entryAtFirst] = useState(shownEntry);
  return {
    ...{ isSending, shownEntry },
    /** True when it was made since the explorer opened, and not found there. */
    isEntryNew: shownEntry !== entryAtFirst,
    send: async (call: Call, draft: RequestDraft) => {
      const controller = new AbortController();
      abort.set(controller);
      // Fetched while the call is on its way, as is what shows the response.
      const keeping = import("./outcome-view.tsx").catch(() => null);
      const send = await loadSend();
      const outcome = await send(call, { abort: controller, timeoutSeconds, simulate: simulatorOf(call, data) });
      const entry = toEntry({ anchor, method, address: call.address, target: call.target, draft, outcome });
      // A call that cannot be kept ends with the page.
      await keeping.then((module) => module?.keepCall(entry, data)).catch(() => undefined);
      remember(entry);
      abort.set(null);
    },
    cancel: () => abort.value?.abort(),
    /** Shows no response: the form holds another request. */
    putAway: () => shown.set(null),
    /** Shows the response of an earlier call again. Another object: a call that is shown already takes the focus again. */
    show: (entry: HistoryEntry) => shown.set({ ...entry }),
  };
}

/** What sends calls, fetched with the first. Without it there is no response, and the reason is said. */
async function loadSend(): Promise<(...sending: Parameters<typeof send>) => Promise<CallOutcome>> {
  return import("../call/send.ts").then(
    (module) => module.send,
    async () => {
      await reloadIfStale();
      return async () => ({ kind: "refused", refusal: { cause: "script" } });
    },
  );
}

/** The sandbox in the page, fetched with the first call to it; null for a call to a server. */
function simulatorOf({ target }: Call, { pageSandbox: source }: ExplorerOperation) {
  if (source === null || target.url !== pageSandbox.url) return null;
  const { value } = pageSession.preferred;
  const preferred = value === "" ? [] : [{ name: "Prefer", value }];
  return async (call: Call, signal: AbortSignal) => {
    const { callPageSandbox } = await import("../call/page-sandbox.ts");
    return callPageSandbox({ ...call, headers: [...call.headers, ...preferred] }, source, signal);
  };
}
