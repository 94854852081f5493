import type { ServerSetting } from "#shared/config.ts";

/** A server that calls can go to. `url` is absolute, without a trailing slash. */
export type Target = ServerSetting;

/** The servers that the page offers, the safest first. The sandbox is among them where `docs-build serve` has one. */
export function listTargets(servers: readonly ServerSetting[], page: Document): readonly Target[] {
  const path = sandboxPath(page);
  const sandbox: ServerSetting = { name: "Sandbox", url: path, kind: "sandbox" };
  // Two slashes would name another host.
  const offered = /^\/(?!\/)/.test(path) ? [sandbox, ...servers] : servers;
  const targets = offered.flatMap((server) => {
    const url = URL.canParse(server.url, page.baseURI) ? new URL(server.url, page.baseURI) : null;
    if (url === null || !/^https?:$/.test(url.protocol)) return [];
    return [{ ...server, url: (url.origin + url.pathname).replace(/\/+$/, "") }];
  });
  // One address is one server: the sandbox stands in for the contract's own path.
  const distinct = targets.filter(({ url }, index) => targets.findIndex((other) => other.url === url) === index);
  return distinct.toSorted((a, b) => danger[a.kind] - danger[b.kind]);
}

const notice = "docs-build-sandbox";

/**
 * Where a sandbox lies on the page's own origin; empty when there is none. The server says so beside the page, with the
 * header `Server-Timing: docs-build-sandbox;desc="/v1/external_api"`, or in it, with a `<meta>` of that name and content.
 */
function sandboxPath(page: Document): string {
  const [entry] = performance.getEntriesByType("navigation");
  const timings = entry instanceof PerformanceNavigationTiming ? (entry.serverTiming ?? []) : [];
  const told = timings.find(({ name }) => name === notice)?.description;
  return told ?? page.querySelector<HTMLMetaElement>(`meta[name="${notice}"]`)?.content ?? "";
}

const danger = { sandbox: 0, staging: 1, production: 2 } as const;
