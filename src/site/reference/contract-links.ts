import type { Contract } from "#shared/contract/contract.ts";
import { createAnchorFinder } from "#shared/contract/other-anchors.ts";
import { hrefOf, partsOf, type Reference } from "#shared/contract/reference.ts";
import { hostOf } from "#shared/contract/server.ts";
import { diagnose, type Diagnostic, type Position } from "#shared/diagnostics/diagnostic.ts";
import type { Prose } from "#shared/document.ts";
import type { LinkResolver, ResolvedLink } from "#shared/link.ts";
import { decodePercent } from "#shared/percent.ts";
import { keyOfAddress, routeKey, type RouteTable } from "#shared/route.ts";

import { anchoredParts, createLinkResolver, idsIn, type SitePlace } from "../links/link-resolver.ts";

/** The links in the texts of a contract may lead to these places. */
export interface ContractPlaces {
  readonly contract: Contract;
  readonly texts: ReadonlyMap<string, Prose>;
  readonly reference: Reference;
  readonly routes: RouteTable;
  readonly site: SitePlace;
}

/** True means that the position is in a document of openapi/. */
export function isInContract({ file }: Position): boolean {
  return file.startsWith("openapi/");
}

/**
 * A contract's texts may have been written for another site, so this resolver decides what each link means here. A
 * relative address starts from the reference's first page, where the texts are printed (OpenAPI 3.1, 4.6). An address
 * that this site has becomes a link. An address that starts from the root of a host leads to the provider's own pages
 * if the contract names them. Any link left over is published as text.
 */
export function createContractLinks(places: ContractPlaces): LinkResolver {
  const { contract, routes, site, reference } = places;
  const resolveLink = createLinkResolver(routes, site);
  let toAnchor: ReturnType<typeof anchorResolver> | null = null;
  let pages: ReadonlySet<string> | null = null;
  const host = hostOf(contract.externalDocs?.url ?? "");
  const printed = `content${routeKey(reference.root.route).replace(/\/$/, "")}/index.md`;
  return (written, position) => {
    const address = written.trim();
    const lost: ResolvedLink = { kind: "text", finding: lostLink(address, position) };
    // Collecting all anchors of a contract waits for the first link that needs one, which saves the work after an edit
    // of a page.
    if (address.startsWith("#")) return (toAnchor ??= anchorResolver(places))(address) ?? lost;
    const resolved = resolveLink(address, { ...position, file: printed });
    if (resolved.kind === "external") return resolved;
    if (resolved.kind === "text" && resolved.finding.code === "link/unsafe")
      return { kind: "text", finding: { ...resolved.finding, position } };
    const path = resolved.kind === "text" ? "" : `/${keyOfAddress(resolved.href).slice(site.baseUrl.length)}`;
    const isHere = routes.routeByKey.has(path) || site.known.has(path) || (pages ??= pagesOf(reference)).has(path);
    if (resolved.kind === "site" && isHere) return resolved;
    return host !== "" && address.startsWith("/") ? { kind: "external", href: host + address } : lost;
  };
}

function pagesOf({ root }: Reference): ReadonlySet<string> {
  return new Set(partsOf(root).map(({ route }) => routeKey(route)));
}

function anchorResolver({ contract, texts, reference }: ContractPlaces): (address: string) => ResolvedLink | null {
  const ids = new Set([...texts.values()].flatMap(({ markup }) => [...idsIn(markup)]));
  const find = createAnchorFinder(anchoredParts(contract, texts));
  return (address) => {
    const name = decodePercent(address.slice(1)) ?? "";
    if (ids.has(name)) return { kind: "site", href: address };
    const anchor = reference.hrefByAnchor.has(name) ? name : find(name);
    return anchor === null ? null : { kind: "site", href: hrefOf(reference, anchor) };
  };
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
