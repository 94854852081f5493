import { createContext, Script } from "node:vm";

/*
 * Parsers have inputs that take minutes, and no check made beforehand knows them all. V8 can end a script that runs
 * too long, whatever it is doing (regular expressions included), without a second thread: so the task runs inside one.
 */
const slot: { task: () => void } = { task: () => undefined };
const context = createContext(slot);
const script = new Script("task()");

/**
 * Runs a synchronous task and returns its value.
 * @throws LimitError when it takes longer than so many milliseconds. What it was changing may then be half changed.
 */
export function withinTime<T>(milliseconds: number, task: () => T): T {
  const outer = slot.task;
  const results: { readonly value: T }[] = [];
  slot.task = () => void results.push({ value: task() });
  try {
    script.runInContext(context, { timeout: milliseconds });
  } catch (error) {
    if (!isTimeout(error)) throw error;
    throw new LimitError(`takes longer than ${milliseconds / 1000} seconds to parse`);
  } finally {
    slot.task = outer;
  }
  const [result] = results;
  if (result === undefined) throw new Error("the task did not run");
  return result.value;
}

/** The error comes from the other context, where it is no instance of this one's `Error`. */
function isTimeout(error: unknown): boolean {
  return (
    typeof error === "object" && error !== null && "code" in error && error.code === "ERR_SCRIPT_EXECUTION_TIMEOUT"
  );
}

/** An input that passes a limit. The message ends the sentence "the file …": it is the author's to read. */
export class LimitError extends Error {
  override readonly name = "LimitError";
}
