import { routeKey } from "#shared/route.ts";
import type { Redirect } from "#site/plan-redirects.ts";
import { hiddenFiles } from "#write/output-file.ts";

/* Headers and redirects, in the formats of nginx, Caddy, Netlify and Cloudflare Pages. */

export interface Hosting {
  /** Starts and ends with `/`. */
  readonly baseUrl: string;
  /** The Content-Security-Policy from the pages' `<meta>`. */
  readonly contentPolicy: string;
  readonly redirects: readonly Redirect[];
}

type Header = readonly [name: string, value: string];

/** Headers of every response. `frame-ancestors` is added here, because a `<meta>` can't set it. */
export function toResponseHeaders({ contentPolicy }: Pick<Hosting, "contentPolicy">): readonly Header[] {
  return [
    ["Content-Security-Policy", `${contentPolicy}; frame-ancestors 'none'`],
    ["X-Content-Type-Options", "nosniff"],
    ["Referrer-Policy", "strict-origin-when-cross-origin"],
    ["Permissions-Policy", "camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()"],
    ["Cross-Origin-Opener-Policy", "same-origin"],
  ];
}

/** An asset's name has a hash of its content, so it never changes. */
export const assetCaching = "public, max-age=31536000, immutable";

/** All other files may change with each build, so caches revalidate them. */
export const pageCaching = "public, max-age=0, must-revalidate";

/** Every page has a Markdown twin, which search engines shouldn't list. Unlisted pages need no rule. */
const markdownHeaders: readonly Header[] = [
  ["Content-Type", "text/markdown; charset=utf-8"],
  ["X-Robots-Tag", "noindex"],
];

function redirectPaths({ from }: Redirect, baseUrl: string): readonly string[] {
  const path = baseUrl.slice(0, -1) + routeKey(from);
  return path.endsWith(".html") ? [path] : [path, `${path}/`];
}

/**
 * Writes locations for nginx's `server` block whose `root` holds the site below the base URL's folder: both slash forms
 * of every route, the not-found page, redirects, headers and caching. nginx inherits headers only into locations that
 * set none, so Cache-Control is set through a variable.
 */
export function toNginxConfig(hosting: Hosting): string {
  const { baseUrl, redirects } = hosting;
  const lines = [
    "# Written by: docs-build headers --format nginx. Include it in a server block; its root holds the site.",
    `location ${quote(baseUrl)} {`,
    ...toResponseHeaders(hosting).map(([name, value]) => `  add_header ${name} ${quote(value)} always;`),
    "  add_header Cache-Control $docs_caching always;",
    "  add_header X-Robots-Tag $docs_robots always;",
    `  set $docs_caching ${quote(pageCaching)};`,
    '  set $docs_robots "";',
    "  charset utf-8;",
    "  charset_types text/plain text/css text/javascript application/javascript;",
    "  gzip on;",
    "  gzip_types text/css text/javascript application/javascript application/json application/xml image/svg+xml text/plain text/markdown;",
    "  absolute_redirect off;",
    "  try_files $uri $uri/index.html =404;",
    `  error_page 404 ${quote(`${baseUrl}404.html`)};`,
    ...hiddenFiles.map((name) => `  location = ${quote(baseUrl + name)} { return 404; }`),
    ...redirects.flatMap((redirect) => toNginxLocations(redirect, baseUrl)),
    "  location ~ \\.md$ {",
    "    types {}",
    ...markdownHeaders.map(
      ([name, value]) => `    ${name === "Content-Type" ? "default_type" : "set $docs_robots"} ${quote(value)};`,
    ),
    `    set $docs_caching ${quote(pageCaching)};`,
    "    try_files $uri =404;",
    "  }",
    `  location ${quote(`${baseUrl}assets/`)} {`,
    `    set $docs_caching ${quote(assetCaching)};`,
    '    set $docs_robots "";',
    "    try_files $uri =404;",
    "  }",
    "}",
  ];
  return `${lines.join("\n")}\n`;
}

function toNginxLocations(redirect: Redirect, baseUrl: string): string[] {
  const target = withQuery(redirect.href.replaceAll("$", "%24"), { first: "$is_args$args", further: "&$args" });
  return redirectPaths(redirect, baseUrl).map((path) => `  location = ${quote(path)} { return 301 ${quote(target)}; }`);
}

function withQuery(href: string, came: { readonly first: string; readonly further: string }): string {
  const [address = "", ...fragment] = href.split("#");
  return [address + (address.includes("?") ? came.further : came.first), ...fragment].join("#");
}

/**
 * Writes directives for a site block of Caddy 2 whose `root` holds the site below the base URL's folder: both slash
 * forms of every route, the not-found page, redirects, headers and caching.
 */
export function toCaddyConfig(hosting: Hosting): string {
  const { baseUrl, redirects } = hosting;
  // The front page also responds without the slash.
  const all = [...(baseUrl === "/" ? [] : [baseUrl.slice(0, -1)]), `${baseUrl}*`].map(quote).join(" ");
  const lines = [
    "# Written by: docs-build headers --format caddy. Import it in a site block; its root holds the site.",
    `@docs path ${all}`,
    "header @docs {",
    ...toResponseHeaders(hosting).map(([name, value]) => `\t${name} ${quote(value)}`),
    "}",
    `@docs-assets path ${quote(`${baseUrl}assets/*`)}`,
    `header @docs-assets Cache-Control ${quote(assetCaching)}`,
    "@docs-pages {",
    `\tpath ${all}`,
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
    ...redirects.flatMap((redirect, index) => toCaddyRedirect(redirect, `@docs-moved-${index + 1}`, baseUrl)),
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

/** A single rule would end addresses without a query in `?`, so there are two. */
function toCaddyRedirect(redirect: Redirect, matcher: string, baseUrl: string): string[] {
  const paths = redirectPaths(redirect, baseUrl).map(quote).join(" ");
  const address = redirect.href.replaceAll("{", "%7B");
  const target = withQuery(address, { first: "?{query}", further: "&{query}" });
  return [
    `${matcher}-query {`,
    `\tpath ${paths}`,
    '\texpression `{query} != ""`',
    "}",
    `redir ${matcher}-query ${quote(target)} 301`,
    `${matcher} path ${paths}`,
    `redir ${matcher} ${quote(address)} 301`,
  ];
}

function quote(text: string): string {
  return `"${text.replace(/["\\]/g, "\\$&")}"`;
}

/**
 * Writes the `_headers` file of Netlify and Cloudflare Pages. Both hosts join the values of several matching rules, so
 * the rules for caching must not overlap: pages end in `/`, `.html` or `.md`, assets never do.
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

/**
 * Writes the `_redirects` file of Netlify and Cloudflare Pages, with both slash forms of every old address. Both hosts
 * keep the query.
 */
export function toRedirectsFile(hosting: Hosting): string {
  const lines = hosting.redirects.flatMap((redirect) =>
    redirectPaths(redirect, hosting.baseUrl).map((path) => `${encodeURI(path)} ${redirect.href} 301\n`),
  );
  return lines.join("");
}
