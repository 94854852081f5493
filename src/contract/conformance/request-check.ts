import type { Contract } from "../../model/contract.ts";
import type { JsonObject } from "../../model/json.ts";
import type { Operation } from "../../model/operation.ts";

/** What the parts of a request check need to know. */
export interface RequestCheck {
  readonly contract: Contract;
  readonly operation: Operation;
  /** The operation as the document has it. */
  readonly node: JsonObject;
}
