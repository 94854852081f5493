import { type ReactNode, useEffect, useState } from "react";

import { Failure } from "../hydrate-island.tsx";
import { reloadIfStale } from "../reload-if-stale.ts";

/**
 * A part of the page is fetched when it's needed. The styles hide the wait for a moment, and then say that the part is
 * loading. If loading fails, the reader sees what that means and why, and can try again.
 */
export function LoadedPart<T>({ load, loss = "A part of this page didn't load.", children }: LoadedPartProps<T>) {
  const [loaded, setLoaded] = useState<{ readonly value: T } | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [attempt, setAttempt] = useState(1);
  useEffect(() => {
    let isCurrent = true;
    load().then(
      async (value) => {
        await untilReleased();
        if (isCurrent) setLoaded({ value });
      },
      async (reason: unknown) => {
        await reloadIfStale(attempt > 1 && reason instanceof TypeError);
        if (isCurrent) setError(String(reason));
      },
    );
    return () => {
      isCurrent = false;
    };
    // oxlint-disable-next-line react/exhaustive-deps -- what is loaded stays the same, however the function is made
  }, [attempt]);
  const retry = () => {
    setError(null);
    setAttempt(attempt + 1);
  };
  if (loaded !== null) return children(loaded.value);
  if (error === null) return <p className="loading">Loading</p>;
  return <Failure title={loss} reason={error} action="Retry" onAction={retry} />;
}

interface LoadedPartProps<T> {
  readonly load: () => Promise<T>;
  /** The reader needs to know this if loading fails; it's a sentence. */
  readonly loss?: string;
  readonly children: (value: T) => ReactNode;
}

/** Moving a pressed element away would lose the click, so the change waits until the pointer is released. */
export async function untilReleased(): Promise<void> {
  if (!document.documentElement.matches(":active")) return;
  await new Promise(requestAnimationFrame);
  await untilReleased();
}
