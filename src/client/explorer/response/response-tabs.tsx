import { type KeyboardEvent, type ReactNode, useId } from "react";

import { Shared, useShared } from "../shared-value.ts";

/** The reader's preferred tab applies to all responses of a page. */
const wantedTab = new Shared("records");

/** The tabs follow the ARIA Authoring Practices: the arrow keys move from tab to tab and show its panel. */
export function ResponseTabs({ tabs }: { readonly tabs: readonly Tab[] }) {
  const chosen = useShared(wantedTab);
  const id = useId();
  const shown = tabs.find((tab) => tab.id === chosen) ?? tabs[0];
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const index = tabs.findIndex((tab) => tab === shown);
    const indexByKey = new Map([
      ["ArrowRight", (index + 1) % tabs.length],
      ["ArrowLeft", index - 1],
      ["Home", 0],
      ["End", -1],
    ]);
    const next = tabs.at(indexByKey.get(event.key) ?? index);
    if (next === undefined || next === shown) return;
    event.preventDefault();
    wantedTab.set(next.id);
    document.getElementById(`${id}-${next.id}`)?.focus();
  };
  return (
    <>
      <div className="tab-bar" role="tablist" aria-label="The response as">
        {tabs.map((tab) => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            id={`${id}-${tab.id}`}
            aria-selected={tab === shown}
            aria-controls={tab === shown ? `${id}-panel` : undefined}
            tabIndex={tab === shown ? 0 : -1}
            onClick={() => wantedTab.set(tab.id)}
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

export interface Tab {
  readonly id: string;
  readonly title: string;
  readonly count?: number;
  readonly panel: ReactNode;
}
