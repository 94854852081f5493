import type { Hosting } from "../model/hosting.ts";
import { redirectPaths } from "./redirect-paths.ts";

/** The `_redirects` file of Netlify and Cloudflare Pages: both slash forms of every old address; they keep the query. */
export function toRedirectsFile(hosting: Hosting): string {
  const lines = hosting.redirects.flatMap((redirect) =>
    redirectPaths(redirect, hosting.baseUrl).map((path) => `${encodeURI(path)} ${redirect.href} 301\n`),
  );
  return lines.join("");
}
