import { useCallback, useRef, useState } from "react";
import type { ExplorerData } from "../../model/explorer.ts";
import { findCents, type CentsValue } from "./answer/find-cents.ts";
import type { Call } from "./call/call.ts";
import { bodyOf, type Draft } from "./draft/draft.ts";
import type { CallState } from "./use-call.ts";
import type { Judged } from "./use-faults.ts";

/** What stands between the button and the network: faults in the form, and the question before production. */
export interface Sending {
  /** How many attempts in a row were held back by faults. */
  readonly held: number;
  readonly question: Question | null;
  readonly attempt: (call: Call, draft: Draft, way: "checked" | "anyway") => Promise<void>;
  readonly answer: (isAgreed: boolean) => void;
}

/** A call that waits for a yes. */
export interface Question {
  readonly call: Call;
  readonly draft: Draft;
  readonly amounts: readonly CentsValue[];
}

/** Checks a call before it is sent, and asks before it changes something on a production server. */
export function useSending(data: ExplorerData, { send }: CallState, { judge }: Judged): Sending {
  const [held, setHeld] = useState(0);
  const [question, setQuestion] = useState<Question | null>(null);
  const once = useOnce();
  const attempt = useCallback(
    async (call: Call, draft: Draft, way: "checked" | "anyway") =>
      once(async () => {
        const faults = await judge(draft);
        const stopping = way === "checked" ? faults : faults.filter(({ isBlocking }) => isBlocking);
        setHeld((count) => (stopping.length > 0 ? count + 1 : 0));
        if (stopping.length > 0) return;
        if (call.target.kind === "production" && changesSomething(call)) {
          setQuestion({ call, draft, amounts: amountsOf(draft, data) });
        } else await send(call, draft);
      }),
    [data, send, judge, once],
  );
  const answer = useCallback(
    (isAgreed: boolean) => {
      setQuestion(null);
      if (isAgreed && question !== null) void once(async () => send(question.call, question.draft));
    },
    [question, send, once],
  );
  return { held, question, attempt, answer };
}

/** Runs one thing at a time; what is asked for meanwhile is not done: an impatient reader must not create two invoices. */
function useOnce(): (action: () => Promise<void>) => Promise<void> {
  const isBusy = useRef(false);
  return useCallback(async (action) => {
    if (isBusy.current) return;
    isBusy.current = true;
    await action().finally(() => (isBusy.current = false));
  }, []);
}

/** Methods that are not safe (RFC 9110, section 9.2.1). */
function changesSomething({ request }: Call): boolean {
  return !["get", "head", "options", "trace"].includes(request.method);
}

function amountsOf(draft: Draft, { body, document }: ExplorerData): readonly CentsValue[] {
  const { node } = bodyOf(draft);
  const media = body?.content.find(({ type }) => type === draft.mediaType);
  return node === null || media === undefined ? [] : findCents(node, media.schema, document);
}
