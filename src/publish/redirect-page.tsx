import { renderToStaticMarkup } from "react-dom/server";

import type { AssetsView } from "#shared/assets-view.ts";
import { toOrigin } from "#shared/document.ts";
import type { Redirect } from "#site/plan-redirects.ts";

interface RedirectSite {
  readonly language: string;
  /** The scheme and host of the published site; null if they're unknown. */
  readonly siteUrl: string | null;
  readonly assets: Pick<AssetsView, "contentPolicy" | "styles" | "redirectScript">;
}

const movedWords = { title: "This page has moved", lead: "It's now at" } as const;
const startWords = { title: "Where to start", lead: "This site begins at" } as const;

/**
 * The HTML at an old address, for hosts that can't redirect. Script keeps the query and the fragment; without script
 * the page refreshes itself. (The refresh stands in `<noscript>`, so that the two don't race.)
 */
export function renderRedirect(redirect: Redirect, site: RedirectSite): string {
  const { href, position } = redirect;
  const words = redirect.from === "/" ? startWords : movedWords;
  const canonical = !href.startsWith("/") ? href : site.siteUrl === null ? null : site.siteUrl + href;
  const page = (
    <html lang={site.language}>
      <head>
        <meta charSet="utf-8" />
        <meta httpEquiv="Content-Security-Policy" content={site.assets.contentPolicy} />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{words.title}</title>
        <meta name="robots" content="noindex" />
        {canonical !== null && <link rel="canonical" href={canonical} />}
        <noscript>
          <meta httpEquiv="refresh" content={`0; url=${href}`} />
        </noscript>
        <link rel="stylesheet" href={site.assets.styles} />
        <script type="module" src={site.assets.redirectScript} />
      </head>
      <body>
        <main>
          <h1>{words.title}</h1>
          <p>
            {words.lead}{" "}
            <a href={href} data-moved="" data-origin={toOrigin(position)}>
              {href}
            </a>
            .
          </p>
        </main>
      </body>
    </html>
  );
  return `<!doctype html>\n${renderToStaticMarkup(page)}\n`;
}
