/** The current step of a building thread, in shared memory, so that the thread can be watched while it's busy. */
export class StepBoard {
  readonly buffer: SharedArrayBuffer;
  readonly #numbers: Int32Array;
  readonly #name: Buffer;

  constructor(buffer = new SharedArrayBuffer(1024)) {
    this.buffer = buffer;
    this.#numbers = new Int32Array(buffer, 0, 2);
    this.#name = Buffer.from(buffer, this.#numbers.byteLength);
  }

  begin(name: string): void {
    Atomics.store(this.#numbers, 1, this.#name.write(name));
    Atomics.add(this.#numbers, 0, 1);
  }

  get count(): number {
    return Atomics.load(this.#numbers, 0);
  }

  /** The name of the latest step. */
  get name(): string {
    return this.#name.toString("utf8", 0, Atomics.load(this.#numbers, 1));
  }
}

/** In milliseconds. */
const interval = 1_000;

/** In seconds, as long as a page or text may take before it's a finding. */
export const progressTimeout = 10;

/**
 * Calls back once if no step begins for longer than that; the returned function ends the watch. `spent` returns the
 * milliseconds that the build has worked or waited, without the time that other programs keep the processor. Between
 * two checks at most the interval counts, because both threads sleep when the machine does.
 */
export function watchSteps(board: Pick<StepBoard, "count">, spent: () => number, onStill: () => void): () => void {
  let [last, before, still] = [board.count, spent(), 0];
  const timer = setInterval(() => {
    const [count, now] = [board.count, spent()];
    still = count === last ? still + Math.min(interval, now - before) : 0;
    [last, before] = [count, now];
    if (still <= progressTimeout * 1_000) return;
    clearInterval(timer);
    onStill();
  }, interval);
  return () => clearInterval(timer);
}
