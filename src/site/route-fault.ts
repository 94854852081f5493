import type { Route } from "../model/route.ts";

/** File systems end a name after so many bytes. */
const longestSegment = 255;

/** Why no page can be published at a route; null when one can. */
export function routeFault(route: Route): string | null {
  const segments = route.split("/");
  if (segments.some((segment) => segment === "." || segment === "..")) return `the route \`${route}\` leaves the site`;
  if (/[\p{Cc}\u{FFFD}\\?#]/u.test(route))
    return `the route ${JSON.stringify(route)} holds a character no address can hold`;
  const long = segments.find((segment) => new TextEncoder().encode(segment).length > longestSegment);
  return long === undefined ? null : `the route \`${route.slice(0, 60)}…\` is too long for a file name`;
}
