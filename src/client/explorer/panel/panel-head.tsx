import { useEffect, useRef } from "react";
import type { ExplorerData } from "../../../model/explorer.ts";

/** The title, which takes the focus when the explorer opens, and the way out. */
export function PanelHead({ data, onReset, onClose }: PanelHeadProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    // The button may have stayed in view where the form begins far above it.
    heading.current?.scrollIntoView({ block: "nearest" });
  }, []);
  return (
    <div className="explorer-head">
      <h4 ref={heading} tabIndex={-1}>
        Try it<span className="visually-hidden">: {data.summary}</span>
      </h4>
      <button type="button" className="field-action" onClick={onReset}>
        Start over
      </button>
      <button type="button" className="icon-button" onClick={onClose}>
        <svg className="icon" viewBox="0 0 20 20" aria-hidden="true">
          <path d="m5 5 10 10M15 5 5 15" />
        </svg>
        <span className="visually-hidden">Close the explorer</span>
      </button>
    </div>
  );
}

interface PanelHeadProps {
  readonly data: ExplorerData;
  readonly onReset: () => void;
  readonly onClose: () => void;
}
