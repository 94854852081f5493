import type { Config, SidebarSetting } from "#shared/config.ts";
import { diagnose, type Diagnostic, startOf } from "#shared/diagnostic.ts";
import { encodeRoute, keyOfAddress, routeKey } from "#shared/route.ts";

import type { RoutedDocument } from "./plan-routes.ts";

/**
 * The pages that a sidebar of the author's own leaves out, and nothing else of the navigation leads to. One that says so
 * itself (`unlisted`, `sidebar: false`) is left out on purpose.
 */
export function checkSidebar(
  { sidebar, navbar, footerLinks }: Config,
  documents: readonly RoutedDocument[],
): readonly Diagnostic[] {
  if (sidebar === null) return [];
  const linked = new Set(["/404", ...keysOf(sidebar)]);
  for (const { to } of [...(navbar ?? []), ...footerLinks]) linked.add(keyOfAddress(to));
  return documents
    .filter(({ route, document: { frontMatter } }) => {
      return frontMatter.sidebar && !frontMatter.unlisted && !linked.has(routeKey(route));
    })
    .map(({ route, document: { file } }) => {
      const hint = `add \`- ${encodeRoute(route)}\` to \`sidebar:\` in content/site.yaml, or \`unlisted: true\` to the page`;
      return diagnose("page/not-in-sidebar", "the sidebar has no entry for this page", startOf(file), hint);
    });
}

function keysOf(entries: readonly SidebarSetting[]): readonly string[] {
  return entries.flatMap(({ to, items }) => [...(to === null ? [] : [keyOfAddress(to)]), ...keysOf(items)]);
}
