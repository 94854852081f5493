import type { SliceData } from "./contract-slice.ts";
import type { CallServer } from "./server.ts";

/** The file of one operation's explorer: the contract cut to it, and what the site says of calling it. */
export interface ExplorerFile {
  readonly contract: SliceData;
  /** False when the contract's schemas are too many for one file: those left out count as schemas that allow anything. */
  readonly isWhole: boolean;
  readonly servers: readonly CallServer[];
  /** True when the reader may enter another address. */
  readonly customServer: boolean;
  /** Address of the contract's data for the sandbox in the page; null where there is none. */
  readonly pageSandbox: string | null;
}
