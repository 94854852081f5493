import { escapeUTF8 } from "entities/escape";

import type { SourceDates, Sources } from "#read/sources.ts";
import type { Config, ContractVersion } from "#settings/resolve-config.ts";
import type { Contract } from "#shared/contract/contract.ts";
import { downloadPath } from "#shared/contract/reference.ts";
import { toJsonText } from "#shared/json/json.ts";
import { encodeRoute } from "#shared/route.ts";
import { manifestPath, type SiteManifest } from "#shared/site-manifest.ts";
import type { PlannedPage } from "#site/page-common.ts";
import type { OutputFile } from "#write/output-file.ts";

import { type Hosting, toHeadersFile, toRedirectsFile } from "./host-rules.ts";

interface PublishedVersion {
  readonly version: ContractVersion;
  readonly contract: Pick<Contract, "sandbox">;
}

interface PublishedSite {
  readonly config: Config;
  readonly contracts: readonly PublishedVersion[];
  readonly history: { readonly dates: SourceDates };
  /** The author's own files take precedence. */
  readonly sources: Pick<Sources, "statics">;
}

interface PublishedPlan {
  readonly pages: readonly PlannedPage[];
  readonly hosting: Hosting;
}

/**
 * Files about the site for search engines, hosts and programs. A sitemap needs absolute addresses, so a site without a
 * `url` has none. None of the files names an unlisted page.
 */
export function publishSite(
  { config, contracts, history: { dates }, sources: { statics } }: PublishedSite,
  { pages, hosting }: PublishedPlan,
): readonly OutputFile[] {
  const { siteUrl } = config;
  const toEntry = ({ route, file }: PlannedPage): SitemapEntry => ({
    address: siteUrl + hosting.baseUrl.slice(0, -1) + encodeRoute(route),
    modified: dates.byFile.get(file) ?? dates.fallback,
  });
  const sitemap = pages.filter(({ kind, unlisted }) => !unlisted && kind !== "not-found").map(toEntry);
  const redirects = toRedirectsFile({ ...hosting, redirects: hosting.redirects.filter((redirect) => redirect.listed) });
  // It allows everything (RFC 9309). Unlisted pages have `noindex` instead, so that no file names them.
  const robots = [
    "User-agent: *",
    "Allow: /",
    ...(siteUrl === null ? [] : ["", `Sitemap: ${siteUrl}${hosting.baseUrl}sitemap.xml`]),
    "",
  ];
  const own = new Set(statics.map(({ path }) => path));
  const files = [
    { path: "robots.txt", content: robots.join("\n") },
    { path: "_headers", content: toHeadersFile(hosting) },
    toManifestFile(config, contracts),
    ...(redirects === "" ? [] : [{ path: "_redirects", content: redirects }]),
    ...(siteUrl === null
      ? []
      : [{ path: "sitemap.xml", content: toSitemap(sitemap.sort((a, b) => (a.address < b.address ? -1 : 1))) }]),
  ];
  return files.filter(({ path }) => !own.has(path));
}

interface SitemapEntry {
  /** Absolute and percent-encoded. */
  readonly address: string;
  /** The last change of the page's source, in seconds since 1970; null if it's unknown. */
  readonly modified: number | null;
}

/** A sitemap (sitemaps.org 0.9) with dates where they're known, and without priorities, which search engines ignore. */
export function toSitemap(entries: readonly SitemapEntry[]): string {
  const urls = entries.map(({ address, modified }) => {
    const date = modified === null ? "" : `<lastmod>${new Date(modified * 1000).toISOString().slice(0, 19)}Z</lastmod>`;
    return `  <url><loc>${escapeUTF8(address)}</loc>${date}</url>\n`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join("")}</urlset>\n`;
}

function toManifestFile(config: Config, versions: readonly PublishedVersion[]): OutputFile {
  const { title, description, baseUrl, authentication } = config;
  const contracts = versions.map(({ version: { api, id, route, document, servers }, contract: { sandbox } }) => {
    const folder = route.replace(/^\/|\/$/g, "");
    // The notation that the author didn't write has everything that the document refers to.
    const whole = downloadPath(route, /\.json$/i.test(document) ? "yaml" : "json");
    return { api, id, folder, document: whole, servers, sandbox };
  });
  const manifest: SiteManifest = { title, description, baseUrl, contracts, authentication };
  return { path: manifestPath, content: `${toJsonText(manifest)}\n` };
}
