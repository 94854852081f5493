import { build } from "#build.ts";
import { packageRoot } from "#package.ts";
import type { ConfigFlags } from "#read/resolve-config.ts";

import { collectFiles } from "./build-site.ts";

/** Builds this repository's own site in memory. */
export async function buildShippedSite(flags: ConfigFlags = {}) {
  return collectFiles(async (emit) => build({ root: packageRoot.replace(/\/$/, ""), flags, strict: false, emit }));
}

/** The routes of the specification, in its order and letter case. */
export const specifiedRoutes = [
  "/api/",
  "/markdown-page",
  "/",
  "/broker-api",
  "/bulk-approve-self-finance",
  "/carrier-api",
  "/load-board",
  "/versioning",
  "/webhooks",
  "/webhooks/carrier-status-webhook",
  "/internal-docs/internal-doc-index",
  "/internal-docs/obligations",
  "/internal-docs/rate-calculations",
  "/TAI/creating-a-load-using-tai",
  "/TAI/self-finance-external-API-load-tai",
  "/TAI/tai-pages",
] as const;

/** The eight pages that the specification puts into the sidebar. */
export const sidebarRoutes = [
  "/",
  "/broker-api",
  "/carrier-api",
  "/load-board",
  "/bulk-approve-self-finance",
  "/versioning",
  "/webhooks",
  "/webhooks/carrier-status-webhook",
] as const;

export const unlistedRoutes = specifiedRoutes.filter((route) => /^\/(internal-docs|TAI)\//.test(route));
