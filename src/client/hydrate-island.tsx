import { Component, type ComponentType, createElement, type ReactNode } from "react";
import { flushSync } from "react-dom";
import { hydrateRoot } from "react-dom/client";

/** Hydrates an island's markup with its component and the JSON props beside it. */
export function hydrateIsland(island: HTMLElement, components: object): void {
  const name = island.dataset["island"] ?? "";
  const component = new Map<string, unknown>(Object.entries(components)).get(name);
  if (!isComponent(component)) return;
  const script = island.nextElementSibling;
  const hasProps = script instanceof HTMLScriptElement && script.type === "application/json";
  const props: unknown = hasProps ? JSON.parse(script.textContent ?? "{}") : null;
  flushSync(() => {
    const content = createElement(component, typeof props === "object" ? props : null);
    hydrateRoot(island, createElement(CrashBoundary, null, content), { identifierPrefix: name });
  });
}

function isComponent(value: unknown): value is ComponentType<object> {
  return typeof value === "function";
}

interface CrashBoundaryState {
  readonly error: unknown;
  readonly hasCrashed: boolean;
}

/**
 * Catches errors while a part of the page renders. The rest of the page keeps working, and the part can be tried again.
 */
export class CrashBoundary extends Component<{ readonly children: ReactNode }, CrashBoundaryState> {
  override state: CrashBoundaryState = { error: null, hasCrashed: false };

  static getDerivedStateFromError(error: unknown): CrashBoundaryState {
    return { error, hasCrashed: true };
  }

  override render(): ReactNode {
    const { hasCrashed, error } = this.state;
    if (!hasCrashed) return this.props.children;
    const retry = () => this.setState({ error: null, hasCrashed: false });
    return <Failure title="This page crashed." reason={messageOf(error)} action="Try again" onAction={retry} />;
  }
}

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause === undefined ? error.message : `${error.message} Cause: ${messageOf(error.cause)}`;
}

/** Replaces a part that failed to load or crashed. It says what happened and why, and offers to try again. */
export function Failure({ title, reason, action, onAction }: FailureProps) {
  return (
    <div className="admonition admonition-danger failure" role="alert">
      <p className="admonition-title">{title}</p>
      <p>{reason}</p>
      <button type="button" className="button" onClick={onAction}>
        {action}
      </button>
    </div>
  );
}

interface FailureProps {
  /** A sentence. */
  readonly title: string;
  readonly reason: string;
  readonly action: string;
  readonly onAction: () => void;
}
