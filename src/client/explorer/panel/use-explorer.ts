import { type FocusEvent, useEffect, useMemo, useState } from "react";

import type { ServerSetting } from "#shared/contract/server.ts";

import { type Call, toCall } from "../call/call.ts";
import { type CallCredential, toCredential } from "../call/credentials.ts";
import { listTargets, pageSandbox, type Target, toCustomServer } from "../call/targets.ts";
import { keepDraft, linkedValues, restoreDraft } from "../draft/kept-draft.ts";
import { type FieldFault, type RequestDraft, startDraft } from "../draft/request-draft.ts";
import { withSampleFiles } from "../draft/sample-files.ts";
import type { ExplorerOperation, ExplorerScheme } from "../explorer-operation.ts";
import { prefixOf } from "../form/form-context.ts";
import { untilReleased } from "../loaded-part.tsx";
import { formName, type HistoryEntry, pageSession } from "../page-session.ts";
import { Shared, useShared } from "../shared-value.ts";
import { type SendingState, useSending } from "./use-sending.ts";

/** The panel's components read this state of an operation's form, its server and its calls. */
interface ExplorerState extends SendingState {
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
}

interface ExplorerActions {
  readonly editDraft: (edit: (before: RequestDraft) => RequestDraft) => void;
  /** The reader has left a field, so its faults may show. */
  readonly leaveField: (event: FocusEvent) => Promise<void>;
  readonly setTimeoutSeconds: (seconds: number) => void;
  readonly startOver: () => void;
  /** The reader chooses one of the operation's alternatives, counted from 0. */
  readonly chooseSecurity: (index: number) => void;
  readonly send: () => void;
  readonly sendAnyway: () => void;
  /** A suggested request, or a neighboring page of a list, becomes the draft and is sent. */
  readonly sendDraft: (draft: RequestDraft) => void;
  readonly confirm: (isAgreed: boolean) => void;
  readonly cancel: () => void;
}

export interface ExplorerParts {
  readonly data: ExplorerOperation;
  readonly state: ExplorerState;
  readonly actions: ExplorerActions;
}

export function useExplorer(data: ExplorerOperation): ExplorerParts {
  const { draft: stored, editDraft } = useDraft(data);
  const { target, targets } = useTarget(data);
  const isSimulated = target.kind === "sandbox";
  const draft = useMemo(() => withSampleFiles(stored, data, isSimulated), [stored, data, isSimulated]);
  const [schemes, setSchemes] = useState<readonly ExplorerScheme[]>(data.security[0] ?? []);
  const [timeoutSeconds, setTimeoutSeconds] = useState(30);
  const [formKey, setFormKey] = useState(0);
  const { faults, check, leaveField } = useFaults(data, draft);
  const { state: sending, attempt, showEntry, hideEntry, confirm, cancel } = useSending(data, timeoutSeconds, check);
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
    showEntry(entry);
  });
  useLinked(data, () => {
    setFormKey(formKey + 1);
    hideEntry();
  });
  return {
    data,
    state: { ...sending, draft, formKey, targets, target, schemes, timeoutSeconds, call: callOf(draft), faults },
    actions: {
      editDraft,
      leaveField,
      setTimeoutSeconds,
      confirm,
      cancel,
      startOver: () => replace(startDraft(data, draft.mediaType, 0)),
      chooseSecurity: (index) => setSchemes(data.security[index] ?? []),
      send: () => send(draft),
      sendAnyway: () => send(draft, "anyway"),
      sendDraft: (next) => send(next),
    },
  };
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
