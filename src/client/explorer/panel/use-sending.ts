import { useRef, useState } from "react";

import { reloadIfStale } from "#client/reload-if-stale.ts";

import type { Call, Outcome } from "../call/call.ts";
import type { send } from "../call/send.ts";
import { pageSandbox } from "../call/targets.ts";
import type { Draft, FieldFault } from "../draft/request-draft.ts";
import type { ExplorerOperation } from "../explorer-operation.ts";
import { type HistoryEntry, pageSession, remember, toEntry } from "../page-session.ts";

/** A call's way from the button to the answer. */
interface CallState {
  /** How many attempts in a row were held back by faults. */
  readonly held: number;
  /** A call that waits for a yes. */
  readonly waiting: WaitingCall | null;
  readonly confirm: (isAgreed: boolean) => void;
  /** True while the server is thinking. */
  readonly isSending: boolean;
  readonly onCancel: () => void;
  /** The call whose answer is shown. */
  readonly shown: HistoryEntry | null;
  /** True when it was made since the explorer opened, and not found there. */
  readonly isNew: boolean;
  /** Shows the answer of an earlier call again. */
  readonly show: (entry: HistoryEntry) => void;
  readonly attempt: (call: Call, draft: Draft, way: "checked" | "anyway") => Promise<void>;
}

export interface WaitingCall {
  readonly call: Call;
  readonly draft: Draft;
}

/** Finds what is wrong with a draft. */
type Check = (draft: Draft) => Promise<readonly FieldFault[]>;

/** Checks a call before it is sent, and asks before it changes something on a production server. */
export function useSending(data: ExplorerOperation, timeoutSeconds: number, check: Check): CallState {
  const [held, setHeld] = useState(0);
  const [waiting, setWaiting] = useState<WaitingCall | null>(null);
  const { send: sendCall, ...calling } = useCall(data, timeoutSeconds);
  const once = useOnce();
  return {
    ...{ ...calling, held, waiting },
    attempt: async (call, draft, way) =>
      once(async () => {
        const faults = await check(draft);
        const stopping = way === "checked" ? faults : faults.filter(({ isBlocking }) => isBlocking);
        setHeld((count) => (stopping.length > 0 ? count + 1 : 0));
        if (stopping.length > 0) return;
        if (call.target.kind === "production" && changesSomething(call)) setWaiting({ call, draft });
        else await sendCall(call, draft);
      }),
    confirm: (isAgreed) => {
      setWaiting(null);
      if (isAgreed && waiting !== null) void once(async () => sendCall(waiting.call, waiting.draft));
    },
  };
}

/** Runs one thing at a time; what is asked for meanwhile is not done: an impatient reader must not create two invoices. */
function useOnce(): (action: () => Promise<void>) => Promise<void> {
  const isBusy = useRef(false);
  return async (action) => {
    if (isBusy.current) return;
    isBusy.current = true;
    await action().finally(() => (isBusy.current = false));
  };
}

/** Methods that are not safe (RFC 9110, section 9.2.1). */
function changesSomething({ request }: Call): boolean {
  return !["get", "head", "options", "trace"].includes(request.method);
}

/** Sends calls of one operation, one at a time, and keeps what came back. */
function useCall(data: ExplorerOperation, timeoutSeconds: number) {
  const { anchor, method } = data;
  const [abort, setAbort] = useState<AbortController | null>(null);
  const [shown, setShown] = useState(() => pageSession.shown.get(anchor) ?? null);
  const [isNew, setIsNew] = useState(false);
  return {
    ...{ isSending: abort !== null, shown, isNew },
    send: async (call: Call, draft: Draft) => {
      const controller = new AbortController();
      setAbort(controller);
      // Fetched while the call is on its way, as is what shows the answer.
      const keeping = import("./outcome-view.tsx").catch(() => null);
      const send = await loadSend();
      const outcome = await send(call, { abort: controller, timeoutSeconds, simulate: simulatorOf(call, data) });
      const entry = toEntry({ anchor, method, address: call.address, target: call.target, draft, outcome });
      // A call that cannot be kept ends with the page.
      await keeping.then((module) => module?.keepCall(entry, data)).catch(() => undefined);
      remember(entry);
      setAbort(null);
      setIsNew(true);
      setShown(entry);
    },
    onCancel: () => abort?.abort(),
    show: (entry: HistoryEntry) => {
      pageSession.shown.set(anchor, entry);
      setIsNew(true);
      // Another object: a call that is shown already takes the focus again.
      setShown({ ...entry });
    },
  };
}

/** What sends calls, fetched with the first. Without it there is no answer, and the reason is said. */
async function loadSend(): Promise<(...sending: Parameters<typeof send>) => Promise<Outcome>> {
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
  return async (call: Call, signal: AbortSignal) =>
    (await import("../call/page-sandbox.ts")).callPageSandbox(call, source, signal);
}
