import { type FocusEvent, useEffect, useState } from "react";

import type { ServerSetting } from "#shared/config.ts";
import type { ExplorerScheme } from "#shared/contract/explorer-data.ts";

import { toCall } from "../call/call.ts";
import { type Credential, toCredential } from "../call/credentials.ts";
import { listTargets, pageSandbox, toCustomServer } from "../call/targets.ts";
import { checkPath } from "../draft/draft-to-request.ts";
import { type Draft, type FieldFault, startDraft } from "../draft/request-draft.ts";
import type { ExplorerOperation } from "../explorer-operation.ts";
import { prefixOf } from "../form/form-context.ts";
import { type HistoryEntry, pageSession } from "../page-session.ts";
import { Shared, useShared } from "../tab-state.ts";
import { useSending } from "./use-sending.ts";

/** Everything that changes in an explorer, and what its parts can do. */
export function useExplorer(data: ExplorerOperation) {
  const { draft, onChange } = useDraft(data);
  const { target, targets } = useTarget(data);
  const [schemes, setSchemes] = useState<readonly ExplorerScheme[]>(data.security[0] ?? []);
  const [seconds, onSeconds] = useState(30);
  const [round, setRound] = useState(0);
  const { check, ...faults } = useFaults(data, draft);
  const { attempt, show, ...calling } = useSending(data, seconds, check);
  useShared(pageSession.secrets.changes);
  const callOf = (sent: Draft) =>
    toCall({ draft: sent, data, target, schemes, credentials: callCredentials(data, target, schemes) });
  const send = (sent: Draft, way: "checked" | "anyway" = "checked") => {
    onChange(() => sent);
    void attempt(callOf(sent), sent, way);
  };
  /** Another draft is another form: nothing of how the one before was shown may stay. */
  const replace = (other: Draft) => {
    onChange(() => other);
    setRound(round + 1);
  };
  useReopened(data, (entry) => {
    replace(entry.draft);
    show(entry);
  });
  return {
    ...{ data, draft, onChange, round, target, targets, schemes, seconds, onSeconds, ...faults, ...calling },
    call: callOf(draft),
    onScheme: (index: number) => setSchemes(data.security[index] ?? []),
    onReset: () => replace(startDraft(data, draft.mediaType, 0)),
    onSend: () => send(draft),
    onSendAnyway: () => send(draft, "anyway"),
    /** Sends the call for another page of a list. */
    onTurn: (turned: Draft) => send(turned),
  };
}

export type ExplorerState = ReturnType<typeof useExplorer>;

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
  return { draft, onChange: (edit: (before: Draft) => Draft) => stored.set(edit(stored.value)) };
}

function draftOf(data: ExplorerOperation): Shared<Draft> {
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
): readonly Credential[] {
  return schemes.flatMap((scheme) => {
    const secret = pageSession.secrets.get({ scope, target, scheme });
    return secret === "" ? [] : (toCredential(scheme, secret) ?? []);
  });
}

/** Milliseconds that a reader pauses before a draft is checked. */
const pause = 120;

/** Nobody wants to hear what is wrong with a field before it has been filled in: its faults show once it has been left. */
function useFaults(data: ExplorerOperation, draft: Draft) {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [isAll, setIsAll] = useState(false);
  const [faults, setFaults] = useState<readonly FieldFault[]>([]);
  const isWanted = isAll || left.size > 0;
  useEffect(() => {
    if (!isWanted) return undefined;
    let isCurrent = true;
    const timer = setTimeout(async () => {
      const found = await loadFaults(draft, data);
      if (isCurrent) setFaults(found);
    }, pause);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [draft, data, isWanted]);
  return {
    /** Those that it is time to show. */
    faults: isAll ? faults : faults.filter(({ place, pointer }) => left.has(prefixOf(data, place) + pointer)),
    /** Checks a draft at once, and from then on shows whatever is wrong with it. */
    check: async (checked: Draft) => {
      const found = await loadFaults(checked, data);
      setFaults(found);
      setIsAll(found.length > 0);
      return found;
    },
    onBlur: ({ target }: FocusEvent) => {
      const field = target.closest<HTMLElement>("[data-field]")?.dataset["field"];
      if (field !== undefined) setLeft((before) => new Set([...before, field]));
    },
  };
}

/**
 * Everything in a draft that the contract does not allow. What checks that is fetched with the first draft that needs it;
 * where it cannot be fetched, only what would lead a call astray is found.
 */
async function loadFaults(draft: Draft, data: ExplorerOperation): Promise<readonly FieldFault[]> {
  const checking = import("./before-sending.tsx").then(async ({ checkDraft }) => checkDraft(draft, data));
  return checking.catch(() => checkPath(draft, data));
}
