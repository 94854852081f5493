import { encodeRoute, type Route } from "../model/route.ts";

/** The address of a route from the host's root. */
export function toHref(route: Route, baseUrl: string): string {
  return baseUrl.slice(0, -1) + encodeRoute(route);
}
