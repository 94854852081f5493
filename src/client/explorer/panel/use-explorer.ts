import { type FocusEvent, useEffect, useMemo, useState } from "react";

import type { ServerSetting } from "#shared/contract/server.ts";

import { toCall } from "../call/call.ts";
import { type CallCredential, toCredential } from "../call/credentials.ts";
import { listTargets, pageSandbox, toCustomServer } from "../call/targets.ts";
import { keepDraft, linkedValues, restoreDraft } from "../draft/kept-draft.ts";
import { type FieldFault, type RequestDraft, startDraft } from "../draft/request-draft.ts";
import { withSampleFiles } from "../draft/sample-files.ts";
import type { ExplorerOperation, ExplorerScheme } from "../explorer-operation.ts";
import { prefixOf } from "../form/form-context.ts";
import { untilReleased } from "../loaded-part.tsx";
import { formName, type HistoryEntry, pageSession } from "../page-session.ts";
import { Shared, useShared } from "../shared-value.ts";
import { useSending } from "./use-sending.ts";

export function useExplorer(data: ExplorerOperation) {
  const { draft: stored, editDraft } = useDraft(data);
  const { target, targets } = useTarget(data);
  const isSimulated = target.kind === "sandbox";
  const draft = useMemo(() => withSampleFiles(stored, data, isSimulated), [stored, data, isSimulated]);
  const [schemes, setSchemes] = useState<readonly ExplorerScheme[]>(data.security[0] ?? []);
  const [timeoutSeconds, setTimeoutSeconds] = useState(30);
  // The key changes with the form, so that the view state of the previous form is dropped.
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
  const replace = (next: RequestDraft) => {
    editDraft(() => next);
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
      editDraft,
      leaveField,
      setTimeoutSeconds,
      confirm,
      cancel,
      startOver: () => replace(startDraft(data, draft.mediaType, 0)),
      chooseSecurity: (index: number) => setSchemes(data.security[index] ?? []),
      send: () => send(draft),
      sendAnyway: () => send(draft, "anyway"),
      sendPage: (page: RequestDraft) => send(page),
    },
  };
}

export interface ExplorerParts extends ReturnType<typeof useExplorer> {
  readonly data: ExplorerOperation;
}

function useReopened({ anchor }: ExplorerOperation, onReopen: (entry: HistoryEntry) => void): void {
  const entry = useShared(pageSession.reopened);
  useEffect(() => {
    if (entry === null || formName(entry.anchor, entry.page) !== formName(anchor)) return;
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

function useDraft(data: ExplorerOperation) {
  const stored = pageSession.drafts.get(formName(data.anchor)) ?? new Shared(startDraft(data, null, 0));
  pageSession.drafts.set(formName(data.anchor), stored);
  const draft = useShared(stored);
  const [atFirst] = useState(draft);
  useEffect(() => {
    if (draft !== atFirst) keepDraft(draft, data);
  }, [draft, atFirst, data]);
  return { draft, editDraft: (edit: (before: RequestDraft) => RequestDraft) => stored.set(edit(stored.value)) };
}

/** The default server is the server that can do the least harm. */
function useTarget(data: ExplorerOperation) {
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

/** A field's faults appear once the reader has left it, because until then it's still being filled in. */
function useFaults(data: ExplorerOperation, draft: RequestDraft) {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [isAll, setIsAll] = useState(false);
  const [faults, setFaults] = useState<readonly FieldFault[]>([]);
  const isWanted = isAll || left.size > 0;
  useEffect(() => {
    if (!isWanted) return undefined;
    let isCurrent = true;
    const timer = setTimeout(async () => {
      // If the check fails to load, sending reports it.
      const found = await findFaults(draft, data).catch(() => []);
      await untilReleased();
      if (isCurrent) setFaults(found);
    }, pause);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [draft, data, isWanted]);
  return {
    faults: isAll ? faults : faults.filter(({ place, pointer }) => left.has(prefixOf(data, place) + pointer)),
    /** The draft is checked at once, and all its faults are visible from then on. */
    check: async (checked: RequestDraft) => {
      const found = await findFaults(checked, data);
      setFaults(found);
      setIsAll(found.length > 0);
      return found;
    },
    /** The faults of a field are visible once the focus has left it, and the press that took the focus is over. */
    leaveField: async ({ target }: FocusEvent) => {
      const field = target.closest<HTMLElement>("[data-field]")?.dataset["field"];
      if (field === undefined) return;
      await untilReleased();
      setLeft((before) => new Set([...before, field]));
    },
  };
}

/** A draft is checked once the reader pauses for this many milliseconds. */
const pause = 120;

async function findFaults(draft: RequestDraft, data: ExplorerOperation): Promise<readonly FieldFault[]> {
  const { checkDraft } = await import("./sending.ts");
  return checkDraft(draft, data);
}
