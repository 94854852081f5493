import { type FocusEvent, useEffect, useMemo, useRef, useState } from "react";

import { isPlaceholder, type ServerSetting } from "#shared/contract/server.ts";

import { type Call, toCall } from "../call/call.ts";
import { type CallCredential, toCredential } from "../call/credentials.ts";
import { listTargets, pageSandbox, type Target, toCustomServer } from "../call/targets.ts";
import { keepDraft, linkedValues, restoreDraft } from "../draft/kept-draft.ts";
import { type FieldFault, type RequestDraft, startDraft } from "../draft/request-draft.ts";
import { withSampleFiles } from "../draft/sample-files.ts";
import type { ExplorerOperation, ExplorerScheme } from "../explorer-operation.ts";
import { type FormState, formState, type HistoryEntry, pageSession } from "../page-session.ts";
import { useShared } from "../shared-value.ts";
import { useFaults } from "./use-faults.ts";

/** The panel's components read and change this state of an operation's form, its server and its calls. */
export interface OpenExplorer {
  readonly data: ExplorerOperation;
  readonly draft: RequestDraft;
  /** The key changes with the form, so that the view state of the previous form is dropped. */
  readonly formKey: number;
  readonly targets: readonly Target[];
  readonly target: Target;
  /** The call authenticates with these schemes. */
  readonly schemes: readonly ExplorerScheme[];
  readonly timeoutSeconds: number;
  /** Send would make this call. */
  readonly call: Call;
  readonly faults: readonly FieldFault[];
  /** This many attempts in a row were stopped by their faults, or because the check failed to load. */
  readonly stoppedAttempts: number;
  /** True means that the check of the last attempt failed to load. */
  readonly isUnchecked: boolean;
  /** This call waits until the reader has confirmed it. */
  readonly unconfirmed: CallOfDraft | null;
  readonly isSending: boolean;
  readonly shownEntry: HistoryEntry | null;
  /** True means that the call was made after the explorer opened. */
  readonly isEntryNew: boolean;
  readonly editDraft: (edit: (before: RequestDraft) => RequestDraft) => void;
  /** The reader has left a field, so its faults may show. */
  readonly leaveField: (event: FocusEvent) => Promise<void>;
  readonly setTimeoutSeconds: (seconds: number) => void;
  readonly startOver: () => void;
  readonly setSchemes: (schemes: readonly ExplorerScheme[]) => void;
  /** A draft is checked before it's sent, and confirmed by the reader if it changes something in production. */
  readonly send: (draft: RequestDraft, way?: "checked" | "anyway") => void;
  readonly confirm: (isAgreed: boolean) => void;
  readonly cancel: () => void;
}

interface CallOfDraft {
  readonly call: Call;
  readonly draft: RequestDraft;
}

export function useExplorer(data: ExplorerOperation): OpenExplorer {
  const form = formState(data.anchor);
  const { stored, replace, renew, ...drafts } = useDraft(data, form);
  const server = useServer(data);
  const { target } = server;
  const isSimulated = target.kind === "sandbox";
  const draft = useMemo(() => withSampleFiles(stored, data, isSimulated), [stored, data, isSimulated]);
  const [schemes, setSchemes] = useState<readonly ExplorerScheme[]>(data.security[0] ?? []);
  const [timeoutSeconds, setTimeoutSeconds] = useState(30);
  const calls = useCalls(form);
  const { faults, check, leaveField } = useFaults(data, draft);
  const { attempt, ...attempts } = useAttempts(check, async ({ call, draft: sent }) => {
    // One call at a time, also after the reader's consent.
    if (form.abort.value !== null) return;
    // The file is already loaded, because the draft was checked.
    const { makeCall } = await import("./sending.ts");
    await makeCall(call, { draft: sent, data, timeoutSeconds });
  });
  useShared(pageSession.secrets.changes);
  const callOf = (sent: RequestDraft) =>
    toCall({ draft: sent, data, target, schemes, credentials: callCredentials(data, target, schemes) });
  useReopened(data, (entry) => {
    replace(entry.draft);
    // A new object moves the focus to the response even if it's already visible.
    form.shown.set({ ...entry });
  });
  useLinked(data, () => {
    renew();
    form.shown.set(null);
  });
  return {
    ...drafts,
    ...server,
    ...calls,
    ...attempts,
    data,
    draft,
    schemes,
    timeoutSeconds,
    faults,
    call: callOf(draft),
    leaveField,
    setTimeoutSeconds,
    setSchemes,
    startOver: () => replace(startDraft(data, draft.mediaType, 0)),
    send: (sent, way = "checked") => {
      drafts.editDraft(() => sent);
      // A call may still be running from before the form was closed.
      if (!calls.isSending) void attempt({ call: callOf(sent), draft: sent }, way);
    },
  };
}

function useDraft(data: ExplorerOperation, form: FormState) {
  const [start] = useState(() => startDraft(data, null, 0));
  const stored = useShared(form.draft) ?? start;
  const editDraft = (edit: (before: RequestDraft) => RequestDraft) => {
    const edited = edit(form.draft.value ?? start);
    form.draft.set(edited);
    keepDraft(edited, data);
  };
  const [formKey, setFormKey] = useState(0);
  const renew = () => setFormKey(formKey + 1);
  const replace = (next: RequestDraft) => {
    editDraft(() => next);
    renew();
  };
  return { stored, formKey, editDraft, replace, renew };
}

function useCalls({ abort, shown }: FormState) {
  const isSending = useShared(abort) !== null;
  const shownEntry = useShared(shown);
  const [entryAtFirst] = useState(shownEntry);
  return { isSending, shownEntry, isEntryNew: shownEntry !== entryAtFirst, cancel: () => abort.value?.abort() };
}

function useAttempts(
  check: (draft: RequestDraft) => Promise<readonly FieldFault[]>,
  makeCall: (checked: CallOfDraft) => Promise<void>,
) {
  const [stoppedAttempts, setStoppedAttempts] = useState(0);
  const [isUnchecked, setIsUnchecked] = useState(false);
  const [unconfirmed, setUnconfirmed] = useState<CallOfDraft | null>(null);
  const isBusy = useRef(false);
  // An impatient reader must not create two invoices, so a second click is dropped while an attempt runs.
  const once = async (action: () => Promise<void>) => {
    if (isBusy.current) return;
    isBusy.current = true;
    await action().finally(() => (isBusy.current = false));
  };
  return {
    stoppedAttempts,
    isUnchecked,
    unconfirmed,
    attempt: async (sent: CallOfDraft, way: "checked" | "anyway") =>
      once(async () => {
        const found = await check(sent.draft).catch(() => null);
        const stopping = found?.filter(({ isBlocking }) => isBlocking || way === "checked");
        const isStopped = stopping?.length !== 0;
        setIsUnchecked(found === null);
        setStoppedAttempts((count) => (isStopped ? count + 1 : 0));
        if (isStopped) return;
        if (needsConsent(sent.call)) setUnconfirmed(sent);
        else await makeCall(sent);
      }),
    confirm: (isAgreed: boolean) => {
      setUnconfirmed(null);
      if (isAgreed && unconfirmed !== null) void once(async () => makeCall(unconfirmed));
    },
  };
}

function needsConsent({ target, request }: Call): boolean {
  // These methods change nothing (RFC 9110, section 9.2.1; RFC 10008 for QUERY).
  const isSafe = ["get", "head", "options", "trace", "query"].includes(request.method);
  return target.kind === "production" && !isPlaceholder(target) && !isSafe;
}

function useReopened({ anchor }: ExplorerOperation, onReopen: (entry: HistoryEntry) => void): void {
  const entry = useShared(pageSession.reopened);
  useEffect(() => {
    if (entry === null || formState(entry.anchor, entry.page) !== formState(anchor)) return;
    pageSession.reopened.set(null);
    pageSession.server.set(entry.target.url);
    onReopen(entry);
  });
}

function useLinked(data: ExplorerOperation, onFilled: () => void): void {
  useEffect(() => {
    const follow = () => {
      if (linkedValues(data.anchor) === null) return;
      restoreDraft(data);
      onFilled();
    };
    addEventListener("hashchange", follow);
    return () => removeEventListener("hashchange", follow);
  });
}

/** The default server is the server that can do the least harm. */
function useServer(data: ExplorerOperation) {
  const { servers, customServer, pageSandbox: source } = data;
  const chosen = useShared(pageSession.server);
  const values = useShared(pageSession.serverValues);
  const entered = useShared(pageSession.customServer);
  const custom = customServer && entered !== null ? [toCustomServer(entered)] : [];
  const listed = listTargets({ ...data, servers: [...servers, ...custom] }, values, document);
  const targets = source === null ? listed : ([pageSandbox, ...listed] as const);
  const target = targets.find(({ url, template }) => template === chosen || url === chosen) ?? targets[0];
  return { targets, target };
}

function callCredentials(
  { scope }: ExplorerOperation,
  target: ServerSetting,
  schemes: readonly ExplorerScheme[],
): readonly CallCredential[] {
  return schemes.flatMap((scheme) => {
    const secret = pageSession.secrets.get({ scope, target, scheme });
    return secret === "" ? [] : (toCredential(scheme, secret) ?? []);
  });
}
