import type { NameValue } from "../model/request.ts";

/** A request as the sandbox sees it: plain values, nothing of a server. */
export interface SandboxRequest {
  readonly method: string;
  /** Below the base path, percent-encoded as it was sent: `/loads/LD-20417/`. */
  readonly path: string;
  /** Without its question mark; empty when there is none. */
  readonly query: string;
  /** By lower-case name. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: Uint8Array;
  /** Where the caller reaches the sandbox, base path included: `http://localhost:4010/v1/external_api`. */
  readonly address: string;
}

/** The body is JSON, or empty. */
export interface SandboxResponse {
  readonly status: number;
  readonly headers: readonly NameValue[];
  readonly body: string;
}

/** A simulation of a contract with records in memory. */
export interface Sandbox {
  /** Answers every request; never throws for what a caller sent. */
  readonly handle: (request: SandboxRequest) => SandboxResponse;
  /** Back to the records it started with. */
  readonly reset: () => void;
  /** What is wrong with the contract's `x-sandbox` entries; those are left out. */
  readonly problems: readonly string[];
}
