import { constants } from "node:os";

/** Not SIGHUP: who listens for it cannot be run under `nohup`. */
const signals = ["SIGINT", "SIGTERM"] as const;

/** A signal that asks a command to end. */
export type SignalName = (typeof signals)[number];

/** How long a command may take to leave everything tidy, in milliseconds. */
const patience = 1800;

/**
 * Runs a command until a signal ends it, and returns which. The first signal aborts `stop`, so that the command can
 * leave everything tidy; one that is still there after a while, or gets a second signal, is ended as it is.
 */
export async function untilInterrupted<T>(command: (stop: AbortSignal) => Promise<T>): Promise<T | SignalName> {
  using interruption = new Interruption();
  try {
    return await command(interruption.stop);
  } catch (error) {
    if (interruption.name !== null) return interruption.name;
    throw error;
  }
}

/** Listens for the signals that end a command, from its creation until it is disposed. */
class Interruption implements Disposable {
  readonly #controller = new AbortController();
  readonly #listeners = signals.map((name) => [name, () => this.#interrupt(name)] as const);
  #name: SignalName | null = null;

  constructor() {
    for (const [name, listener] of this.#listeners) process.on(name, listener);
  }

  get stop(): AbortSignal {
    return this.#controller.signal;
  }

  /** The signal that came; null when none did. */
  get name(): SignalName | null {
    return this.#name;
  }

  [Symbol.dispose](): void {
    for (const [name, listener] of this.#listeners) process.off(name, listener);
  }

  #interrupt(name: SignalName): void {
    // A shell names the signal that ended a command by 128 and its number.
    const end = (): never => process.exit(128 + constants.signals[name]);
    if (this.#name !== null) end();
    this.#name = name;
    this.#controller.abort(new Error(`ended by ${name}`));
    setTimeout(end, patience).unref();
  }
}
