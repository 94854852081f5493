/** A page that search engines may list. */
export interface SitemapEntry {
  /** Absolute, percent-encoded. */
  readonly address: string;
  /** Seconds since 1970 of the last change of the page's source; null when not known. */
  readonly modified: number | null;
}

/** A sitemap (sitemaps.org 0.9). It says when a page changed, where that is known, and no priorities: nobody reads them. */
export function toSitemap(entries: readonly SitemapEntry[]): string {
  const urls = entries.map(({ address, modified }) => {
    const date = modified === null ? "" : `<lastmod>${toDate(modified)}</lastmod>`;
    return `  <url><loc>${escapeXml(address)}</loc>${date}</url>\n`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join("")}</urlset>\n`;
}

/** A W3C date and time in UTC, so that no time zone shows. */
function toDate(seconds: number): string {
  return `${new Date(seconds * 1000).toISOString().slice(0, 19)}Z`;
}

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
};

function escapeXml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}
