import type { ContractSource, ContractTools } from "#contract/read-contract.ts";
import type { NamedContract } from "#shared/site-manifest.ts";

export interface SiteFiles {
  /** Called before a question is answered: what is read from then on is no older. @throws McpFault */
  readonly begin: () => Promise<void>;
  /** The text of a file by its unencoded path below the site's base URL; null when it doesn't exist. @throws McpFault */
  readonly read: (path: string) => Promise<string | null>;
  /** What a contract is made from, where that's at hand: it has more than is published. Null for one that isn't there. */
  readonly sourcesOf?: (contract: NamedContract) => Promise<ContractSources | null>;
}

/** A contract's texts, and the sandbox's settings for it. */
export type ContractSources = ContractSource & Pick<ContractTools, "sandbox">;

/** A refusal, in sentences for the caller. */
export class McpFault extends Error {
  override readonly name = "McpFault";
}
