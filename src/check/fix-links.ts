import { fixWord } from "#read/fixes.ts";
import { toSourceText, withLineFeeds } from "#read/source-text.ts";
import { beginStep } from "#read/steps.ts";
import { addressOffset, fileNamedBy, sitePathOf, splitAddress, writtenPathTo } from "#read/written-address.ts";
import type { SidebarSetting } from "#settings/navigation-schema.ts";
import type { Config } from "#settings/resolve-config.ts";
import type { DiagnosticCode } from "#shared/diagnostics/diagnostic-codes.ts";
import { type Diagnostic, type Fix, type Position, withFix } from "#shared/diagnostics/diagnostic.ts";
import { createSlipFinder, type Slip, slipOf } from "#shared/diagnostics/nearest.ts";
import { type DocumentOutline, toOrigin } from "#shared/document.ts";
import { groupBy } from "#shared/group-by.ts";
import { decodePercent } from "#shared/percent.ts";
import { encodeRoute, isFallbackRoute, type Route, routeKey, type RouteTable } from "#shared/route.ts";

import type { RenderedPage } from "./check-site.ts";
import { anchorsLike, type PageAnchors } from "./page-anchors.ts";

interface WrittenLink {
  readonly address: string;
  readonly position: Position;
}

/** What links may lead to, and the texts in which they're written. */
export interface LinkSources {
  readonly documents: readonly Pick<DocumentOutline, "links">[];
  readonly config: Pick<Config, "sidebar" | "navbar" | "footer" | "redirects" | "search">;
  /** The authors' texts by file. */
  readonly texts: ReadonlyMap<string, string>;
  readonly routes: RouteTable;
  readonly pages: readonly Pick<RenderedPage, "route" | "ids" | "sources">[];
  readonly files: readonly { readonly path: string }[];
  readonly moved: MovedPages;
}

/** Renamed pages: the new file by the old one, and the new route by the old one's `routeKey`. */
export interface MovedPages {
  readonly files: ReadonlyMap<string, string>;
  readonly routes: ReadonlyMap<string, Route>;
}

const linkCodes: ReadonlySet<DiagnosticCode> = new Set([
  "link/broken",
  "link/broken-anchor",
  "link/broken-asset",
  "link/markdown-file",
]);

/**
 * Adds a fix to findings about links if only a single address can be meant: a renamed page, another letter case, a
 * missing slash, an extra extension, a mistyped letter. The fix keeps the author's form of the address.
 */
export function fixLinks(findings: readonly Diagnostic[], sources: LinkSources): readonly Diagnostic[] {
  if (!findings.some(isOfLink)) return findings;
  const targets = toTargets(sources);
  const links = groupBy(writtenLinks(sources), ({ position }) => toOrigin(position));
  return findings.map((finding) => {
    const { position } = finding;
    if (position === null || !isOfLink(finding)) return finding;
    beginStep(position.file);
    // A generated link has the position of the page's beginning, and so may a written one.
    for (const link of links.get(toOrigin(position)) ?? []) {
      const meant = meantAddress(link, targets);
      const fix = meant === null ? null : fixAddress(link, meant, sources);
      if (meant !== null && fix !== null) return withFix(withHint(finding, meant), fix);
    }
    return finding;
  });
}

/** The nearest name may differ from the renamed page, so the hint names what the fix writes. */
function withHint(finding: Diagnostic, meant: string): Diagnostic {
  const { path } = splitAddress(meant);
  const isHinted = finding.hint?.replace(/\/$/, "").endsWith(path.replace(/^[./]+|\/$/g, "")) === true;
  return isHinted || finding.code === "link/broken-anchor" ? finding : { ...finding, hint: `try ${meant}` };
}

function isOfLink({ code }: Diagnostic): boolean {
  return linkCodes.has(code);
}

function writtenLinks({ documents, config }: LinkSources): readonly WrittenLink[] {
  const { sidebar, navbar, footer, redirects, search } = config;
  const entries = listEntries([...(sidebar ?? []), ...(navbar ?? [])]);
  const footerLinks = [...footer.columns.flatMap((column) => column.links), ...footer.links];
  const settings = [...entries, ...footerLinks, ...(search.popular ?? []), ...redirects];
  const links = documents.flatMap((document) => document.links);
  const ofPages = links.flatMap(({ target, position }) =>
    target.kind === "contract" ? [] : [{ to: target.address, position }],
  );
  return [...ofPages, ...settings].flatMap(({ to, position }) =>
    to === null || position === null ? [] : [{ address: to, position }],
  );
}

function listEntries(entries: readonly SidebarSetting[]): readonly SidebarSetting[] {
  return entries.flatMap((entry) => [entry, ...listEntries(entry.items)]);
}

interface Targets extends Pick<LinkSources, "routes" | "moved"> {
  /** By `routeKey`. */
  readonly pages: ReadonlyMap<string, PageAnchors>;
  /** Paths from the site's root. */
  readonly files: ReadonlySet<string>;
  /** Finds the page, file or author's page that a wrong path may mean. */
  readonly findPath: (written: string) => Slip | null;
  readonly findPage: (written: string) => Slip | null;
}

function toTargets({ pages, files, ...sources }: LinkSources): Targets {
  const listed = pages.filter(({ route }) => !isFallbackRoute(route));
  const pageByKey = new Map(listed.map((page) => [routeKey(page.route), page]));
  const paths = files.map(({ path }) => `/${path}`).filter((path) => !path.startsWith("/assets/"));
  return {
    ...sources,
    pages: pageByKey,
    files: new Set(paths),
    findPath: createSlipFinder([...pageByKey.keys(), ...paths]),
    findPage: createSlipFinder(sources.routes.routeByFile.keys()),
  };
}

function meantAddress({ address, position: { file } }: WrittenLink, targets: Targets): string | null {
  const { path, suffix } = splitAddress(address);
  const decoded = decodePercent(path);
  const reached = decoded === null ? null : sitePathOf(decoded, file)?.normalize("NFC");
  if (decoded === null || reached === undefined || reached === null) return null;
  const isMarkdown = /\.md$/i.test(reached);
  const { routeByFile } = targets.routes;
  const named = fileNamedBy(decoded, file, routeByFile);
  const route = named === null ? reached : routeByFile.get(named);
  const page = route === undefined ? undefined : targets.pages.get(routeKey(route));
  if (page !== undefined) return withAnchor(address, page);
  if (path === "") return null;
  const fromRoot = `/${decoded}`;
  const isFromRoot = targets.pages.has(routeKey(fromRoot)) || targets.files.has(fromRoot);
  if (!isMarkdown && !/^[/.]/.test(path) && isFromRoot) return `/${address}`;
  const meant = isMarkdown ? meantFile(reached, targets) : meantPath(reached, targets);
  if (meant === null) return null;
  const slash = path.endsWith("/") && targets.pages.has(routeKey(meant)) && !meant.endsWith("/") ? "/" : "";
  const written = writtenPathTo(meant, { from: file, like: path });
  return (/[\s()<>%?#\\]/.test(written) ? encodeRoute(written) : written) + slash + suffix;
}

/** Nobody mistypes an anchor that has to be encoded. */
function withAnchor(address: string, anchors: PageAnchors): string | null {
  const [before, written = ""] = address.split("#", 2);
  const id = decodePercent(written) ?? written;
  const slip = slipOf(id, anchorsLike(id, anchors));
  return slip === null || /[\s()<>%]/.test(slip.meant) ? null : `${before}#${slip.meant}`;
}

function meantFile(path: string, { routes: { routeByFile }, moved, findPage }: Targets): string | null {
  const file = `content${path}`;
  const now = moved.files.get(file);
  const meant = now !== undefined && routeByFile.has(now) ? now : findPage(file)?.meant;
  return meant?.slice("content".length) ?? null;
}

function meantPath(path: string, { pages, files, moved, findPath }: Targets): string | null {
  const key = routeKey(path);
  const now = moved.routes.get(key);
  if (now !== undefined) return now;
  const bare = routeKey(key.replace(/(?:\/index)?\.html?$/i, "") || "/");
  if (bare !== key && pages.has(bare)) return bare;
  const [longer, another] = [...files].filter((file) => file.startsWith(`${key}.`) && !file.includes("/", key.length));
  if (longer !== undefined) return another === undefined ? longer : null;
  return findPath(key)?.meant ?? null;
}

/**
 * Only an address that stands in the source as it was read can be fixed: within a link's parentheses or in the
 * settings.
 */
function fixAddress({ address, position }: WrittenLink, meant: string, { texts }: LinkSources): Fix | null {
  const { file } = position;
  const { text, offsetAt, positionAt } = toSourceText(file, withLineFeeds(texts.get(file) ?? ""));
  const start = offsetAt(position);
  const following = text.slice(start);
  for (const written of new Set([address, decodePercent(address) ?? address])) {
    const offset = /\.md$/i.test(file) ? addressOffset(following, written) : offsetInLine(following, written);
    if (offset !== null) return fixWord(positionAt(start + offset), { written, meant });
  }
  return null;
}

function offsetInLine(text: string, address: string): number | null {
  const [line = ""] = text.split("\n", 1);
  const pieces = line.split(/([\s"',{}[\]]+)/);
  const found = pieces.flatMap((piece, index) => (piece === address ? [pieces.slice(0, index).join("").length] : []));
  const [only = null, another] = found;
  return another === undefined ? only : null;
}
