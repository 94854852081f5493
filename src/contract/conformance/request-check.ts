import type { Contract, JsonObject, Operation } from "../../model/contract.ts";

/** What the parts of a request check need to know. */
export interface RequestCheck {
  readonly contract: Contract;
  readonly operation: Operation;
  /** The operation as the document has it. */
  readonly node: JsonObject;
}
