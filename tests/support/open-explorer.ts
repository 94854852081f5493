import { type ExplorerOperation, parseOperation } from "#client/explorer/explorer-operation.ts";
import type { ExplorerFile } from "#shared/contract/contract-slice.ts";
import type { Contract } from "#shared/contract/contract.ts";
import type { Operation } from "#shared/contract/operation.ts";
import { toJsonText } from "#shared/json/json.ts";
import { createExplorerFiles } from "#site/reference/plan-explorers.ts";

/** An operation as its explorer has it, read from the file that a page fetches. */
export function openExplorer(contract: Contract, operation: Operation): ExplorerOperation {
  const toFile = createExplorerFiles(contract, { servers: [], customServer: false, pageSandbox: null });
  return parseOperation(toJsonText(toFile(operation)));
}

/** The empty values of an explorer's file, besides its contract. */
// prettier-ignore
export const plainFile: Omit<ExplorerFile, "contract"> = {
  isWhole: true, hasMoney: false, servers: [], customServer: false, pageSandbox: null, nextCalls: [], makingCalls: [],
};
