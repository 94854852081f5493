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
 * Locations for a `server` block of nginx whose `root` holds the site (below the base URL's folder): both slash forms
 * of every route, the not-found page, redirects, headers and caching. A location inherits headers only as long as it
 * sets none itself: that is why the value of Cache-Control travels in a variable.
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
    "  gzip on;",
    "  gzip_types text/css text/javascript application/javascript application/json application/xml image/svg+xml text/plain text/markdown;",
    "  absolute_redirect off;",
    "  try_files $uri $uri/index.html =404;",
    `  error_page 404 ${quote(`${baseUrl}404.html`)};`,
    ...hiddenFiles.map((name) => `  location = ${quote(baseUrl + name)} { return 404; }`),
    ...redirects.flatMap((redirect) => toLocations(redirect, baseUrl)),
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

function toLocations(redirect: Redirect, baseUrl: string): string[] {
  const target = withArguments(redirect.href.replaceAll("$", "%24"));
  return redirectPaths(redirect, baseUrl).map((path) => `  location = ${quote(path)} { return 301 ${quote(target)}; }`);
}

/** The query that comes in goes between the target's own and its fragment. */
function withArguments(href: string): string {
  const [address = "", ...fragment] = href.split("#");
  const joined = address.includes("?") ? `${address}&$args` : `${address}$is_args$args`;
  return [joined, ...fragment].join("#");
}

function quote(text: string): string {
  return `"${text.replace(/["\\]/g, "\\$&")}"`;
}
