import type { NotFoundView } from "#shared/view.ts";

import { Markup } from "./markup.tsx";

/** What the site's server sends for an address that is no page. Script adds what the address may have meant. */
export function NotFoundPage({ view }: { readonly view: NotFoundView }) {
  return (
    <>
      <LostRoute />
      <h1>{view.title}</h1>
      <div className="prose" data-lost="" />
      <Markup className="prose" html={view.body} />
    </>
  );
}

/** A way between two stops, the second of which is not there. */
function LostRoute() {
  return (
    <svg width="240" height="80" viewBox="0 0 240 80" aria-hidden="true">
      <circle className="fig-line-accent" cx="16" cy="24" r="7" />
      <path className="fig-line-accent" d="M24 24h84" />
      <path className="fig-line fig-line-dashed" d="M116 24h90" />
      <circle className="fig-line fig-line-dashed" cx="216" cy="24" r="9" />
    </svg>
  );
}
