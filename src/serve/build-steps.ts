/** What a building thread is at, in memory that it shares with the thread that watches it: it need not listen to be seen. */
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

  /** How many steps have begun. */
  get count(): number {
    return Atomics.load(this.#numbers, 0);
  }

  /** The one that was begun last. */
  get name(): string {
    return this.#name.toString("utf8", 0, Atomics.load(this.#numbers, 1));
  }
}

/** Between two looks, in milliseconds. */
const interval = 1_000;

/** How long a build may work, or wait, at one step, in seconds: as long as a page or a text may take, which is a finding then. */
export const progressTimeout = 10;

/**
 * Calls back once when no step has begun for longer than that; what it returns ends the watch. `spent` tells how long the
 * build has worked or waited so far, in milliseconds: what other programs keep it from the processor for does not count. Of
 * two looks no more counts than lies between them: after a sleep of the machine, both threads have been asleep.
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
