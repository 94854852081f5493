import type { StaticFile } from "#read/sources.ts";
import type { RedirectSetting } from "#settings/navigation-schema.ts";
import { diagnose, type Diagnostic, type Outcome, type Position, startOf } from "#shared/diagnostics/diagnostic.ts";
import type { LinkResolver } from "#shared/document.ts";
import { decodePercent } from "#shared/percent.ts";
import { claimKey, encodeRoute, type Route, routeKey, type RouteTable, toRoute } from "#shared/route.ts";

import { toHref } from "./links/link-resolver.ts";
import { settingsStart } from "./navigation.ts";
import { type RoutedDocument, routeFault, routeOfFile } from "./plan-routes.ts";

/** An old address with its present target. */
export interface Redirect {
  readonly from: Route;
  /** Percent-encoded, with the base URL. */
  readonly href: string;
  /** False for an address of an unlisted page, which lists leave out. */
  readonly listed: boolean;
  readonly position: Position;
}

interface RedirectInputs {
  readonly settings: readonly RedirectSetting[];
  readonly documents: readonly RoutedDocument[];
  readonly routes: readonly Route[];
  readonly resolveLink: LinkResolver;
}

/**
 * Plans redirects from the settings and the pages' aliases. It's an error if a page or another redirect has the old
 * address, or if the target is an old address itself, so there are no chains and no loops. The check stage judges
 * whether the target exists.
 */
export function planRedirects(inputs: RedirectInputs): Outcome<readonly Redirect[]> {
  const { documents, routes, resolveLink } = inputs;
  const aliases = documents.flatMap(({ route, document }) =>
    document.frontMatter.aliases.map(({ path, position }) => ({ from: path, to: encodeRoute(route), position })),
  );
  const wanted = [...inputs.settings, ...aliases].map((setting) => ({
    ...setting,
    // An old address may be percent-encoded, as browsers copy it.
    from: toRoute(decodePercent(setting.from) ?? setting.from),
  }));
  const unlisted = documents.filter(({ document }) => document.frontMatter.unlisted);
  const unlistedPaths = new Set(unlisted.map(({ route }) => pathOfRoute(route, resolveLink)));
  const oldPaths = new Set(wanted.map(({ from }) => pathOfRoute(from, resolveLink)));
  const claims = new Map(routes.map((route) => [claimKey(route), `the page \`${route}\``]));
  const diagnostics: Diagnostic[] = [];
  const redirects: Redirect[] = [];
  for (const { from, to, position } of wanted) {
    const target = resolveLink(to, position);
    if (target.kind === "text") {
      diagnostics.push(target.finding);
      continue;
    }
    const path = pathOf(target.href);
    const fault = faultOf(from, position, { claims, leadsOn: target.kind === "site" && oldPaths.has(path) });
    if (fault !== null) {
      diagnostics.push(fault);
      continue;
    }
    claims.set(claimKey(from), `another redirect, in ${position.file}:${position.line}`);
    redirects.push({ from, href: target.href, listed: !unlistedPaths.has(path), position });
  }
  return { value: redirects.sort((a, b) => (a.from < b.from ? -1 : 1)), diagnostics };
}

/**
 * For a site without a front page, redirects `/` to its start; null if `/` has a page or file. Web servers don't get
 * this redirect, because browsers would remember it after a front page is written.
 */
export function planStart({ home, baseUrl, redirects, statics }: StartInputs): Redirect | null {
  const hasStart = redirects.some(({ from }) => from === "/") || statics.some(({ path }) => path === "index.html");
  if (home === "/" || hasStart) return null;
  return { from: toRoute("/"), href: toHref(home, baseUrl), listed: true, position: settingsStart };
}

interface StartInputs {
  readonly home: Route;
  readonly baseUrl: string;
  readonly redirects: readonly Redirect[];
  readonly statics: readonly StaticFile[];
}

function faultOf(
  from: Route,
  position: Position,
  { claims, leadsOn }: { readonly claims: ReadonlyMap<string, string>; readonly leadsOn: boolean },
): Diagnostic | null {
  const invalid = (message: string, hint: string): Diagnostic => diagnose("redirect/invalid", message, position, hint);
  const unusable = routeFault(from);
  if (unusable !== null) return invalid(unusable, "write the old address as a path, without ? and #");
  const owner = claims.get(claimKey(from));
  if (owner !== undefined) return invalid(`the old address \`${from}\` belongs to ${owner}`, "remove one of them");
  return leadsOn
    ? invalid(`the redirect from \`${from}\` leads to another old address`, "name the page it ends at")
    : null;
}

function pathOfRoute(route: Route, resolveLink: LinkResolver): string {
  const link = resolveLink(encodeRoute(route), settingsStart);
  return link.kind === "site" ? pathOf(link.href) : "";
}

function pathOf(href: string): string {
  return routeKey(href.replace(/[?#].*$/s, ""));
}

/** Renamed pages' present routes, by the `routeKey` of the old one. `moves` are files, as in `checkMoves`. */
export function movedRoutes(
  moves: ReadonlyMap<string, string>,
  { routeByFile }: Pick<RouteTable, "routeByFile">,
): ReadonlyMap<string, Route> {
  const moved = Array.from(moves, ([old, now]) => [routeKey(routeOfFile(old, null)), routeByFile.get(now)] as const);
  return new Map(moved.flatMap(([key, route]) => (route === undefined ? [] : [[key, route]])));
}

/** Reports renamed pages whose old address leads nowhere. `moves` maps old files to new ones. */
export function checkMoves(
  moves: ReadonlyMap<string, string>,
  { documents, routes, redirects }: Pick<RedirectInputs, "documents" | "routes"> & Pick<StartInputs, "redirects">,
): readonly Diagnostic[] {
  const reachable = new Set([...routes, ...redirects.map(({ from }) => from)].map(routeKey));
  const isLost = (file: string): boolean => !reachable.has(routeKey(routeOfFile(file, null)));
  return documents.flatMap(({ document: { file, frontMatter } }) => {
    const before = [...moves].filter(([old, now]) => now === file && isLost(old)).map(([old]) => old);
    // A page with a slug may have kept its address.
    if (before.length === 0 || frontMatter.slug !== null) return [];
    const addresses = before.map((old) => encodeRoute(routeOfFile(old, null)));
    const lost = addresses.map((address) => `\`${address}\``).join(" and ");
    const [its, keep] = before.length === 1 ? [`its old address ${lost} leads`, "it"] : [`${lost} lead`, "them"];
    const hint = `keep ${keep} with \`aliases: [${addresses.join(", ")}]\` in the front matter`;
    return [diagnose("page/moved", `this page was ${before.join(" and ")}: ${its} nowhere now`, startOf(file), hint)];
  });
}
