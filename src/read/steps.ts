type Listener = (name: string) => void;

const listeners = new Set<Listener>();

/**
 * Says what a build begins: a file, an operation, a page. Nothing is made of it. Who watches the build knows by it that it
 * goes on, and where it is.
 */
export function beginStep(name: string): void {
  for (const listener of listeners) listener(name);
}

/** Has each step told, from now on. */
export function onStep(listener: Listener): void {
  listeners.add(listener);
}
