/** A clock that moves on by about a minute whenever it is read, so that the same calls give the same times. */
export class SimulatedClock {
  #time: number;

  /** Starts after the latest time of the records that are there. */
  constructor(start: string) {
    this.#time = Date.parse(start);
  }

  /** RFC 3339 in UTC, whole seconds. */
  now(): string {
    this.#time += step;
    return new Date(this.#time).toISOString().replace(".000Z", "Z");
  }
}

const step = 67_000;
