import { createContext, Script } from "node:vm";

/*
 * Some inputs take a parser minutes, and no check can find them all beforehand. V8 can end a script that runs too long
 * without a second thread, even inside of a regular expression. So the task runs in a script.
 */
const slot: { task: () => void } = { task: () => undefined };
const context = createContext(slot);
const script = new Script("task()");

/**
 * Runs a synchronous task and returns its value.
 * @throws LimitError when the time is up. The values that the task was changing may then be half changed.
 */
export function withinTime<T>(milliseconds: number, task: () => T): T {
  const outer = slot.task;
  const results: { readonly value: T }[] = [];
  slot.task = () => void results.push({ value: task() });
  try {
    script.runInContext(context, { timeout: milliseconds });
  } catch (error) {
    // The error comes from the script's context and isn't an instance of this context's `Error`.
    const code = typeof error === "object" && error !== null && "code" in error ? error.code : null;
    if (code !== "ERR_SCRIPT_EXECUTION_TIMEOUT") throw error;
    throw new LimitError(`takes longer than ${milliseconds / 1000} seconds to parse`);
  } finally {
    slot.task = outer;
  }
  const [result] = results;
  if (result === undefined) throw new Error("the task didn't run");
  return result.value;
}

/** An input exceeds a limit. The message ends the sentence "the file …" for its author. */
export class LimitError extends Error {
  override readonly name = "LimitError";
}
