import type { Contract } from "../contract/contract.ts";
import type { Operation } from "../contract/operation.ts";
import type { JsonObject } from "../json/json.ts";

/** What the parts of a request check need to know. */
export interface RequestCheck {
  readonly contract: Contract;
  readonly operation: Operation;
  /** The operation as the document has it. */
  readonly node: JsonObject;
}
