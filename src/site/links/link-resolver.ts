import { posix } from "node:path";

import { sitePathOf, splitAddress } from "#read/written-address.ts";
import type { Contract } from "#shared/contract/contract.ts";
import { type AnchoredParts, createAnchorFinder } from "#shared/contract/other-anchors.ts";
import { hrefOf, pageOf, partsOf, type Reference } from "#shared/contract/reference.ts";
import { diagnose, type Diagnostic, type Position } from "#shared/diagnostics/diagnostic.ts";
import { type Markup, type Prose, sectionPrefix } from "#shared/document.ts";
import type { LinkResolver, ResolvedLink } from "#shared/link.ts";
import { nearest } from "#shared/diagnostics/nearest.ts";
import { decodePercent } from "#shared/percent.ts";
import { encodeRoute, keyOfAddress, type RouteTable } from "#shared/route.ts";

const safeSchemes: ReadonlySet<string> = new Set(["http", "https", "mailto", "tel"]);

/** A site's address, and its files beside its pages. */
export interface SitePlace {
  readonly baseUrl: string;
  /** Scheme and host; null while they aren't known. */
  readonly siteUrl: string | null;
  /** Addresses of this site that aren't pages, from its root: files, their folders, old addresses. */
  readonly known: ReadonlySet<string>;
}

/**
 * The resolver of a site. It decides what an address means, not whether its target exists (the check stage judges
 * the final HTML), with one exception: a link to a Markdown file is known to be missing here, where files are known.
 *
 * Relative addresses start from the author's file, as in an editor or a repository browser, so that they work in
 * both slash forms of a route. Query and fragment are kept. The site's own whole address is read as a path.
 */
export function createLinkResolver(table: RouteTable, { baseUrl, siteUrl, known }: SitePlace): LinkResolver {
  const toSite = (path: string, suffix: string): ResolvedLink => ({
    kind: "site",
    href: toHref(path, baseUrl) + suffix,
  });
  return (address, position) => {
    const trimmed = pathOnSite(address.trim(), siteUrl, baseUrl);
    if (trimmed === "") return { kind: "text", finding: emptyLink(position) };
    if (trimmed.startsWith("#")) return { kind: "site", href: trimmed };
    if (trimmed.startsWith("//")) return { kind: "external", href: trimmed };
    const scheme = schemeOf(trimmed);
    if (scheme !== null) {
      if (safeSchemes.has(scheme)) return { kind: "external", href: trimmed };
      return { kind: "text", finding: unsafeLink(scheme, position) };
    }
    const { path, suffix } = splitAddress(trimmed);
    const decoded = decodePercent(path);
    if (decoded === null) return { kind: "text", finding: malformed(path, position) };
    const isFile = /\.md$/i.test(decoded);
    const reached = sitePathOf(decoded, position.file);
    if (reached === null && !isFile) return { kind: "text", finding: outside(trimmed, position) };
    const target = (reached ?? decoded).normalize("NFC");
    const file = `content${target.replace(/\/$/, "")}`;
    if (isFile) {
      const route =
        table.routeByFile.get(file) ?? table.routeByFile.get(posix.join("content", decoded).normalize("NFC"));
      if (route !== undefined) return toSite(route, suffix);
      // A page's own Markdown is published as well, but beside a file one means the file.
      const isFromRoot = decoded.startsWith("/") || !table.routeByKey.has(target.replace(/\.md$/i, ""));
      if (isFromRoot && known.has(target)) return toSite(target, suffix);
      return { kind: "text", finding: missingFile({ address: trimmed, file, position, table }) };
    }
    if (decoded.startsWith("/")) return toSite(target, suffix);
    const route = table.routeByFile.get(`${file}.md`) ?? table.routeByFile.get(`${file}/index.md`);
    return toSite(route ?? target, suffix);
  };
}

function pathOnSite(address: string, siteUrl: string | null, baseUrl: string): string {
  if (siteUrl === null || !/^(?:https?:)?\/\//i.test(address) || !URL.canParse(address, siteUrl)) return address;
  const { origin, pathname, search, hash } = new URL(address, siteUrl);
  const [path, base] = [`${pathname}/`.replace(/\/+$/, "/"), encodeRoute(baseUrl)];
  if (origin !== new URL(siteUrl).origin || !path.startsWith(base)) return address;
  return `/${pathname.slice(base.length)}${search}${hash}`;
}

/** The address of a path of the site, from the host's root. */
export function toHref(path: string, baseUrl: string): string {
  return baseUrl.slice(0, -1) + encodeRoute(path);
}

/** RFC 3986, but read as browsers do: control characters and spaces inside it don't count. */
function schemeOf(address: string): string | null {
  const compact = address.replace(/[\p{Cc} ]/gu, "");
  return /^([a-z][a-z0-9+.-]*):/i.exec(compact)?.[1]?.toLowerCase() ?? null;
}

function emptyLink(position: Position): Diagnostic {
  const hint = "write the page's route between the parentheses";
  return diagnose("link/broken", "a link without an address", position, hint);
}

function outside(address: string, position: Position): Diagnostic {
  const hint = "a path that starts with / begins at the root";
  return diagnose("link/broken", `the link \`${address}\` climbs above the root of the site`, position, hint);
}

function unsafeLink(scheme: string, position: Position): Diagnostic {
  const hint = "links may use http, https, mailto and tel";
  return diagnose("link/unsafe", `a link with the scheme \`${scheme}:\` is published as plain text`, position, hint);
}

function malformed(path: string, position: Position): Diagnostic {
  const hint = "write a literal % as %25";
  return diagnose("link/broken", `the address \`${path}\` isn't valid percent-encoding`, position, hint);
}

interface MissingFile {
  readonly address: string;
  readonly file: string;
  readonly position: Position;
  readonly table: RouteTable;
}

function missingFile({ address, file, position, table }: MissingFile): Diagnostic {
  const suggestion = nearest(nameOf(file), Array.from(table.routeByFile.keys(), nameOf));
  const hint = suggestion === null ? "no such page in content/" : `try ${suggestion}.md`;
  const message = `no page comes from the Markdown file \`${address}\`; the link is published as plain text`;
  return diagnose("link/markdown-file", message, position, hint);
}

/** Drops what all files share, which would make each of them look similar. */
function nameOf(file: string): string {
  return file.replace(/^content|\.md$/gi, "");
}

/** A reference that links may lead to. */
export interface LinkedReference {
  readonly contract: Contract;
  readonly texts: ReadonlyMap<string, Prose>;
  readonly reference: Reference;
}

/**
 * Lets a link to a page of a reference lead on to the page that has the anchor: `/api/#post-loads` of the time when all was one
 * page, and `/api/#operation/createLoad` as other tools write it.
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
  const { operations, webhooks, tagGroups, schemas, description } = contract;
  const tags = tagGroups.flatMap((group) => group.tags);
  const anchors = [...idsIn(texts.get(description?.text ?? "")?.markup ?? [])];
  const sections = anchors
    .filter((anchor) => anchor.startsWith(sectionPrefix))
    .map((anchor) => ({ anchor, name: anchor.slice(sectionPrefix.length) }));
  return { operations: [...operations, ...webhooks], tags, schemas, sections };
}

export function* idsIn(markup: Markup): Generator<string> {
  for (const piece of markup) {
    const html = typeof piece === "string" ? piece : piece.before + piece.after;
    for (const [, id = ""] of html.matchAll(/\s(?:id|name)="([^"]*)"/g)) yield id;
    if (typeof piece !== "string") yield* idsIn(piece.content);
  }
}
