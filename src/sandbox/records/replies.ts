import type { SandboxResponse } from "../exchange.ts";

interface Reply {
  readonly request: string;
  readonly response: SandboxResponse;
}

export type SavedReplies = readonly (readonly [key: string, reply: Reply])[];

/** The number of responses to remember; the oldest is forgotten first. */
const maxReplies = 100;

/** Responses to calls with an idempotency key. */
export class Replies {
  readonly #byKey: Map<string, Reply>;

  constructor(saved: SavedReplies) {
    this.#byKey = new Map(saved);
  }

  find(key: string): Reply | undefined {
    return this.#byKey.get(key);
  }

  keep(key: string, reply: Reply): void {
    this.#byKey.set(key, reply);
    for (const first of this.#byKey.keys()) if (this.#byKey.size > maxReplies) this.#byKey.delete(first);
  }

  save(): SavedReplies {
    return [...this.#byKey];
  }
}
