import { diagnose, type Diagnostic, startOf } from "#shared/diagnostic.ts";
import type { Redirect } from "#shared/hosting.ts";
import { encodeRoute, type Route, routeKey } from "#shared/route.ts";

import { type RoutedDocument, routeOfFile } from "./plan-routes.ts";

interface Addresses {
  readonly documents: readonly RoutedDocument[];
  /** Every route of the site. */
  readonly routes: readonly Route[];
  readonly redirects: readonly Redirect[];
}

/** Pages that were renamed, and whose old address leads nowhere now. `moves` are files: the new one by the old one. */
export function checkMoves(
  moves: ReadonlyMap<string, string>,
  { documents, routes, redirects }: Addresses,
): readonly Diagnostic[] {
  const taken = new Set([...routes, ...redirects.map(({ from }) => from)].map(routeKey));
  const isLost = (file: string): boolean => !taken.has(routeKey(routeOfFile(file, null)));
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
