import type { Contract } from "../contract/contract.ts";
import type { Html } from "../html.ts";
import type { CodeSample } from "../contract/operation.ts";
import type { RequestValue } from "../contract/request.ts";
import type { Json } from "../json/json.ts";

/** What is wrong in a sample, and what to do about it. */
export interface SampleFault {
  readonly message: string;
  readonly hint: string | null;
}

/** A fault in a body. `pointer` is the JSON Pointer (RFC 6901) of the value. */
export interface BodyFault extends SampleFault {
  readonly pointer: string;
}

export type RequestPlace =
  | { readonly kind: "request-line" }
  | { readonly kind: "query"; readonly name: string }
  | { readonly kind: "header"; readonly name: string }
  | { readonly kind: "body"; readonly pointer: string };

export interface RequestFault extends SampleFault {
  readonly place: RequestPlace;
}

/** What a body in a page claims to be. */
export type BodyTarget =
  | { readonly kind: "schema"; readonly schema: string }
  | { readonly kind: "request"; readonly operation: string }
  | { readonly kind: "response"; readonly operation: string; readonly status: string };

/** A contract as pages use it: to be linked to, and to hold samples against. */
export interface ContractGuide {
  readonly contract: Contract;
  /** The contract's texts as HTML. */
  readonly htmlByText: ReadonlyMap<string, Html>;
  /** Address of an anchor of the reference, base URL included. */
  readonly hrefOf: (anchor: string) => string;
  /** Holds a body against what it claims to be. A partial body may leave out required members. */
  readonly checkBody: (target: BodyTarget, value: Json, partial: boolean) => readonly BodyFault[];
  readonly checkRequest: (operation: string, request: RequestValue) => readonly RequestFault[];
  /** The request in every sample language, with the site's server and authentication. */
  readonly toSamples: (request: RequestValue) => readonly CodeSample[];
}
