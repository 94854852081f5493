type Listener = (name: string) => void;

const listeners = new Set<Listener>();

/**
 * Reports the file, operation or page that a build begins with next. A build that hangs is known by its silence, and the
 * last step says where it hangs.
 */
export function beginStep(name: string): void {
  for (const listener of listeners) listener(name);
}

export function onStep(listener: Listener): void {
  listeners.add(listener);
}
