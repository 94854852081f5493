import { LimitError } from "../limits/limit-error.ts";

/** What to tell of Markdown that a parser gave up on; null when the error is another. The libraries recurse, and run out of stack. */
export function limitFault(error: unknown): string | null {
  if (error instanceof LimitError) return `the Markdown ${error.message}`;
  return error instanceof RangeError ? "the Markdown is nested too deeply" : null;
}
