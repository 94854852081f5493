import { useRef, useState } from "react";

import { isPlaceholder } from "#shared/contract/server.ts";

import type { Call } from "../call/call.ts";
import type { RequestDraft, FieldFault } from "../draft/request-draft.ts";
import type { ExplorerOperation } from "../explorer-operation.ts";
import { callsOf, formName, type HistoryEntry } from "../page-session.ts";
import { useShared } from "../shared-value.ts";

export interface SendingState {
  /** This many attempts in a row were stopped by their faults, or because the check failed to load. */
  readonly stoppedAttempts: number;
  /** True means that the check of the last attempt failed to load. */
  readonly isUnchecked: boolean;
  /** This call waits until the reader has confirmed it. */
  readonly unconfirmed: UnconfirmedCall | null;
  readonly isSending: boolean;
  readonly shownEntry: HistoryEntry | null;
  /** True means that the call was made after the explorer opened. */
  readonly isEntryNew: boolean;
}

interface UnconfirmedCall {
  readonly call: Call;
  readonly draft: RequestDraft;
}

interface Sending {
  readonly state: SendingState;
  readonly attempt: (call: Call, draft: RequestDraft, way: "checked" | "anyway") => Promise<void>;
  /** The reader agrees to the unconfirmed call, or doesn't. */
  readonly confirm: (isAgreed: boolean) => void;
  readonly cancel: () => void;
  /** An earlier response is shown again. */
  readonly showEntry: (entry: HistoryEntry) => void;
  readonly hideEntry: () => void;
}

/** A call is checked before it's sent, and confirmed by the reader if it changes something in production. */
export function useSending(
  data: ExplorerOperation,
  timeoutSeconds: number,
  check: (draft: RequestDraft) => Promise<readonly FieldFault[]>,
): Sending {
  const [stoppedAttempts, setStoppedAttempts] = useState(0);
  const [isUnchecked, setIsUnchecked] = useState(false);
  const [unconfirmed, setUnconfirmed] = useState<UnconfirmedCall | null>(null);
  const { isSending, shownEntry, isEntryNew, send: sendCall, ...calls } = useCall(data, timeoutSeconds);
  const isBusy = useRef(false);
  // An impatient reader must not create two invoices, so a second click is dropped while an action runs.
  const once = async (action: () => Promise<void>) => {
    // A call may still be running from before the form was closed.
    if (isBusy.current || isSending) return;
    isBusy.current = true;
    await action().finally(() => (isBusy.current = false));
  };
  return {
    state: { stoppedAttempts, isUnchecked, unconfirmed, isSending, shownEntry, isEntryNew },
    attempt: async (call, draft, way) =>
      once(async () => {
        const faults = await check(draft).catch(() => null);
        const stopping = faults?.filter(({ isBlocking }) => isBlocking || way === "checked");
        const isStopped = stopping?.length !== 0;
        setIsUnchecked(faults === null);
        setStoppedAttempts((count) => (isStopped ? count + 1 : 0));
        if (isStopped) return;
        if (needsConsent(call)) setUnconfirmed({ call, draft });
        else await sendCall(call, draft);
      }),
    confirm: (isAgreed) => {
      setUnconfirmed(null);
      if (isAgreed && unconfirmed !== null) void once(async () => sendCall(unconfirmed.call, unconfirmed.draft));
    },
    ...calls,
  };
}

function needsConsent({ target, request }: Call): boolean {
  // These methods change nothing (RFC 9110, section 9.2.1; RFC 10008 for QUERY).
  const isSafe = ["get", "head", "options", "trace", "query"].includes(request.method);
  return target.kind === "production" && !isPlaceholder(target) && !isSafe;
}

function useCall(data: ExplorerOperation, timeoutSeconds: number) {
  const { abort, shown } = callsOf(formName(data.anchor));
  const isSending = useShared(abort) !== null;
  const shownEntry = useShared(shown);
  const [entryAtFirst] = useState(shownEntry);
  return {
    isSending,
    shownEntry,
    isEntryNew: shownEntry !== entryAtFirst,
    send: async (call: Call, draft: RequestDraft) => {
      // The file is already loaded, because the draft was checked.
      const { makeCall } = await import("./sending.ts");
      await makeCall(call, { draft, data, timeoutSeconds });
    },
    cancel: () => abort.value?.abort(),
    // A new object moves the focus to the response even if it's already visible.
    showEntry: (entry: HistoryEntry) => shown.set({ ...entry }),
    hideEntry: () => shown.set(null),
  };
}
