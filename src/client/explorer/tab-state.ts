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

/** The value at hand, rendered anew when it changes. */
export function useShared<T>(shared: Shared<T>): T {
  const read = () => shared.value;
  return useSyncExternalStore(shared.subscribe, read, read);
}

/** What the tab keeps under a name until it is closed; null when there is nothing, or when the browser blocks storage. */
export function readTab(name: string): string | null {
  try {
    return sessionStorage.getItem(name);
  } catch {
    return null;
  }
}

/** Keeps a text in the tab. False when the browser blocks storage or has no room. */
export function writeTab(name: string, text: string): boolean {
  try {
    sessionStorage.setItem(name, text);
    return true;
  } catch {
    return false;
  }
}

/** Forgets what the tab keeps under a name. False when the browser blocks storage. */
export function forgetTab(name: string): boolean {
  try {
    sessionStorage.removeItem(name);
    return true;
  } catch {
    return false;
  }
}
