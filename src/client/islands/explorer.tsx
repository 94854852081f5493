import { useEffect, useRef, useState } from "react";

import { CrashBoundary } from "../crash-boundary.tsx";
import { LoadedPart } from "../explorer/loaded-part.tsx";

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

interface ExplorerProps {
  /** Address of the operation's data. */
  readonly source: string;
  /** Of the operation. */
  readonly anchor: string;
}

/** An operation's explorer: its script and its data are fetched together. */
function PanelLoader({ source, onClose }: PanelLoaderProps) {
  const load = async () => {
    const [panel, text] = await Promise.all([import("../explorer/panel/explorer-panel.tsx"), fetchData(source)]);
    return { Panel: panel.ExplorerPanel, data: panel.parseOperation(text) };
  };
  return <LoadedPart load={load}>{({ Panel, data }) => <Panel data={data} onClose={onClose} />}</LoadedPart>;
}

interface PanelLoaderProps {
  /** Address of the operation's data. */
  readonly source: string;
  readonly onClose: () => void;
}

/** Fetches the script ahead of the click that will need it. A failure is met then. */
function preloadPanel(): void {
  import("../explorer/panel/explorer-panel.tsx").catch(() => undefined);
}

async function fetchData(source: string): Promise<string> {
  const response = await fetch(source);
  if (!response.ok) throw new Error(`${source} could not be loaded: ${response.status} ${response.statusText}`);
  return response.text();
}
