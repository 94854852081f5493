import type { ExplorerData } from "../../model/explorer.ts";
import { LoadedPart } from "./loaded-part.tsx";

/** An operation's explorer: its script and its data are fetched together. */
export function PanelLoader({ source, onClose }: PanelLoaderProps) {
  const load = async () => Promise.all([import("./panel/explorer-panel.tsx"), loadData(source)]);
  return (
    <LoadedPart load={load}>
      {([{ ExplorerPanel }, data]) => <ExplorerPanel data={data} onClose={onClose} />}
    </LoadedPart>
  );
}

interface PanelLoaderProps {
  /** Address of the operation's data. */
  readonly source: string;
  readonly onClose: () => void;
}

/** Fetches the script ahead of the click that will need it. A failure is met then. */
export function preloadPanel(): void {
  import("./panel/explorer-panel.tsx").catch(() => undefined);
}

async function loadData(source: string): Promise<ExplorerData> {
  const response = await fetch(source);
  if (!response.ok) throw new Error(`${source} could not be loaded: ${response.status} ${response.statusText}`);
  const data: ExplorerData = await response.json();
  return data;
}
