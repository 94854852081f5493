import type { Diagnostic } from "./diagnostic.ts";

/** What a stage made and what it found on the way. */
export interface Outcome<T> {
  readonly value: T;
  readonly diagnostics: readonly Diagnostic[];
}

/** Thrown when there is no way on. The command prints its diagnostics, without a stack, and ends with exit code 1. */
export class BuildError extends Error {
  override readonly name = "BuildError";
  readonly diagnostics: readonly Diagnostic[];
  /** The authors' texts by file, for code frames. */
  readonly texts: ReadonlyMap<string, string>;

  constructor(diagnostics: readonly Diagnostic[], texts: ReadonlyMap<string, string> = new Map()) {
    super(diagnostics.map(({ message }) => message).join("; "));
    this.diagnostics = diagnostics;
    this.texts = texts;
  }
}
