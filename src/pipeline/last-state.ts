/** What a stage makes of an author's file. */
export interface MadeOf {
  readonly file: string;
  readonly stage: string;
}

/**
 * What stands in for what can't be made of a file now: what was made of it last. `serve` hands in what its builds before
 * have made; the command knows of nothing, so that what can't be made isn't there.
 */
export interface LastState {
  /** Gives what was made, and for null what was made last; null where nothing ever was. */
  readonly of: <T extends object>(what: MadeOf, made: T | null) => T | null;
  /** Whether something stands in for what a file is now: what else is found in it isn't of its text. */
  readonly isStale: (file: string) => boolean;
}

/** For a single build: there is no last state. */
export const noLastState: LastState = { of: (_what, made) => made, isStale: () => false };
