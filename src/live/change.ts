import type { DifferenceKind, DifferenceSeverity, Direction } from "../model/difference.ts";

/**
 * What a change does to the values that may travel: `wider` lets more of them through, `narrower` fewer, `other`
 * different ones. `compatible`: clients are expected to cope, whichever way the values travel. `wording`: none of it.
 */
export type Effect = "wider" | "narrower" | "other" | "compatible" | "wording";

/** One change at a place that is known elsewhere. */
export interface Change {
  readonly kind: DifferenceKind;
  readonly effect: Effect;
  /** A phrase about the later contract that holds in requests and in responses: `required now`. */
  readonly message: string;
  /** The value of an enum that came or went. */
  readonly value?: string;
}

/**
 * A request that was accepted must stay accepted, and a response must stay one that clients were told to expect: so
 * demands may loosen on the way in and tighten on the way out.
 */
export function severityOf(effect: Effect, direction: Direction | null): DifferenceSeverity {
  switch (effect) {
    case "wording":
      return "wording";
    case "compatible":
      return "additive";
    case "wider":
      return direction === "request" ? "additive" : "breaking";
    case "narrower":
      return direction === "response" ? "additive" : "breaking";
    case "other":
      return "breaking";
  }
}
