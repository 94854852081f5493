import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { ExplorerData } from "../../model/explorer.ts";
import { toAddress } from "../../rules/samples/to-address.ts";
import type { Call } from "./call/call.ts";
import { send } from "./call/send.ts";
import { pageSession, remember, toEntry, type HistoryEntry } from "./page-session.ts";
import type { Draft } from "./draft/draft.ts";

/** A call's way from the button to the answer. */
export interface CallState {
  /** True while the server is thinking. */
  readonly isSending: boolean;
  /** The call whose answer is shown. */
  readonly shown: HistoryEntry | null;
  /** True when it was made since the explorer opened, and not found there. */
  readonly isNew: boolean;
  readonly send: (call: Call, draft: Draft) => Promise<void>;
  readonly cancel: () => void;
  /** Shows the answer of an earlier call again. */
  readonly show: (entry: HistoryEntry) => void;
}

/** Sends calls of one operation, one at a time, and keeps what came back. */
export function useCall(data: ExplorerData, timeoutSeconds: number): CallState {
  const { anchor, method } = data;
  const [abort, setAbort] = useState<AbortController | null>(null);
  const [shown, setShown] = useState(() => pageSession.shown.get(anchor) ?? null);
  const [isNew, setIsNew] = useState(false);
  const mounted = useMounted();
  const start = useCallback(
    async (call: Call, draft: Draft) => {
      const controller = new AbortController();
      setAbort(controller);
      const keeping = import("./history/keep-call.ts").catch(() => null);
      const outcome = await send(call, { abort: controller, timeoutSeconds });
      const entry = toEntry({ anchor, method, address: toAddress(call.request), target: call.target, draft, outcome });
      // A call that cannot be kept ends with the page.
      await keeping.then((module) => module?.keepCall(entry, data)).catch(() => undefined);
      remember(entry);
      if (!mounted.current) return;
      setAbort(null);
      setIsNew(true);
      setShown(entry);
    },
    [data, anchor, method, timeoutSeconds, mounted],
  );
  const show = useCallback(
    (entry: HistoryEntry) => {
      pageSession.shown.set(anchor, entry);
      setIsNew(true);
      // Another object: a call that is shown already takes the focus again.
      setShown({ ...entry });
    },
    [anchor],
  );
  return useMemo(
    () => ({ isSending: abort !== null, shown, isNew, send: start, cancel: () => abort?.abort(), show }),
    [abort, shown, isNew, start, show],
  );
}

function useMounted() {
  const mounted = useRef(true);
  useEffect(() => {
    mounted.current = true;
    return () => {
      mounted.current = false;
    };
  }, []);
  return mounted;
}
