import { useSyncExternalStore } from "react";

/** A value that several islands of a page see change. */
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

/** The current value; the component renders again when it changes. */
export function useShared<T>(shared: Shared<T>): T {
  const read = () => shared.value;
  return useSyncExternalStore(shared.subscribe, read, read);
}
