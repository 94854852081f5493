import { createRoot } from "react-dom/client";

import { addStyles } from "./dom.ts";
import { restoreDraft, restoreLinked } from "./explorer/draft/kept-draft.ts";
import { type ExplorerOperation, parseOperation } from "./explorer/explorer-operation.ts";
import { LoadedPart } from "./explorer/loaded-part.tsx";
import { pageSession } from "./explorer/page-session.ts";
import { ExplorerPanel } from "./explorer/panel/explorer-panel.tsx";
import { CrashBoundary, hydrateIsland } from "./hydrate-island.tsx";
import { Explorer, type ExplorerProps, type PanelProps } from "./islands/explorer.tsx";

export function hydrate(island: HTMLElement): void {
  hydrateIsland(island, { explorer: (props: ExplorerProps) => <Explorer {...props} Panel={Panel} /> });
}

function Panel({ source, onClose }: PanelProps) {
  return (
    <CrashBoundary>
      <LoadedPart
        load={async () => {
          const data = await loadOperation(source);
          restoreDraft(data);
          return data;
        }}
        loss="The explorer didn't load."
      >
        {(data) => <ExplorerPanel data={data} onClose={onClose} />}
      </LoadedPart>
    </CrashBoundary>
  );
}

async function loadOperation(source: string): Promise<ExplorerOperation> {
  const [response] = await Promise.all([fetch(source), addStyles("data-explorer-styles")]);
  if (!response.ok) throw new Error(`${source} didn't load: ${response.status} ${response.statusText}`);
  return parseOperation(await response.text());
}

/** Opens the form that a link leads to over the page that the link stands in, filled in. The link has the focus afterwards. */
export async function tryHere(link: HTMLAnchorElement): Promise<void> {
  const { explorer: source = "", try: values = "" } = link.dataset;
  const data = await loadOperation(source);
  pageSession.formLink.set(link);
  restoreLinked(values, data);
  const host = document.createElement("div");
  document.body.append(host);
  const root = createRoot(host);
  const close = () => {
    root.unmount();
    host.remove();
    link.focus();
  };
  root.render(
    <CrashBoundary>
      <ExplorerPanel data={data} onClose={close} />
    </CrashBoundary>,
  );
}
