import { Component, type ReactNode } from "react";

interface CrashBoundaryState {
  readonly error: unknown;
  readonly hasCrashed: boolean;
}

/** Catches what breaks while a part of the page is rendered: the rest lives on, and the part can be tried again. */
export class CrashBoundary extends Component<{ readonly children: ReactNode }, CrashBoundaryState> {
  override state: CrashBoundaryState = { error: null, hasCrashed: false };

  static getDerivedStateFromError(error: unknown): CrashBoundaryState {
    return { error, hasCrashed: true };
  }

  override render(): ReactNode {
    const { hasCrashed, error } = this.state;
    if (!hasCrashed) return this.props.children;
    return (
      <div className="crash" role="alert">
        <p>
          <b>This page crashed.</b>
        </p>
        <p>{messageOf(error)}</p>
        <button type="button" className="button" onClick={() => this.setState({ error: null, hasCrashed: false })}>
          Try again
        </button>
      </div>
    );
  }
}

/** The message, with those of its causes. */
function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause === undefined ? error.message : `${error.message} Cause: ${messageOf(error.cause)}`;
}
