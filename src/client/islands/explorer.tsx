import { type ComponentType, useRef, useState } from "react";

export function Explorer({ source, anchor, Panel }: ExplorerProps) {
  const [isOpen, setIsOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const close = () => {
    setIsOpen(false);
    requestAnimationFrame(() => button.current?.focus());
  };
  if (isOpen && Panel !== undefined) return <Panel source={source} onClose={close} />;
  return (
    <button id={`try-${anchor}`} className="try-it" ref={button} onClick={() => setIsOpen(true)}>
      Try it
    </button>
  );
}

export interface ExplorerProps {
  readonly source: string;
  readonly anchor: string;
  /** The panel that the button opens. It's undefined on the server, where nobody opens it. */
  readonly Panel?: ComponentType<PanelProps>;
}

export interface PanelProps {
  readonly source: string;
  readonly onClose: () => void;
}
