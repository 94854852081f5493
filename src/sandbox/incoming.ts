import type { JsonObject } from "../model/json.ts";
import type { NameValue } from "../model/request.ts";
import type { Call } from "./plan.ts";
import type { ReceivedFile } from "./read-content.ts";

/** A request that belongs to a call and whose body was understood. */
export interface Incoming {
  readonly call: Call;
  /** Decoded. */
  readonly pathValues: ReadonlyMap<string, string>;
  /** Decoded. */
  readonly query: readonly NameValue[];
  readonly members: JsonObject;
  readonly files: readonly ReceivedFile[];
  /** The address of the collection or record, without the query. */
  readonly address: string;
}
