import type { Position } from "../diagnostics/diagnostic.ts";
import type { ContractUse } from "../document.ts";
import type { Direction } from "./operation.ts";

/**
 * What a difference means for a client that works today. `breaking`: it may fail. `additive`: it keeps working.
 * `wording`: nothing that travels has changed.
 */
export type DifferenceSeverity = "breaking" | "additive" | "wording";

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
  /** The operations that contain the subject: `GET /loads/`. Empty for a subject that stands alone. */
  readonly operations: readonly string[];
  /** The state in the later contract, as a phrase: `required now`, `maxLength 64 now, was 256`. */
  readonly message: string;
  /** Empty where it makes no difference. */
  readonly directions: readonly Direction[];
  /** The position in the earlier contract; null for an addition. */
  readonly position: Position | null;
  /** Words in pages that are worth rereading because of this change. */
  readonly uses: readonly UseTarget[];
}

/** Uses of the contract of any of these kinds, of the thing with this name. */
export interface UseTarget {
  readonly kinds: readonly ContractUse["kind"][];
  readonly target: string;
}

/** A difference with the positions in our own pages that mention what it changes. */
export interface TouchingDifference {
  readonly difference: Difference;
  readonly touches: readonly ContractUse[];
}
