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
  return [...moves].flatMap(([before, after]) => {
    const page = documents.find(({ document: { file } }) => file === after);
    const old = routeOfFile(before, null);
    // With a slug, the page may be where it was.
    if (page === undefined || page.document.frontMatter.slug !== null || taken.has(routeKey(old))) return [];
    const address = encodeRoute(old);
    const message = `this page was ${before}: its old address \`${address}\` leads nowhere now`;
    return [
      diagnose("page/moved", message, startOf(after), `keep it with \`aliases: [${address}]\` in the front matter`),
    ];
  });
}
