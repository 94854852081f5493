import { useEffect, useState } from "react";
import type { ExplorerData } from "../../model/explorer.ts";
import { startDraft, type Draft } from "./draft/draft.ts";
import { pageSession } from "./page-session.ts";

export interface DraftState {
  readonly draft: Draft;
  readonly change: (edit: (draft: Draft) => Draft) => void;
}

/** What stands in an operation's form. It outlives the form. */
export function useDraft(data: ExplorerData): DraftState {
  const { anchor } = data;
  const [draft, change] = useState(() => pageSession.drafts.get(anchor) ?? startDraft(data, null, 0));
  useEffect(() => void pageSession.drafts.set(anchor, draft), [anchor, draft]);
  return { draft, change };
}
