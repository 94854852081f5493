import { fileNamedBy, sitePathOf, splitAddress } from "#read/written-address.ts";
import { type Contract, tagsOf } from "#shared/contract/contract.ts";
import { type AnchoredParts, createAnchorFinder } from "#shared/contract/foreign-anchors.ts";
import { hrefOf, pageOf, partsOf, type Reference } from "#shared/contract/reference.ts";
import { hostOf } from "#shared/contract/server.ts";
import type { DiagnosticCode } from "#shared/diagnostics/diagnostic-codes.ts";
import { diagnose, type Position } from "#shared/diagnostics/diagnostic.ts";
import { nearest } from "#shared/diagnostics/nearest.ts";
import { type LinkResolver, type Markup, type Prose, type ResolvedLink, sectionPrefix } from "#shared/document.ts";
import { decodePercent } from "#shared/percent.ts";
import { encodeRoute, keyOfAddress, routeKey, type RouteTable } from "#shared/route.ts";

const safeSchemes: ReadonlySet<string> = new Set(["http", "https", "mailto", "tel"]);

/** A site's address and its files besides pages. */
export interface SiteAddresses {
  readonly baseUrl: string;
  /** The scheme and host; null if they're unknown. */
  readonly siteUrl: string | null;
  /** Addresses of this site besides pages, from its root: files, folders, old addresses. */
  readonly known: ReadonlySet<string>;
}

/**
 * Resolves a site's links. It decides what an address means; the check stage later decides on the final HTML whether
 * the target exists. Only a link to a missing Markdown file is found here.
 * Relative addresses start from the author's file, as in an editor or a repository browser, so they work in both slash
 * forms of a route. Query and fragment are kept. An absolute address of the site counts as a path.
 */
export function createLinkResolver(table: RouteTable, { baseUrl, siteUrl, known }: SiteAddresses): LinkResolver {
  const toSite = (path: string, suffix: string): ResolvedLink => ({
    kind: "site",
    href: toHref(path, baseUrl) + suffix,
  });
  return (address, position) => {
    const asText = (message: string, hint: string, code: DiagnosticCode = "link/broken"): ResolvedLink => ({
      kind: "text",
      finding: diagnose(code, message, position, hint),
    });
    const trimmed = pathOnSite(address.trim(), siteUrl, baseUrl);
    if (trimmed === "") return asText("a link without an address", "write the page's route between the parentheses");
    if (trimmed.startsWith("#")) return { kind: "site", href: trimmed };
    if (trimmed.startsWith("//")) return { kind: "external", href: trimmed };
    // RFC 3986, but like browsers do, which ignore control characters and spaces within it.
    const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(trimmed.replace(/[\p{Cc} ]/gu, ""))?.[1]?.toLowerCase();
    if (scheme !== undefined && safeSchemes.has(scheme)) return { kind: "external", href: trimmed };
    if (scheme !== undefined) {
      const message = `a link with the scheme \`${scheme}:\` is published as plain text`;
      // ReadMe's links to pages.
      const isPage = /^(?:doc|page|ref|changelog)$/.test(scheme);
      const hint = isPage ? "write the page's file, like ./page.md" : "links may use http, https, mailto and tel";
      return asText(message, hint, "link/unsafe");
    }
    const { path, suffix } = splitAddress(trimmed);
    const decoded = decodePercent(path);
    if (decoded === null)
      return asText(`the address \`${path}\` isn't valid percent-encoding`, "write a literal % as %25");
    const isFile = /\.md$/i.test(decoded);
    const reached = sitePathOf(decoded, position.file);
    if (reached === null && !isFile) {
      const hint = "a path that starts with / begins at the root";
      return asText(`the link \`${trimmed}\` climbs above the root of the site`, hint);
    }
    const target = (reached ?? decoded).normalize("NFC");
    const route = table.routeByFile.get(fileNamedBy(decoded, position.file, table.routeByFile) ?? "");
    if (route !== undefined) return toSite(route, suffix);
    if (isFile) {
      // Each page's Markdown is published too, but a link relative to a file means the file.
      const isFromRoot = decoded.startsWith("/") || !table.routeByKey.has(target.replace(/\.md$/i, ""));
      if (isFromRoot && known.has(target)) return toSite(target, suffix);
      const message = `no page comes from the Markdown file \`${trimmed}\`; the link is published as plain text`;
      const suggestion = nearest(nameOf(target), Array.from(table.routeByFile.keys(), nameOf));
      const hint = suggestion === null ? "no such page in content/" : `try ${suggestion}.md`;
      return asText(message, hint, "link/markdown-file");
    }
    return toSite(target, suffix);
  };
}

function pathOnSite(address: string, siteUrl: string | null, baseUrl: string): string {
  if (siteUrl === null || !/^(?:https?:)?\/\//i.test(address) || !URL.canParse(address, siteUrl)) return address;
  const { origin, pathname, search, hash } = new URL(address, siteUrl);
  const [path, base] = [`${pathname}/`.replace(/\/+$/, "/"), encodeRoute(baseUrl)];
  if (origin !== new URL(siteUrl).origin || !path.startsWith(base)) return address;
  return `/${pathname.slice(base.length)}${search}${hash}`;
}

/** The address of a path of the site, from the root of the host. */
export function toHref(path: string, baseUrl: string): string {
  return baseUrl.slice(0, -1) + encodeRoute(path);
}

/** Drops the part that all files share, which would make any two look similar. */
function nameOf(file: string): string {
  return file.replace(/^content|\.md$/gi, "");
}

export interface LinkedReference {
  readonly contract: Contract;
  readonly texts: ReadonlyMap<string, Prose>;
  readonly reference: Reference;
}

/**
 * Lets a link to a reference's page lead to the page with the anchor: `/api/#post-loads` from the time when the
 * reference was one page, or `/api/#operation/createLoad` from another tool.
 */
export function leadOn(resolveLink: LinkResolver, references: readonly LinkedReference[]): LinkResolver {
  const finders = new Map(
    references.flatMap((linked) => {
      const find = createFinder(linked);
      return partsOf(linked.reference.root).map(({ href }) => [keyOfAddress(href), find] as const);
    }),
  );
  return (address, position) => {
    const resolved = resolveLink(address, position);
    if (resolved.kind !== "site") return resolved;
    const [path = "", fragment = ""] = resolved.href.split(/#(.*)/s);
    const href = fragment === "" ? undefined : finders.get(keyOfAddress(path))?.(path, fragment);
    return href === undefined ? resolved : { kind: "site", href };
  };
}

function createFinder({ contract, texts, reference }: LinkedReference) {
  const find = createAnchorFinder(anchoredParts(contract, texts));
  return (path: string, fragment: string): string | undefined => {
    const name = decodePercent(fragment) ?? "";
    const anchor = name.replace(/^try-([^=]+).*$/s, "$1");
    const page = pageOf(anchor, reference.hrefByAnchor);
    if (reference.listByAnchor.has(anchor)) return hrefOf(reference, anchor);
    if (page !== undefined) return keyOfAddress(page) === keyOfAddress(path) ? undefined : `${page}#${fragment}`;
    const target = find(name);
    return target === null ? undefined : hrefOf(reference, target);
  };
}

/** The parts of a contract that can be linked. */
export function anchoredParts(contract: Contract, texts: ReadonlyMap<string, Prose>): AnchoredParts {
  const { operations, webhooks, schemas, description } = contract;
  const anchors = [...idsIn(texts.get(description?.text ?? "")?.markup ?? [])];
  const sections = anchors
    .filter((anchor) => anchor.startsWith(sectionPrefix))
    .map((anchor) => ({ anchor, name: anchor.slice(sectionPrefix.length) }));
  return { operations: [...operations, ...webhooks], tags: tagsOf(contract), schemas, sections };
}

function* idsIn(markup: Markup): Generator<string> {
  for (const piece of markup) {
    const html = typeof piece === "string" ? piece : piece.before + piece.after;
    for (const [, id = ""] of html.matchAll(/\s(?:id|name)="([^"]*)"/g)) yield id;
    if (typeof piece !== "string") yield* idsIn(piece.content);
  }
}

/** The targets of links in a contract's texts: its own anchors, the site's pages and its other addresses. */
export interface ContractTargets extends LinkedReference {
  readonly routes: RouteTable;
  readonly site: SiteAddresses;
}

export function isInContract({ file }: Position): boolean {
  return file.startsWith("openapi/");
}

/**
 * Resolves links in a contract's texts, which may have been written for another site. A relative address starts from
 * the reference's first page, where the texts are printed (OpenAPI 3.1, 4.6). An address of this site becomes a link.
 * An address from the root of a host leads to the provider's own pages if the contract names them. Any other link
 * becomes text.
 */
export function createContractLinks(targets: ContractTargets): LinkResolver {
  const { contract, routes, site, reference } = targets;
  const resolveLink = createLinkResolver(routes, site);
  let toAnchor: AnchorResolver | null = null;
  let pages: ReadonlySet<string> | null = null;
  const ownPages = () => (pages ??= new Set(partsOf(reference.root).map(({ route }) => routeKey(route))));
  const host = hostOf(contract.externalDocs?.url ?? "");
  const printed = `content${routeKey(reference.root.route).replace(/\/$/, "")}/index.md`;
  return (written, position) => {
    const address = written.trim();
    const message = `the link \`${address}\` leads to nothing on this site; it is published as text`;
    const hint = "write whole addresses, or name `externalDocs`";
    const unresolved: ResolvedLink = { kind: "text", finding: diagnose("contract/link", message, position, hint) };
    // The anchors are collected at the first link that needs them, which saves the work after an edit of a page.
    if (address.startsWith("#")) return (toAnchor ??= createAnchorResolver(targets))(address) ?? unresolved;
    const resolved = resolveLink(address, { ...position, file: printed });
    if (resolved.kind === "external") return resolved;
    if (resolved.kind === "text" && resolved.finding.code === "link/unsafe")
      return { kind: "text", finding: { ...resolved.finding, position } };
    if (resolved.kind === "site") {
      const path = `/${keyOfAddress(resolved.href).slice(site.baseUrl.length)}`;
      if (routes.routeByKey.has(path) || site.known.has(path) || ownPages().has(path)) return resolved;
    }
    return host !== "" && address.startsWith("/") ? { kind: "external", href: host + address } : unresolved;
  };
}

type AnchorResolver = (address: string) => ResolvedLink | null;

function createAnchorResolver({ contract, texts, reference }: LinkedReference): AnchorResolver {
  const ids = new Set([...texts.values()].flatMap(({ markup }) => [...idsIn(markup)]));
  const find = createAnchorFinder(anchoredParts(contract, texts));
  return (address) => {
    const name = decodePercent(address.slice(1)) ?? "";
    if (ids.has(name)) return { kind: "site", href: address };
    const anchor = reference.hrefByAnchor.has(name) ? name : find(name);
    return anchor === null ? null : { kind: "site", href: hrefOf(reference, anchor) };
  };
}
