import type { Position } from "../diagnostics/diagnostic.ts";
import type { ContractUse } from "../document.ts";

/**
 * What a difference means for a client that works today. `breaking`: it may fail. `additive`: it keeps working.
 * `wording`: nothing that travels has changed.
 */
export type DifferenceSeverity = "breaking" | "additive" | "wording";

/** Which way data travels: `request` from the client, `response` to it. */
export type Direction = "request" | "response";

export type DifferenceKind =
  | "access"
  | "alternative-added"
  | "alternative-removed"
  | "authentication"
  | "base-path"
  | "body-added"
  | "body-removed"
  | "default"
  | "deprecated"
  | "field-added"
  | "field-removed"
  | "format"
  | "further-fields"
  | "header-added"
  | "header-removed"
  | "limit"
  | "list-style"
  | "media-type-added"
  | "media-type-removed"
  | "nullable"
  | "operation-added"
  | "operation-moved"
  | "operation-removed"
  | "operation-renamed"
  | "parameter-added"
  | "parameter-removed"
  | "required"
  | "response-added"
  | "response-removed"
  | "rule"
  | "schema-added"
  | "schema-removed"
  | "schema-renamed"
  | "servers"
  | "text"
  | "type"
  | "unit"
  | "value-added"
  | "value-removed"
  | "values";

/** One difference between two contracts. The same difference in several places is one. */
export interface Difference {
  readonly kind: DifferenceKind;
  readonly severity: DifferenceSeverity;
  /** `POST /loads/`, `Load.weight`; a part of operations without their names: `query page_size`, `response 404`. */
  readonly subject: string;
  /** The operations whose part the subject is: `GET /loads/`. Empty when it stands for itself. */
  readonly operations: readonly string[];
  /** Says what the later contract has, as a phrase: `required now`, `maxLength 64 now, was 256`. */
  readonly message: string;
  /** Empty where it makes no difference. */
  readonly directions: readonly Direction[];
  /** Where the earlier contract says it; null for what only the later one has. */
  readonly position: Position | null;
  /** What pages may say that this makes worth reading again. */
  readonly uses: readonly UseTarget[];
}

/** Uses of the contract of any of these kinds, of the thing with this name. */
export interface UseTarget {
  readonly kinds: readonly ContractUse["kind"][];
  readonly target: string;
}

/** A difference with the places of our own pages that speak of what it changes, by file and line. */
export interface TouchingDifference {
  readonly difference: Difference;
  readonly touches: readonly ContractUse[];
}
