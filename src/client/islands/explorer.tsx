import { useEffect, useRef, useState } from "react";
import { CrashBoundary } from "../crash-boundary.tsx";
import { PanelLoader, preloadPanel } from "../explorer/panel-loader.tsx";

/** The button that opens an operation's explorer in place. What it needs is loaded when it opens, and nothing before. */
export function Explorer({ source, anchor }: ExplorerProps) {
  const [isOpen, setIsOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(preloadPanel, []);
  const close = () => {
    setIsOpen(false);
    requestAnimationFrame(() => button.current?.focus());
  };
  if (isOpen) {
    return (
      <CrashBoundary>
        <PanelLoader source={source} onClose={close} />
      </CrashBoundary>
    );
  }
  return (
    <button type="button" id={`try-${anchor}`} className="try-it" ref={button} onClick={() => setIsOpen(true)}>
      Try it
    </button>
  );
}

export interface ExplorerProps {
  /** Address of the operation's data. */
  readonly source: string;
  /** Of the operation. */
  readonly anchor: string;
}
