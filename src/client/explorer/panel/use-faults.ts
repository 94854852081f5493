import { type FocusEvent, useEffect, useState } from "react";

import type { FieldFault, RequestDraft } from "../draft/request-draft.ts";
import type { ExplorerOperation } from "../explorer-operation.ts";
import { prefixOf } from "../form/form-context.ts";
import { untilReleased } from "../loaded-part.tsx";

/** A field's faults appear once the reader has left it, because until then it's still being filled in. */
export function useFaults(data: ExplorerOperation, draft: RequestDraft) {
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
    faults: isAll ? faults : faults.filter(({ location, pointer }) => left.has(prefixOf(data, location) + pointer)),
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
