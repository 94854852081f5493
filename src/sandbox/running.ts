import type { Plan } from "./plan.ts";
import type { State } from "./state.ts";

/** A sandbox at work: what it does, and what it knows. */
export interface Running {
  readonly plan: Plan;
  readonly state: State;
}
