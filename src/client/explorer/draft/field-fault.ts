import type { SampleFault } from "../../../model/contract-guide.ts";
import type { ParameterPlace } from "./draft.ts";

/** Something about a draft that the contract does not allow. */
export interface FieldFault extends SampleFault {
  readonly place: ParameterPlace | "body";
  /** JSON Pointer (RFC 6901) of the value: below the parameters of its place, or below the body. */
  readonly pointer: string;
  /** True when the call would not be the one that it looks like, or cannot be made at all. */
  readonly isBlocking: boolean;
}

/** How the contract's check says it, so that a field can tell its own fault among those of its object. */
export function missing(name: string): string {
  return `\`${name}\` is missing`;
}
