import { diagnose, type Diagnostic, type Outcome } from "#shared/diagnostic.ts";
import type { Redirect, RedirectSetting } from "#shared/hosting.ts";
import type { LinkResolver } from "#shared/link.ts";
import { claimKey, encodeRoute, type Route, routeKey, toRoute } from "#shared/route.ts";

import { type RoutedDocument, routeFault } from "./plan-routes.ts";

export interface RedirectInputs {
  readonly settings: readonly RedirectSetting[];
  readonly documents: readonly RoutedDocument[];
  /** Every route of the site. */
  readonly routes: readonly Route[];
  readonly resolveLink: LinkResolver;
}

/**
 * The redirects of a site, from its settings and its pages' aliases. An old address that a page or another redirect
 * has, and a target that is itself an old address, are errors: so there are no chains and no loops. That a target
 * exists is judged on the final HTML, with every other link.
 */
export function planRedirects({
  settings,
  documents,
  routes,
  resolveLink,
}: RedirectInputs): Outcome<readonly Redirect[]> {
  const all = [...settings, ...documents.flatMap(settingsOfAliases)];
  const diagnostics: Diagnostic[] = [];
  const claims = new Map(routes.map((route) => [claimKey(route), `the page \`${route}\``]));
  const unlisted = new Set(
    documents.flatMap(({ route, document }) => (document.frontMatter.unlisted ? [toAddress(route)] : [])),
  );
  const sources = new Set(all.map(({ from }) => toAddress(toRoute(decode(from) ?? from))));
  const redirects: Redirect[] = [];
  for (const setting of all) {
    const { position } = setting;
    const from = toRoute(decode(setting.from) ?? setting.from);
    const target = resolveLink(setting.to, position);
    if (target.kind === "text") {
      diagnostics.push(target.finding);
      continue;
    }
    const fault = faultOf(from, { claims, leadsOn: target.kind === "site" && sources.has(pathOf(target.href)) });
    if (fault !== null) {
      diagnostics.push(diagnose("redirect/invalid", fault.message, position, fault.hint));
      continue;
    }
    claims.set(claimKey(from), `another redirect, in ${position.file}:${position.line}`);
    redirects.push({ from, href: target.href, listed: !unlisted.has(pathOf(target.href)), position });
  }
  return { value: redirects.sort((a, b) => (a.from < b.from ? -1 : 1)), diagnostics };

  function toAddress(route: Route): string {
    const link = resolveLink(encodeRoute(route), { file: "content/site.yaml", line: 1, column: 1 });
    return link.kind === "site" ? pathOf(link.href) : "";
  }
}

function settingsOfAliases({ route, document }: RoutedDocument): RedirectSetting[] {
  return document.frontMatter.aliases.map(({ path, position }) => ({ from: path, to: encodeRoute(route), position }));
}

interface Fault {
  readonly message: string;
  readonly hint: string;
}

function faultOf(
  from: Route,
  { claims, leadsOn }: { claims: ReadonlyMap<string, string>; leadsOn: boolean },
): Fault | null {
  const invalid = routeFault(from);
  if (invalid !== null) return { message: invalid, hint: "write the old address as a path, without ? and #" };
  const other = claims.get(claimKey(from));
  if (other !== undefined)
    return { message: `the old address \`${from}\` belongs to ${other}`, hint: "remove one of them" };
  if (!leadsOn) return null;
  return { message: `the redirect from \`${from}\` leads to another old address`, hint: "name the page it ends at" };
}

/** The path of an address under which both slash forms are the same. */
function pathOf(href: string): string {
  return routeKey(href.replace(/[?#].*$/s, ""));
}

/** Old addresses may be written as copied from a browser. */
function decode(path: string): string | null {
  try {
    return decodeURIComponent(path);
  } catch {
    return null;
  }
}
