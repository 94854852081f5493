import type { Hosting, Redirect } from "#shared/hosting.ts";

import {
  assetCaching,
  hiddenFiles,
  markdownHeaders,
  pageCaching,
  redirectPaths,
  toResponseHeaders,
} from "./host-rules.ts";

/**
 * Directives for a site block of Caddy 2 whose `root` holds the site (below the base URL's folder): both slash forms
 * of every route, the not-found page, redirects, headers and caching.
 */
export function toCaddyConfig(hosting: Hosting): string {
  const { baseUrl, redirects } = hosting;
  const lines = [
    "# Written by: docs-build headers --format caddy. Import it in a site block; its root holds the site.",
    `@docs path ${quote(`${baseUrl}*`)}`,
    "header @docs {",
    ...toResponseHeaders(hosting).map(([name, value]) => `\t${name} ${quote(value)}`),
    "}",
    `@docs-assets path ${quote(`${baseUrl}assets/*`)}`,
    `header @docs-assets Cache-Control ${quote(assetCaching)}`,
    "@docs-pages {",
    `\tpath ${quote(`${baseUrl}*`)}`,
    `\tnot path ${quote(`${baseUrl}assets/*`)}`,
    "}",
    `header @docs-pages Cache-Control ${quote(pageCaching)}`,
    "@docs-markdown {",
    `\tpath_regexp ${quote(`^${baseUrl.replaceAll(/[.+*?()[\]{}|$]/g, "[$&]")}.*[.]md$`)}`,
    "\tfile {path}",
    "}",
    "header @docs-markdown {",
    ...markdownHeaders.map(([name, value]) => `\t${name} ${quote(value)}`),
    "}",
    `@docs-hidden path ${hiddenFiles.map((name) => quote(baseUrl + name)).join(" ")}`,
    "error @docs-hidden 404",
    ...redirects.flatMap((redirect, index) => toRedirect(redirect, `@docs-moved-${index + 1}`, baseUrl)),
    "encode gzip",
    "try_files {path} {path}/index.html",
    "file_server",
    "handle_errors {",
    "\t@docs-missing expression {err.status_code} == 404",
    `\trewrite @docs-missing ${quote(`${baseUrl}404.html`)}`,
    "\tfile_server",
    "\theader Cache-Control " + quote(pageCaching),
    "}",
  ];
  return `${lines.join("\n")}\n`;
}

function toRedirect(redirect: Redirect, matcher: string, baseUrl: string): string[] {
  const paths = redirectPaths(redirect, baseUrl).map(quote).join(" ");
  return [`${matcher} path ${paths}`, `redir ${matcher} ${quote(withQuery(redirect.href))} 301`];
}

/** The query that comes in goes between the target's own and its fragment. */
function withQuery(href: string): string {
  const [address = "", ...fragment] = href.replaceAll("{", "%7B").split("#");
  return [`${address}${address.includes("?") ? "&" : "?"}{query}`, ...fragment].join("#");
}

function quote(text: string): string {
  return `"${text.replace(/["\\]/g, "\\$&")}"`;
}
