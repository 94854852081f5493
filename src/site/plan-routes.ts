import { posix } from "node:path";

import type { ContractVersion } from "#settings/resolve-config.ts";
import { diagnose, type Diagnostic, type Outcome, type Position, startOf } from "#shared/diagnostics/diagnostic.ts";
import type { DocumentOutline, TextOf } from "#shared/document.ts";
import type { Html } from "#shared/html.ts";
import { claimKey, type Route, routeKey, type RouteTable, fallbackRouteOf, toRoute } from "#shared/route.ts";

export interface RoutedDocument {
  readonly route: Route;
  readonly document: DocumentOutline;
  readonly textOf: TextOf;
  readonly addresses: readonly LinkAddress[];
  /** The body with links that work on every page. */
  readonly bodyHtml: () => Promise<readonly [heading: Html | null, body: Html]>;
}

export interface LinkAddress {
  readonly kind: "site" | "external" | "none";
  readonly href: string;
  /** For a request that can be sent from the page: the address of its explorer's data. */
  readonly explorer?: string;
}

interface RouteInputs {
  readonly pages: readonly Pick<DocumentOutline, "file" | "frontMatter">[];
  /** Files whose text can't be read: their pages would have these routes. */
  readonly unread: readonly string[];
  readonly contracts: readonly ContractVersion[];
}

/**
 * Plans the route of every page. If two sources have the same route, apart from case, that's an error that names both.
 */
export function planRoutes({ pages, unread, contracts }: RouteInputs): Outcome<RouteTable> {
  const diagnostics: Diagnostic[] = [];
  const files = new Set(pages.map(({ file }) => file));
  const claims: readonly Claim[] = [
    ...pages.map(({ file, frontMatter: { slug } }) => {
      const route = routeOfFile(file, slug?.route ?? null, files);
      return { route, file, position: slug?.position ?? startOf(file), weight: slug === null ? 1 : 2 } as const;
    }),
    ...contracts.map(({ document, route, position }) => {
      return {
        route,
        file: document,
        position: position ?? startOf(document),
        weight: position === null ? 0 : 2,
      } as const;
    }),
  ];
  const claimByKey = new Map<string, Claim>();
  const pagesUnread = unread.filter((file) => file.endsWith(".md"));
  const routeByFile = new Map(pagesUnread.map((file) => [file, routeOfFile(file, null, files)]));
  for (const written of claims) {
    const fault = routeFault(written.route);
    if (fault !== null)
      diagnostics.push(diagnose("route/invalid", fault, written.position, "change the file's name or its slug"));
    const claim = fault === null ? written : { ...written, route: fallbackRouteOf(written.file) };
    const earlier = claimByKey.get(claimKey(claim.route));
    if (earlier) diagnostics.push(collision(claim, earlier));
    else claimByKey.set(claimKey(claim.route), claim);
    if (claim.file.startsWith("content/")) routeByFile.set(claim.file, claim.route);
  }
  const routes = [...claimByKey.values()].map(({ route }) => route);
  const routeByKey = new Map(routes.map((route) => [routeKey(route), route]));
  return { value: { routes, routeByFile, routeByKey }, diagnostics };
}

interface Claim {
  readonly route: Route;
  readonly file: string;
  readonly position: Position;
  /** How explicitly a source claims its route: by a setting, by the file's name, or by default. */
  readonly weight: 0 | 1 | 2;
}

/**
 * `content/a/b.md` becomes `/a/b`, and `index.md` becomes its folder. So does `README.md`, unless one of `files` is the
 * folder's `index.md`. A slug is absolute, or relative to the folder.
 */
export function routeOfFile(file: string, slug: string | null, files: ReadonlySet<string> = new Set()): Route {
  const path = file.replace(/^content\//, "").replace(/\.md$/i, "");
  const folder = path.includes("/") ? path.slice(0, path.lastIndexOf("/")) : "";
  if (slug !== null) return toRoute(slug.startsWith("/") ? slug : `${folder}/${slug}`);
  const name = path.slice(path.lastIndexOf("/") + 1);
  const isFree = ![`content/${folder}.md`, posix.join("content", folder, "index.md")].some((owner) => files.has(owner));
  return toRoute(name === "index" || (/^readme$/i.test(name) && isFree) ? folder : path);
}

/** In bytes; file systems allow no longer names. */
const longestSegment = 255;

/** Says why a page can't have a route; null if it can. */
export function routeFault(route: Route): string | null {
  const segments = route.split("/");
  if (segments.some((segment) => segment === "." || segment === "..")) return `the route \`${route}\` leaves the site`;
  if (/[\p{Cc}\u{FFFD}\\?#]/u.test(route))
    return `the route ${JSON.stringify(route)} holds a character no address can hold`;
  const long = segments.find((segment) => Buffer.byteLength(segment) > longestSegment);
  return long === undefined ? null : `the route \`${route.slice(0, 60)}…\` is too long for a file name`;
}

function collision(later: Claim, earlier: Claim): Diagnostic {
  const [claim, rival] = earlier.weight > later.weight ? [earlier, later] : [later, earlier];
  const same = routeKey(claim.route) === routeKey(rival.route);
  const message = same
    ? `two sources for the route \`${claim.route}\`: ${rival.file} and ${claim.file}`
    : `the routes \`${rival.route}\` (${rival.file}) and \`${claim.route}\` (${claim.file}) differ only by case or Unicode form`;
  return diagnose("route/collision", message, claim.position, "rename one of them or give it another slug");
}
