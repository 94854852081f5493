import { createHash } from "node:crypto";

import type { Contract } from "../model/contract.ts";
import type { OutputFile } from "../model/output-file.ts";
import { ReachableSchemas } from "./reachable-schemas.ts";
import { toExplorerData, type ExplorerSettings } from "./to-explorer-data.ts";

/** The data files of all explorers, and who uses which. */
export interface PlannedExplorers {
  /** Addresses by contract, and by the anchor of the operation. */
  readonly hrefsByContract: ReadonlyMap<Contract, ReadonlyMap<string, string>>;
  readonly files: readonly OutputFile[];
}

/** A file for each operation. Names carry a hash of the content, so that versions with the same operation share it. */
export function planExplorers(
  contracts: readonly Contract[],
  settings: ExplorerSettings & { readonly baseUrl: string },
): PlannedExplorers {
  const files = new Map<string, string>();
  const hrefsByContract = new Map<Contract, ReadonlyMap<string, string>>();
  for (const contract of new Set(contracts)) {
    const source = { contract, schemas: new ReachableSchemas(contract.document) };
    const hrefs = new Map<string, string>();
    for (const operation of contract.operations) {
      const content = JSON.stringify(toExplorerData(operation, source, settings));
      const path = toPath(operation.anchor, content);
      files.set(path, content);
      hrefs.set(operation.anchor, settings.baseUrl + path);
    }
    hrefsByContract.set(contract, hrefs);
  }
  return { hrefsByContract, files: Array.from(files, ([path, content]) => ({ path, content })) };
}

/** The anchor is there to be read; the hash tells the files apart. */
function toPath(anchor: string, content: string): string {
  const name = anchor.replace(/[^a-z0-9-]/gi, "").slice(0, 60);
  return `assets/try/${name}-${createHash("sha256").update(content).digest("hex").slice(0, 12)}.json`;
}
