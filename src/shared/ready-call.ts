import type { NameValue, RequestValue } from "./contract/request.ts";

/** A request that a page sends as it is written, as its link carries it. */
export interface ReadyCall extends Pick<RequestValue, "method"> {
  /** Path and query, below the server's address. */
  readonly address: string;
  readonly headers: readonly NameValue[];
  /** Empty for none. */
  readonly body: string;
}
