import { useCallback } from "react";
import type { ExplorerData } from "../../model/explorer.ts";
import { startDraft, type Draft } from "./draft/draft.ts";
import { pageSession } from "./page-session.ts";
import { Shared, useShared } from "./shared.ts";

export interface DraftState {
  readonly draft: Draft;
  readonly change: (edit: (draft: Draft) => Draft) => void;
}

/** What stands in an operation's form. It outlives the form, also one that crashes. */
export function useDraft(data: ExplorerData): DraftState {
  const stored = draftOf(data);
  const draft = useShared(stored);
  const change = useCallback((edit: (before: Draft) => Draft) => stored.set(edit(stored.value)), [stored]);
  return { draft, change };
}

function draftOf(data: ExplorerData): Shared<Draft> {
  const { drafts } = pageSession;
  const draft = drafts.get(data.anchor) ?? new Shared(startDraft(data, null, 0));
  drafts.set(data.anchor, draft);
  return draft;
}
