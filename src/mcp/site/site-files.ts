import type { ContractSource, ContractTools } from "#contract/read-contract.ts";
import type { NamedContract } from "#shared/site-manifest.ts";

export interface SiteFiles {
  /** Begins a question. Files that are read afterwards are at least as new. @throws McpFault */
  readonly begin: () => Promise<void>;
  /** The text of a file by its unencoded path below the site's base URL; null if it doesn't exist. @throws McpFault */
  readonly read: (path: string) => Promise<string | null>;
  /**
   * The sources of a contract, which have more than is published. Undefined for a published site; null if the contract
   * doesn't exist.
   */
  readonly sourcesOf?: (contract: NamedContract) => Promise<ContractSources | null>;
}

/** A contract's texts, and the sandbox's settings for it. */
export type ContractSources = ContractSource & Pick<ContractTools, "sandbox">;

/** A refusal, in sentences for the caller. */
export class McpFault extends Error {
  override readonly name = "McpFault";
}

/** The refusal of a name that doesn't exist, with the nearest one, or with advice if none is similar. */
export function noSuch(named: string, nearest: string | null, advice: string): McpFault {
  return new McpFault(`There is no ${named}. ${nearest === null ? advice : `Did you mean ${nearest}?`}`);
}
