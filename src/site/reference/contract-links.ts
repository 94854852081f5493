import type { Contract } from "#shared/contract/contract.ts";
import { createAnchorFinder } from "#shared/contract/other-anchors.ts";
import { hrefOf, type Reference } from "#shared/contract/reference.ts";
import { hostOf } from "#shared/contract/server.ts";
import { diagnose, type Diagnostic, type Position } from "#shared/diagnostics/diagnostic.ts";
import type { Markup, Prose } from "#shared/document.ts";
import type { LinkResolver, ResolvedLink } from "#shared/link.ts";
import { decodePercent } from "#shared/percent.ts";
import { keyOfAddress, type RouteTable } from "#shared/route.ts";

import { anchoredParts, createLinkResolver, type SitePlace } from "../links/link-resolver.ts";

/** What the links in the texts of a contract may mean. */
export interface ContractPlaces {
  readonly contract: Contract;
  readonly texts: ReadonlyMap<string, Prose>;
  readonly reference: Reference;
  readonly routes: RouteTable;
  readonly site: SitePlace;
}

/** True for what stands in a document of openapi/. */
export function isInContract({ file }: Position): boolean {
  return file.startsWith("openapi/");
}

/**
 * The resolver of a contract's texts, which somebody else may have written for another site. What this site has is
 * linked here, what starts from the root of a host leads to the provider's, and the rest is no link.
 */
export function createContractLinks(places: ContractPlaces): LinkResolver {
  const { contract, routes, site } = places;
  const resolveLink = createLinkResolver(routes, site);
  let toAnchor: ReturnType<typeof anchorResolver> | null = null;
  const host = hostOfProvider(contract);
  return (written, position) => {
    const address = written.trim();
    const lost: ResolvedLink = { kind: "text", finding: lostLink(address, position) };
    // All anchors of a contract are looked for when one is first asked for: an edit of a page asks for none.
    if (address.startsWith("#")) return (toAnchor ??= anchorResolver(places))(address) ?? lost;
    const resolved = resolveLink(address, position);
    if (resolved.kind === "external") return resolved;
    if (resolved.kind === "text" && resolved.finding.code === "link/unsafe") return resolved;
    const path = resolved.kind === "text" ? "" : `/${keyOfAddress(resolved.href).slice(site.baseUrl.length)}`;
    if (resolved.kind === "site" && (routes.routeByKey.has(path) || site.known.has(path))) return resolved;
    return host !== null && address.startsWith("/") ? { kind: "external", href: host + address } : lost;
  };
}

/** The host of the provider's own pages, else that of its servers. */
function hostOfProvider({ externalDocs, servers }: Contract): string | null {
  const addresses = [externalDocs?.url ?? "", ...servers.map(({ url }) => url.replace(/^\/\//, "https://"))];
  return addresses.map(hostOf).find((host) => host !== "") ?? null;
}

/** Anchors of the reference, of the texts themselves, and the names that other tools give to operations and tags. */
function anchorResolver({ contract, texts, reference }: ContractPlaces): (address: string) => ResolvedLink | null {
  const ids = new Set([...texts.values()].flatMap(({ markup }) => [...idsIn(markup)]));
  const find = createAnchorFinder(anchoredParts(contract));
  return (address) => {
    const name = decodePercent(address.slice(1)) ?? "";
    if (ids.has(name)) return { kind: "site", href: address };
    const anchor = reference.hrefByAnchor.has(name) ? name : find(name);
    return anchor === null ? null : { kind: "site", href: hrefOf(reference, anchor) };
  };
}

/** What raw HTML in a text can be linked by. */
function* idsIn(markup: Markup): Generator<string> {
  for (const piece of markup) {
    const html = typeof piece === "string" ? piece : piece.before + piece.after;
    for (const [, id = ""] of html.matchAll(/\s(?:id|name)="([^"]*)"/g)) yield id;
    if (typeof piece !== "string") yield* idsIn(piece.content);
  }
}

function lostLink(address: string, position: Position): Diagnostic {
  const hint = "write whole addresses, or name `externalDocs`";
  return diagnose(
    "contract/link",
    `the link \`${address}\` leads to nothing on this site; it is published as text`,
    position,
    hint,
  );
}
