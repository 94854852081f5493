/** A robots.txt (RFC 9309) that welcomes everyone and names the sitemap where there is one. Pages hide by `noindex`, not by being listed here. */
export function toRobots(sitemap: string | null): string {
  return ["User-agent: *", "Allow: /", ...(sitemap === null ? [] : ["", `Sitemap: ${sitemap}`]), ""].join("\n");
}
