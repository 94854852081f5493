import { useSyncExternalStore } from "react";

/** Several islands of a page see a change of this value. */
export class Shared<T> {
  #value: T;
  readonly #listeners = new Set<() => void>();

  constructor(value: T) {
    this.#value = value;
  }

  get value(): T {
    return this.#value;
  }

  readonly set = (value: T): void => {
    this.#value = value;
    for (const listener of this.#listeners) listener();
  };

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
}

export function useShared<T>(shared: Shared<T>): T {
  const read = () => shared.value;
  return useSyncExternalStore(shared.subscribe, read, read);
}
