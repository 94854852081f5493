import type { StaticFile } from "#read/sources.ts";
import type { RedirectSetting } from "#settings/navigation-schema.ts";
import { diagnose, type Diagnostic, type Outcome, type Position, startOf } from "#shared/diagnostics/diagnostic.ts";
import type { LinkResolver } from "#shared/document.ts";
import { decodePercent } from "#shared/percent.ts";
import { claimKey, encodeRoute, type Route, routeKey, type RouteTable, toRoute } from "#shared/route.ts";

import { toHref } from "./links/link-resolver.ts";
import { type HomeInputs, homeOf, settingsStart } from "./navigation.ts";
import { type RoutedDocument, routeFault, routeOfFile } from "./plan-routes.ts";

/** An old address of the site and where it leads now. */
export interface Redirect {
  readonly from: Route;
  /** Ready to be written: with the base URL, percent-encoded. */
  readonly href: string;
  /** False for an address of an unlisted page, which no list may name. */
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
 * The redirects of a site, from its settings and its pages' aliases. An old address that a page or another redirect
 * has, and a target that is itself an old address, are errors: so there are no chains and no loops. That a target
 * exists is judged on the final HTML, with every other link.
 */
export function planRedirects(inputs: RedirectInputs): Outcome<readonly Redirect[]> {
  const { documents, routes, resolveLink } = inputs;
  const aliases = documents.flatMap(({ route, document }) =>
    document.frontMatter.aliases.map(({ path, position }) => ({ from: path, to: encodeRoute(route), position })),
  );
  const wanted = [...inputs.settings, ...aliases].map((setting) => ({
    ...setting,
    // Old addresses may be written as copied from a browser.
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
 * Leads from `/` to where a site without a front page begins; null when something is there. Web servers aren't told of
 * it: a permanent redirect would stay with browsers after a front page has been written.
 */
export function planStart({ redirects, statics, ...inputs }: StartInputs): Redirect | null {
  const home = homeOf(inputs);
  const hasStart = redirects.some(({ from }) => from === "/") || statics.some(({ path }) => path === "index.html");
  if (home === "/" || hasStart) return null;
  return { from: toRoute("/"), href: toHref(home, inputs.config.baseUrl), listed: true, position: settingsStart };
}

interface StartInputs extends HomeInputs {
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

interface KnownAddresses {
  readonly documents: readonly RoutedDocument[];
  readonly routes: readonly Route[];
  readonly redirects: readonly Redirect[];
}

/** Where the pages are now that were renamed, by the `routeKey` of their old address. `moves` are files, as for `checkMoves`. */
export function movedRoutes(
  moves: ReadonlyMap<string, string>,
  { routeByFile }: Pick<RouteTable, "routeByFile">,
): ReadonlyMap<string, Route> {
  const moved = Array.from(moves, ([old, now]) => [routeKey(routeOfFile(old, null)), routeByFile.get(now)] as const);
  return new Map(moved.flatMap(([key, route]) => (route === undefined ? [] : [[key, route]])));
}

/** Pages that were renamed, and whose old address leads nowhere now. `moves` are files: the new one by the old one. */
export function checkMoves(
  moves: ReadonlyMap<string, string>,
  { documents, routes, redirects }: KnownAddresses,
): readonly Diagnostic[] {
  const reachable = new Set([...routes, ...redirects.map(({ from }) => from)].map(routeKey));
  const isLost = (file: string): boolean => !reachable.has(routeKey(routeOfFile(file, null)));
  return documents.flatMap(({ document: { file, frontMatter } }) => {
    const before = [...moves].filter(([old, now]) => now === file && isLost(old)).map(([old]) => old);
    // With a slug, the page may be where it was.
    if (before.length === 0 || frontMatter.slug !== null) return [];
    const addresses = before.map((old) => encodeRoute(routeOfFile(old, null)));
    const lost = addresses.map((address) => `\`${address}\``).join(" and ");
    const [its, keep] = before.length === 1 ? [`its old address ${lost} leads`, "it"] : [`${lost} lead`, "them"];
    const hint = `keep ${keep} with \`aliases: [${addresses.join(", ")}]\` in the front matter`;
    return [diagnose("page/moved", `this page was ${before.join(" and ")}: ${its} nowhere now`, startOf(file), hint)];
  });
}
