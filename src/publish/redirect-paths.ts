import type { Redirect } from "../model/redirect.ts";
import { routeKey } from "../model/route.ts";

/** The decoded paths of an old address, base URL included: both slash forms, or the one of a `.html` file. */
export function redirectPaths({ from }: Redirect, baseUrl: string): readonly string[] {
  const path = baseUrl.slice(0, -1) + routeKey(from);
  return path.endsWith(".html") ? [path] : [path, `${path}/`];
}
