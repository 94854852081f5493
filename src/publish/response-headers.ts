import type { Hosting } from "../model/hosting.ts";

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

/** Assets carry a hash of their content in their names, so that they never change. */
export const assetCaching = "public, max-age=31536000, immutable";

/** Everything else may change with the next build: caches ask before they use it. */
export const pageCaching = "public, max-age=0, must-revalidate";

/** Files of the output that are not for readers. */
export const hiddenFiles = [".docs-build.json", "_headers", "_redirects"] as const;
