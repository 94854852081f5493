interface Deadline {
  readonly milliseconds: number;
  /** What was waited for in vain. */
  readonly describe: () => string;
}

/** Something that changes now and then, for tests that wait until it's as they want. */
export class Changes {
  readonly #looks = new Set<() => void>();

  /** To be called after each change. */
  notify(): void {
    for (const look of this.#looks) look();
  }

  /** Waits until there is something to find. @throws Error if that isn't so by a deadline. */
  async until<T>(find: () => T | null | undefined, deadline?: Deadline): Promise<T> {
    return new Promise((resolve, reject) => {
      const fail = (): void => reject(new Error(`within ${deadline?.milliseconds} ms, no ${deadline?.describe()}`));
      const timer = deadline && setTimeout(fail, deadline.milliseconds);
      const look = (): void => {
        const found = find();
        if (found === null || found === undefined) return;
        clearTimeout(timer);
        this.#looks.delete(look);
        resolve(found);
      };
      this.#looks.add(look);
      look();
    });
  }
}
