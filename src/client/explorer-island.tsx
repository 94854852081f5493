import { type ExplorerOperation, parseOperation } from "./explorer/explorer-operation.ts";
import { LoadedPart } from "./explorer/loaded-part.tsx";
import { ExplorerPanel } from "./explorer/panel/explorer-panel.tsx";
import { hasDraft } from "./explorer/page-session.ts";
import { Explorer, type ExplorerProps, type PanelProps } from "./islands/explorer.tsx";

/* The island of an operation, by the name it has in the markup. What its button opens comes with it. */

function TryIt(props: ExplorerProps) {
  return <Explorer {...props} Panel={Panel} />;
}

export { TryIt as explorer };

/** An operation's explorer, once its data is here. */
function Panel({ source, onClose }: PanelProps) {
  return (
    <LoadedPart load={async () => fetchData(source)}>
      {(data) => <ExplorerPanel data={data} onClose={onClose} />}
    </LoadedPart>
  );
}

async function fetchData(source: string): Promise<ExplorerOperation> {
  const response = await fetch(source);
  if (!response.ok) throw new Error(`${source} could not be loaded: ${response.status} ${response.statusText}`);
  const data = parseOperation(await response.text());
  // Without its draft a form starts with the example.
  if (hasDraft(data))
    await import("./explorer/draft/kept-draft.ts").then(
      ({ restoreDraft }) => restoreDraft(data),
      () => undefined,
    );
  return data;
}
