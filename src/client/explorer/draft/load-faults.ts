import type { ExplorerData } from "../../../model/explorer.ts";
import type { Draft } from "./draft.ts";
import type { FieldFault } from "./field-fault.ts";
import { findPathFaults } from "./find-path-faults.ts";

/**
 * Everything in a draft that the contract does not allow. What judges that is fetched with the first draft that needs it;
 * where it cannot be fetched, only what would lead a call astray is found.
 */
export async function loadFaults(draft: Draft, data: ExplorerData): Promise<readonly FieldFault[]> {
  const judging = import("./find-faults.ts").then(async ({ findFaults }) => findFaults(draft, data));
  return judging.catch(() => findPathFaults(draft, data));
}
