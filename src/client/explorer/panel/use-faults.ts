import { type FocusEvent, useEffect, useState } from "react";

import { checkPath } from "../draft/draft-to-request.ts";
import type { RequestDraft, FieldFault } from "../draft/request-draft.ts";
import type { ExplorerOperation } from "../explorer-operation.ts";
import { prefixOf } from "../form/form-context.ts";

/** Nobody wants to hear what is wrong with a field before it has been filled in: its faults show once it has been left. */
export function useFaults(data: ExplorerOperation, draft: RequestDraft) {
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
    check: async (checked: RequestDraft) => {
      const found = await loadFaults(checked, data);
      setFaults(found);
      setIsAll(found.length > 0);
      return found;
    },
    leaveField: ({ target }: FocusEvent) => {
      const field = target.closest<HTMLElement>("[data-field]")?.dataset["field"];
      if (field !== undefined) setLeft((before) => new Set([...before, field]));
    },
  };
}

/** Milliseconds that a reader pauses before a draft is checked. */
const pause = 120;

/**
 * Everything in a draft that the contract does not allow. What checks that is fetched with the first draft that needs it;
 * where it cannot be fetched, only what would lead a call astray is found.
 */
async function loadFaults(draft: RequestDraft, data: ExplorerOperation): Promise<readonly FieldFault[]> {
  const checking = import("./before-sending.tsx").then(async ({ checkDraft }) => checkDraft(draft, data));
  return checking.catch(() => checkPath(draft, data));
}
