import { useEffect, useState } from "react";

import type { ServerSetting } from "#shared/config.ts";

import { toCall } from "../call/call.ts";
import { type CallCredential, toCredential } from "../call/credentials.ts";
import { listTargets, pageSandbox, toCustomServer } from "../call/targets.ts";
import { type RequestDraft, startDraft } from "../draft/request-draft.ts";
import type { ExplorerOperation, ExplorerScheme } from "../explorer-operation.ts";
import { type HistoryEntry, linkedValues, pageSession } from "../page-session.ts";
import { Shared, useShared } from "../tab-state.ts";
import type { ExplorerActions, ExplorerState } from "./explorer-state.ts";
import { useFaults } from "./use-faults.ts";
import { useSending } from "./use-sending.ts";

/** The explorer of one operation: what is true of it now, and what can be done with it. */
export function useExplorer(data: ExplorerOperation): Explorer {
  const { draft, editDraft } = useDraft(data);
  const { target, targets } = useTarget(data);
  const [schemes, setSchemes] = useState<readonly ExplorerScheme[]>(data.security[0] ?? []);
  const [timeoutSeconds, setTimeoutSeconds] = useState(30);
  const [formKey, setFormKey] = useState(0);
  const { faults, check, leaveField } = useFaults(data, draft);
  const { state: sending, attempt, show, putAway, confirm, cancel } = useSending(data, timeoutSeconds, check);
  useShared(pageSession.secrets.changes);
  const callOf = (sent: RequestDraft) =>
    toCall({ draft: sent, data, target, schemes, credentials: callCredentials(data, target, schemes) });
  const send = (sent: RequestDraft, way: "checked" | "anyway" = "checked") => {
    editDraft(() => sent);
    void attempt(callOf(sent), sent, way);
  };
  const replace = (other: RequestDraft) => {
    editDraft(() => other);
    setFormKey(formKey + 1);
  };
  useReopened(data, (entry) => {
    replace(entry.draft);
    show(entry);
  });
  useLinked(data, () => {
    setFormKey(formKey + 1);
    putAway();
  });
  return {
    state: { ...sending, draft, formKey, targets, target, schemes, timeoutSeconds, call: callOf(draft), faults },
    actions: {
      ...{ editDraft, leaveField, setTimeoutSeconds, confirm, cancel },
      startOver: () => replace(startDraft(data, draft.mediaType, 0)),
      chooseSecurity: (index) => setSchemes(data.security[index] ?? []),
      send: () => send(draft),
      sendAnyway: () => send(draft, "anyway"),
      sendPage: (page) => send(page),
    },
  };
}

interface Explorer {
  readonly state: ExplorerState;
  readonly actions: ExplorerActions;
}

/** Brings back a call of this operation from the history. */
function useReopened({ anchor }: ExplorerOperation, onReopen: (entry: HistoryEntry) => void): void {
  const entry = useShared(pageSession.reopened);
  useEffect(() => {
    if (entry?.anchor !== anchor) return;
    pageSession.reopened.set(null);
    pageSession.server.set(entry.target.url);
    onReopen(entry);
  });
}

/** Fills the form in anew when the page's address changes to one that has values for it. */
function useLinked(data: ExplorerOperation, onFilled: () => void): void {
  useEffect(() => {
    const follow = async () => {
      if (linkedValues(data.anchor) === null) return;
      (await import("../draft/kept-draft.ts")).restoreDraft(data);
      onFilled();
    };
    addEventListener("hashchange", follow);
    return () => removeEventListener("hashchange", follow);
  });
}

/** What stands in an operation's form. It outlives the form, also one that crashes, and the page: the tab keeps it. */
function useDraft(data: ExplorerOperation) {
  const stored = draftOf(data);
  const draft = useShared(stored);
  const [atFirst] = useState(draft);
  useEffect(() => {
    if (draft === atFirst) return;
    // What cannot be kept ends with the page.
    import("../draft/kept-draft.ts").then(({ keepDraft }) => keepDraft(draft, data)).catch(() => undefined);
  }, [draft, atFirst, data]);
  return { draft, editDraft: (edit: (before: RequestDraft) => RequestDraft) => stored.set(edit(stored.value)) };
}

function draftOf(data: ExplorerOperation): Shared<RequestDraft> {
  const { drafts } = pageSession;
  const draft = drafts.get(data.anchor) ?? new Shared(startDraft(data, null, 0));
  drafts.set(data.anchor, draft);
  return draft;
}

/** The servers, and the one that was chosen on this page: at first the one that can do the least harm. */
function useTarget({ servers, customServer, pageSandbox: source }: ExplorerOperation) {
  const chosen = useShared(pageSession.server);
  const values = useShared(pageSession.serverValues);
  const entered = useShared(pageSession.customServer);
  const custom = customServer && entered !== null ? [toCustomServer(entered)] : [];
  const listed = listTargets([...servers, ...custom], values, document);
  const targets = source === null ? listed : ([pageSandbox, ...listed] as const);
  const target = targets.find(({ url, template }) => template === chosen || url === chosen) ?? targets[0];
  return { targets, target };
}

/** What a call to a server carries for a set of schemes, from what the reader has entered. */
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
