import { type KeyboardEvent, type ReactNode, useId } from "react";

/** The tabs follow the ARIA Authoring Practices: the arrow keys move from tab to tab and show its panel. */
export function Tabs({ label, tabs, chosen, onChoose }: TabsProps) {
  const id = useId();
  const shown = tabs.find((tab) => tab.id === chosen) ?? tabs[0];
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const index = tabs.findIndex((tab) => tab === shown);
    const next = tabs.at(indexAfter(event.key, index, tabs.length) ?? index);
    if (next === undefined || next === shown) return;
    event.preventDefault();
    onChoose(next.id);
    document.getElementById(`${id}-${next.id}`)?.focus();
  };
  return (
    <>
      <div className="response-tabs" role="tablist" aria-label={label}>
        {tabs.map((tab) => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            id={`${id}-${tab.id}`}
            aria-selected={tab === shown}
            aria-controls={tab === shown ? `${id}-panel` : undefined}
            tabIndex={tab === shown ? 0 : -1}
            onClick={() => onChoose(tab.id)}
            onKeyDown={onKeyDown}
          >
            {tab.title} {tab.count !== undefined && <small>{tab.count}</small>}
          </button>
        ))}
      </div>
      <div key={shown?.id} role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${shown?.id}`}>
        {shown?.panel}
      </div>
    </>
  );
}

interface TabsProps {
  readonly label: string;
  readonly tabs: readonly Tab[];
  readonly chosen: string;
  readonly onChoose: (id: string) => void;
}

export interface Tab {
  readonly id: string;
  readonly title: string;
  readonly count?: number;
  readonly panel: ReactNode;
}

function indexAfter(key: string, index: number, count: number): number | undefined {
  switch (key) {
    case "ArrowRight":
      return (index + 1) % count;
    case "ArrowLeft":
      return index - 1;
    case "Home":
      return 0;
    case "End":
      return count - 1;
    default:
      return undefined;
  }
}
