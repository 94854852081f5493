import { type ReactNode, useEffect, useState } from "react";

import { reloadIfStale } from "../reload-if-stale.ts";
import { untilReleased } from "./until-released.ts";

/**
 * A part of the page that is fetched when it is needed. The styles show nothing of it for a moment, then that it is
 * loading; what kept it from loading is said, and can be tried again.
 */
export function LoadedPart<T>({ load, instead, children }: LoadedPartProps<T>) {
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
        // What is shown instead would be lost.
        await reloadIfStale(attempt > 1 && !instead && reason instanceof TypeError);
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
  return (
    <>
      {instead}
      <div className="crash" role="alert">
        <p>{error}</p>
        <button type="button" className="button" onClick={retry}>
          Retry
        </button>
      </div>
    </>
  );
}

interface LoadedPartProps<T> {
  readonly load: () => Promise<T>;
  /** What can be shown without it. */
  readonly instead?: ReactNode;
  readonly children: (value: T) => ReactNode;
}
