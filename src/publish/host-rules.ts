import { createHash } from "node:crypto";

import type { Config } from "#shared/config.ts";
import type { Contract } from "#shared/contract/contract.ts";
import type { Operation } from "#shared/contract/operation.ts";
import { toCallServers } from "#shared/contract/server.ts";
import type { Hosting, Redirect } from "#shared/hosting.ts";
import { routeKey } from "#shared/route.ts";

import { toSources } from "./policy-sources.ts";

/*
 * What a host has to be told, whichever it is: nginx-config.ts, caddy-config.ts and netlify-files.ts say it in its words.
 */

/** A header's name and value. */
export type Header = readonly [name: string, value: string];

/** Headers of every response. What a `<meta>` cannot say, that nobody frames the site, is added to its policy here. */
export function toResponseHeaders({ contentPolicy }: Pick<Hosting, "contentPolicy">): readonly Header[] {
  return [
    ["Content-Security-Policy", `${contentPolicy}; frame-ancestors 'none'`],
    ["X-Content-Type-Options", "nosniff"],
    ["Referrer-Policy", "strict-origin-when-cross-origin"],
    ["Permissions-Policy", "camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()"],
    ["Cross-Origin-Opener-Policy", "same-origin"],
  ];
}

interface PolicyContract extends Pick<Contract, "servers"> {
  readonly operations: readonly Pick<Operation, "servers">[];
}

/** What pages may call: the origin of every server that an explorer offers, and any where its reader may name one. */
export function sourcesOf(
  { servers, customServer }: Pick<Config, "servers" | "customServer">,
  contracts: readonly { readonly contract: PolicyContract }[],
): readonly string[] {
  const common = toCallServers(
    { servers: [] },
    { servers: contracts.flatMap(({ contract }) => contract.servers) },
    servers,
  );
  const own = contracts.flatMap(({ contract }) =>
    contract.operations
      .filter((operation) => operation.servers.length > 0)
      .flatMap((operation) => toCallServers(operation, contract, servers)),
  );
  return [...new Set([...common, ...own].flatMap(toSources)), ...(customServer ? ["https:"] : [])];
}

/** What a page of the site may load besides the site's own files. */
interface PolicyInputs {
  /** Text of the one inline script. */
  readonly inlineScript: string;
  /** The origins that the explorer may call. */
  readonly sources: readonly string[];
}

/**
 * The Content-Security-Policy (W3C CSP 3) of every page: the site's own files, one inline script by its hash, and
 * calls to the configured servers. It is what a `<meta>` may say; `frame-ancestors` needs a response header.
 */
export function toContentPolicy({ inlineScript, sources }: PolicyInputs): string {
  const hash = createHash("sha256").update(inlineScript).digest("base64");
  return [
    "default-src 'none'",
    `script-src 'self' 'sha256-${hash}'`,
    "style-src 'self'",
    "img-src 'self' data:",
    ["connect-src 'self'", ...sources].join(" "),
    "base-uri 'none'",
    "form-action 'none'",
    "object-src 'none'",
  ].join("; ");
}

/** Assets carry a hash of their content in their names, so that they never change. */
export const assetCaching = "public, max-age=31536000, immutable";

/** Everything else may change with the next build: caches ask before they use it. */
export const pageCaching = "public, max-age=0, must-revalidate";

/** Every page is there as Markdown too: for who asks for it, and not for search engines. Unlisted pages need no rule of their own. */
export const markdownHeaders: readonly Header[] = [
  ["Content-Type", "text/markdown; charset=utf-8"],
  ["X-Robots-Tag", "noindex"],
];

/** Files of the output that are not for readers. */
export const hiddenFiles = [".docs-build.json", "_headers", "_redirects"] as const;

/** The decoded paths of an old address, base URL included: both slash forms, or the one of a `.html` file. */
export function redirectPaths({ from }: Redirect, baseUrl: string): readonly string[] {
  const path = baseUrl.slice(0, -1) + routeKey(from);
  return path.endsWith(".html") ? [path] : [path, `${path}/`];
}
