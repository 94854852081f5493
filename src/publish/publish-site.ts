import type { Hosting } from "../model/hosting.ts";
import type { OutputFile } from "../model/output-file.ts";
import { encodeRoute, type Route } from "../model/route.ts";
import type { SourceDates } from "../model/sources.ts";
import type { PageView } from "../model/view.ts";
import { toHeadersFile } from "./headers-file.ts";
import { toRedirectsFile } from "./redirects-file.ts";
import { toRobots } from "./robots.ts";
import { toSitemap, type SitemapEntry } from "./sitemap.ts";

/** A page as search engines and hosts see it. */
export interface PublishedPage {
  readonly route: Route;
  /** The author's file it comes from. */
  readonly file: string;
  readonly view: Pick<PageView, "kind" | "unlisted">;
}

export interface PublishInputs {
  /** Scheme and host of the published site; null when not known. */
  readonly siteUrl: string | null;
  readonly pages: readonly PublishedPage[];
  /** For the sitemap; null when there is none. */
  readonly dates: SourceDates | null;
  readonly hosting: Hosting;
}

/**
 * The files that tell search engines and hosts about the site. A sitemap needs absolute addresses: without the site's
 * own there is none. Unlisted pages are in none of these files.
 */
export function publishSite({ siteUrl, pages, dates, hosting }: PublishInputs): readonly OutputFile[] {
  const toEntry = ({ route, file }: PublishedPage): SitemapEntry => ({
    address: siteUrl + hosting.baseUrl.slice(0, -1) + encodeRoute(route),
    modified: dates?.byFile.get(file) ?? dates?.fallback ?? null,
  });
  const sitemap = pages.filter(({ view }) => !view.unlisted && view.kind !== "not-found").map(toEntry);
  const redirects = toRedirectsFile({ ...hosting, redirects: hosting.redirects.filter((redirect) => redirect.listed) });
  return [
    { path: "robots.txt", content: toRobots(siteUrl === null ? null : `${siteUrl}${hosting.baseUrl}sitemap.xml`) },
    { path: "_headers", content: toHeadersFile(hosting) },
    ...(redirects === "" ? [] : [{ path: "_redirects", content: redirects }]),
    ...(siteUrl === null ? [] : [{ path: "sitemap.xml", content: toSitemap(sitemap.sort(byAddress)) }]),
  ];
}

function byAddress(a: SitemapEntry, b: SitemapEntry): number {
  return a.address < b.address ? -1 : 1;
}
