import { encodeRoute, markdownPathOf } from "#shared/route.ts";
import { frameId, type PageView } from "#shared/view.ts";

import { Icon } from "./icon.tsx";

/** Copies the page's Markdown, its address, or the command with which an assistant reads the whole site. */
export function CopyPage({ view: { site, route } }: { readonly view: PageView }) {
  const path = markdownPathOf(route);
  if (path === null) return null;
  const markdown = site.baseUrl + encodeRoute(path);
  return (
    <div className="copy-page">
      <CopyMarkdown href={markdown}>Copy page</CopyMarkdown>
      <button type="button" className="icon-button" popoverTarget={menu} aria-label="More ways to take this page">
        <Icon name="down" />
      </button>
      <div id={menu} className="menu-list" popover="auto">
        <a className="copy" href={markdown} data-origin={origin}>
          View as Markdown
        </a>
        <CopyLink href={site.baseUrl + encodeRoute(route.slice(1))} />
        {site.siteUrl !== null && <ConnectAssistant address={site.siteUrl + site.baseUrl.replace(/\/$/, "")} />}
      </div>
    </div>
  );
}

/** Copies the Markdown that it links to (src/client/on-demand.ts). Without script it's a link. */
export function CopyMarkdown({ href, children }: { readonly href: string; readonly children: string }) {
  return (
    <a className="copy" href={href} data-action="copy-markdown" data-origin={origin}>
      {children}
    </a>
  );
}

/** Copies the address that it links to. */
export function CopyLink({ href }: { readonly href: string }) {
  return (
    <a className="copy" href={href} data-action="copy-link" data-origin={origin}>
      Copy link
    </a>
  );
}

/**
 * Copies the command that a client of the Model Context Protocol starts (`docs-build explain agents`). Without npx,
 * because where docs-build isn't installed, that would run any package of this name in a registry.
 */
function ConnectAssistant({ address }: { readonly address: string }) {
  const command = `docs-build mcp ${address}`;
  return (
    <button type="button" className="copy" data-copy={command} title={command}>
      Connect an assistant
    </button>
  );
}

const origin = "templates/copy-page.tsx";
const menu = frameId("copy");
