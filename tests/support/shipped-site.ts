import { build } from "#build.ts";
import { ProcessMemory } from "#cache/process-memory.ts";
import { packageRoot } from "#package.ts";
import type { ConfigFlags } from "#settings/resolve-config.ts";

import { type BuiltSite, collectFiles } from "./build-site.ts";

const built = new Map<string, Promise<BuiltSite>>();
/** Everything that flags don't affect is computed once. */
const memory = new ProcessMemory();

/**
 * This repository's own site, built in memory: once for all files that share a process. Texts by path replace
 * its own.
 */
export async function buildShippedSite(
  flags: ConfigFlags = {},
  unsaved: ReadonlyMap<string, string> = new Map(),
): Promise<BuiltSite> {
  const key = JSON.stringify([flags, ...unsaved]);
  const options = { root: packageRoot.replace(/\/$/, ""), flags, unsaved, strict: false, memory };
  const site = built.get(key) ?? collectFiles(async (emit) => build({ ...options, emit }));
  built.set(key, site);
  return site;
}

/** The routes of the specification, in its order and letter case. */
// prettier-ignore
export const specifiedRoutes = [
  "/api/", "/markdown-page", "/", "/broker-api", "/bulk-approve-self-finance", "/carrier-api", "/load-board",
  "/versioning", "/webhooks", "/webhooks/carrier-status-webhook", "/internal-docs/internal-doc-index",
  "/internal-docs/obligations", "/internal-docs/rate-calculations", "/TAI/creating-a-load-using-tai",
  "/TAI/self-finance-external-API-load-tai", "/TAI/tai-pages",
] as const;

/** The eight pages that the specification puts into the sidebar. */
// prettier-ignore
export const sidebarRoutes = [
  "/", "/broker-api", "/carrier-api", "/load-board", "/bulk-approve-self-finance", "/versioning", "/webhooks",
  "/webhooks/carrier-status-webhook",
] as const;

export const unlistedRoutes = specifiedRoutes.filter((route) => /^\/(internal-docs|TAI)\//.test(route));
