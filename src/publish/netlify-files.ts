import type { Hosting } from "#shared/hosting.ts";

import {
  assetCaching,
  type Header,
  markdownHeaders,
  pageCaching,
  redirectPaths,
  toResponseHeaders,
} from "./host-rules.ts";

/**
 * The `_headers` file of Netlify and Cloudflare Pages. Both join the values of a header that several rules set, so
 * no address may match two rules for caching: pages end in `/`, `.html` or `.md`, assets in none of these.
 */
export function toHeadersFile({ baseUrl, contentPolicy }: Hosting): string {
  const everything = rule(`${baseUrl}*`, toResponseHeaders({ contentPolicy }));
  const pages = [baseUrl, `${baseUrl}*/`, `${baseUrl}*.html`].map((path) =>
    rule(path, [["Cache-Control", pageCaching]]),
  );
  const markdown = rule(`${baseUrl}*.md`, [["Cache-Control", pageCaching], ...markdownHeaders]);
  const assets = rule(`${baseUrl}assets/*`, [["Cache-Control", assetCaching]]);
  return [everything, ...pages, markdown, assets].join("\n");
}

function rule(path: string, headers: readonly Header[]): string {
  return `${path}\n${headers.map(([name, value]) => `  ${name}: ${value}\n`).join("")}`;
}

/** The `_redirects` file of Netlify and Cloudflare Pages: both slash forms of every old address; they keep the query. */
export function toRedirectsFile(hosting: Hosting): string {
  const lines = hosting.redirects.flatMap((redirect) =>
    redirectPaths(redirect, hosting.baseUrl).map((path) => `${encodeURI(path)} ${redirect.href} 301\n`),
  );
  return lines.join("");
}
