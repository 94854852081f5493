import type { SliceData } from "./contract-slice.ts";
import type { Method } from "./request.ts";
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
  /** What the records that it returns can be called with. */
  readonly nextCalls: readonly NextCall[];
}

/** An operation that takes the id of a record. */
export interface NextCall {
  /** Of the operation. */
  readonly anchor: string;
  readonly method: Method;
  /** What it does, in a few words: `Update it`. */
  readonly title: string;
  /** The parameters of its path. */
  readonly parameters: readonly string[];
  /** The body that changes the record, and the members that it takes; null where the call has no such body. */
  readonly body: { readonly type: string; readonly members: readonly string[] } | null;
}
