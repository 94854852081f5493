import type { Hosting } from "../model/hosting.ts";
import { assetCaching, pageCaching, toResponseHeaders, type Header } from "./response-headers.ts";

/**
 * The `_headers` file of Netlify and Cloudflare Pages. Both join the values of a header that several rules set, so
 * no address may match two rules for caching: pages end in `/` or `.html`, assets do neither.
 */
export function toHeadersFile({ baseUrl, contentPolicy }: Hosting): string {
  const everything = rule(`${baseUrl}*`, toResponseHeaders({ contentPolicy }));
  const pages = [baseUrl, `${baseUrl}*/`, `${baseUrl}*.html`].map((path) =>
    rule(path, [["Cache-Control", pageCaching]]),
  );
  const assets = rule(`${baseUrl}assets/*`, [["Cache-Control", assetCaching]]);
  return [everything, ...pages, assets].join("\n");
}

function rule(path: string, headers: readonly Header[]): string {
  return `${path}\n${headers.map(([name, value]) => `  ${name}: ${value}\n`).join("")}`;
}
