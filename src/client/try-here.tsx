import { createRoot } from "react-dom/client";

import { fetchOperation, fetchStyles } from "./explorer/fetch-operation.ts";
import { pageSession } from "./explorer/page-session.ts";
import { ExplorerPanel } from "./explorer/panel/explorer-panel.tsx";
import { CrashBoundary } from "./hydrate-island.tsx";

/** Opens the form that a link leads to over the page that the link stands in, filled in. The link has the focus afterwards. */
export async function tryHere(link: HTMLAnchorElement): Promise<void> {
  const { explorer: source = "", try: values = "" } = link.dataset;
  const [data, { restoreLinked }] = await Promise.all([
    fetchOperation(source),
    import("./explorer/draft/kept-draft.ts"),
    fetchStyles(),
  ]);
  pageSession.formPage.set(link.pathname);
  restoreLinked(values, data);
  const place = document.createElement("div");
  document.body.append(place);
  const root = createRoot(place);
  const close = () => {
    root.unmount();
    place.remove();
    link.focus();
  };
  root.render(
    <CrashBoundary>
      <ExplorerPanel data={data} onClose={close} />
    </CrashBoundary>,
  );
}
