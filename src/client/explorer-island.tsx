import type { ExplorerOperation } from "./explorer/explorer-operation.ts";
import { fetchOperation, fetchStyles } from "./explorer/fetch-operation.ts";
import { LoadedPart } from "./explorer/loaded-part.tsx";
import { hasDraft } from "./explorer/page-session.ts";
import { ExplorerPanel } from "./explorer/panel/explorer-panel.tsx";
import { CrashBoundary, hydrateIsland } from "./hydrate-island.tsx";
import { Explorer, type ExplorerProps, type PanelProps } from "./islands/explorer.tsx";

export { tryHere } from "./try-here.tsx";

/** Hydrates the island of an operation. What its button opens comes with it. */
export function hydrate(island: HTMLElement): void {
  hydrateIsland(island, { explorer: TryIt });
}

function TryIt(props: ExplorerProps) {
  return <Explorer {...props} Panel={Panel} />;
}

/** An operation's explorer, once its data is here. */
function Panel({ source, onClose }: PanelProps) {
  return (
    <CrashBoundary>
      <LoadedPart load={async () => Promise.all([fetchWithDraft(source), fetchStyles()])}>
        {([data]) => <ExplorerPanel data={data} onClose={onClose} />}
      </LoadedPart>
    </CrashBoundary>
  );
}

async function fetchWithDraft(source: string): Promise<ExplorerOperation> {
  const data = await fetchOperation(source);
  // Without its draft a form starts with the example.
  if (hasDraft(data))
    await import("./explorer/draft/kept-draft.ts").then(
      ({ restoreDraft }) => restoreDraft(data),
      () => undefined,
    );
  return data;
}
