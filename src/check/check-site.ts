import { beginStep } from "#read/steps.ts";
import { diagnose, type Diagnostic, positionIn, type Position, startOf } from "#shared/diagnostics/diagnostic.ts";
import { nearest } from "#shared/diagnostics/nearest.ts";
import { parseOrigin } from "#shared/document.ts";
import { decodePercent } from "#shared/percent.ts";
import { isCovered, sourcesIn } from "#shared/policy.ts";
import { filesAt, isFallbackRoute, outputPathOf, type Route, routeKey, toRoute } from "#shared/route.ts";
import type { LinkView } from "#shared/view.ts";
import type { OutputFile } from "#write/output-file.ts";

import { anchorsLike, missingAnchor, type PageAnchors } from "./page-anchors.ts";
import type { HtmlReference, PageFacts } from "./read-html.ts";

/** A rendered page with the facts to check. */
export interface RenderedPage extends Omit<PageFacts, "html"> {
  readonly route: Route;
  /** The author's file, for findings whose markup has no origin. */
  readonly file: string;
}

interface CheckInputs {
  readonly pages: readonly RenderedPage[];
  /** Every other file of the output. */
  readonly files: readonly Pick<OutputFile, "path">[];
  /** Routes whose pages or parts of their texts are missing because of an error. Links to them and to missing pages below them aren't checked. */
  readonly unmade: readonly { readonly route: Route }[];
  /** Links from the settings that no page shows. */
  readonly popular: readonly LinkView[];
  readonly baseUrl: string;
  readonly contentPolicy: string;
  /** The site's own templates, by file. */
  readonly templates: ReadonlyMap<string, string>;
}

/** A link on a page that leads nowhere. */
export interface BrokenReference {
  readonly address: string;
  readonly finding: Diagnostic;
}

export interface SiteFindings {
  readonly diagnostics: readonly Diagnostic[];
  readonly broken: readonly BrokenReference[];
}

/**
 * Checks the finished HTML: every link, anchor and asset of this site must exist in this letter case, ids must be
 * unique on their page, and the site's policy must allow each script and style. Both slash forms of a route count. A
 * fault is reported once for its origin, however many pages show it.
 */
export function checkSite(inputs: CheckInputs): SiteFindings {
  const { pages, files, unmade, baseUrl } = inputs;
  const targets: Targets = {
    baseUrl,
    unmade: unmade.map(({ route }) => routeKey(route)),
    pages: collectAnchors(pages),
    files: new Set([...files.map(({ path }) => path), ...pages.map(({ route }) => outputPathOf(route))]),
    found: { link: new Set(), asset: new Set() },
  };
  const findings = new Map<string, Diagnostic>();
  const broken: BrokenReference[] = [];
  for (const page of [...pages, pageOfSettings(inputs)]) {
    beginStep(page.route);
    const found = [
      ...duplicates(page).map((finding) => ({ finding, address: null })),
      ...brokenReferences(page, targets),
      ...checkPolicy(page, inputs).map((finding) => ({ finding, address: null })),
    ];
    for (const { finding, address } of found) {
      const { file = page.file, line = 1, column = 1 } = finding.position ?? {};
      const key = [finding.code, finding.message, file, line, column].join("\n");
      if (findings.has(key)) continue;
      findings.set(key, finding);
      if (address !== null) broken.push({ address, finding });
    }
  }
  return { diagnostics: [...findings.values()], broken };
}

function pageOfSettings({ popular }: CheckInputs): RenderedPage {
  const references = popular.map(({ href, origin }) => ({ kind: "link" as const, address: href, origin }));
  const anchors: PageAnchors = { ids: new Set(), sources: new Map() };
  const nothing = { ...anchors, duplicateIds: [], inline: [], elements: 0 };
  return { route: toRoute("/"), file: "content/site.yaml", references, ...nothing };
}

interface Targets {
  readonly baseUrl: string;
  /** By `routeKey`. */
  readonly unmade: readonly string[];
  /** By `routeKey`. */
  readonly pages: ReadonlyMap<string, PageAnchors>;
  readonly files: ReadonlySet<string>;
  /** Addresses that were found, whichever page links them. */
  readonly found: Readonly<Record<HtmlReference["kind"], Set<string>>>;
}

/** Two sources with the same route are reported elsewhere; here the anchors of both count. */
function collectAnchors(pages: readonly RenderedPage[]): Targets["pages"] {
  const anchors = new Map<string, PageAnchors>();
  for (const { route, ids, sources } of pages) {
    const known = anchors.get(routeKey(route));
    const own = known === undefined ? ids : new Set([...known.ids, ...ids]);
    anchors.set(routeKey(route), { ids: own, sources });
  }
  return anchors;
}

function duplicates({ route, file, duplicateIds }: RenderedPage): Diagnostic[] {
  const position = startOf(file);
  const code = file.startsWith("openapi/") ? "page/shadowed-id" : "page/duplicate-id";
  return duplicateIds.map((id) =>
    diagnose(code, `the id \`${id}\` is twice on ${route}`, position, "links lead to the first: rename the other"),
  );
}

function brokenReferences(page: RenderedPage, targets: Targets): BrokenReference[] {
  return page.references.flatMap((reference) => {
    const known = targets.found[reference.kind];
    if (known.has(reference.address)) return [];
    const fault = checkReference(reference, page, targets);
    if (fault === null) {
      if (!reference.address.startsWith("#")) known.add(reference.address);
      return [];
    }
    const { address } = reference;
    const { code, message, hint = null } = fault;
    const position = parseOrigin(reference.origin ?? "") ?? startOf(page.file);
    // The site's author can't mend the provider's text.
    const finding = diagnose(position.file.startsWith("openapi/") ? "contract/link" : code, message, position, hint);
    return [{ address, finding }];
  });
}

interface LinkFault {
  readonly code: "link/broken" | "link/broken-anchor" | "link/broken-asset";
  readonly message: string;
  readonly hint?: string | null;
}

function checkReference(reference: HtmlReference, page: RenderedPage, targets: Targets): LinkFault | null {
  const { address } = reference;
  if (address.startsWith("#"))
    return targets.unmade.includes(routeKey(page.route)) ? null : checkAnchor(address, page.route, targets);
  if (/^([a-z][a-z0-9+.-]*:|\/\/)/i.test(address)) return null;
  const [, path = "", hash = ""] = /^([^?#]*)(?:\?[^#]*)?#?(.*)$/s.exec(address) ?? [];
  const decoded = decodePercent(path);
  if (decoded === null) {
    return { code: "link/broken", message: `the address \`${address}\` isn't valid percent-encoding` };
  }
  const { baseUrl } = targets;
  if (!`${decoded}/`.startsWith(baseUrl)) {
    const hint = `addresses of this site start with ${baseUrl}`;
    return { code: "link/broken", message: `\`${address}\` is outside the base URL`, hint };
  }
  const sitePath = `/${decoded.slice(baseUrl.length)}`;
  const key = routeKey(sitePath);
  if (targets.unmade.includes(key)) return null;
  if (targets.pages.has(key) && reference.kind === "link") {
    return hash === "" ? null : checkAnchor(`#${hash}`, key, targets);
  }
  if (targets.unmade.some((route) => key.startsWith(`${route}/`))) return null;
  const written = sitePath.slice(1);
  // A link may lead to a folder's page, but an image can't be a folder.
  const isThere = (reference.kind === "link" ? filesAt(written) : [written]).some((file) => targets.files.has(file));
  return isThere ? null : missing(reference, sitePath, targets);
}

function checkAnchor(hash: string, route: string, targets: Targets): LinkFault | null {
  const anchors = targets.pages.get(routeKey(route));
  const id = anchors === undefined ? null : missingAnchor(hash, anchors);
  if (anchors === undefined || id === null) return null;
  const suggestion = nearest(id, anchorsLike(id, anchors));
  const hint = suggestion === null ? null : `try ${route}#${suggestion}`;
  return { code: "link/broken-anchor", message: `the page \`${route}\` has no anchor \`#${id}\``, hint };
}

function missing({ kind }: HtmlReference, sitePath: string, targets: Targets): LinkFault {
  const message = (what: string): string => `there is no ${what} \`${sitePath}\``;
  if (kind === "asset") {
    const suggestion = nearest(sitePath.slice(1), targets.files);
    const hint = suggestion === null ? "files lie beside the page or in content/static/" : `try /${suggestion}`;
    return { code: "link/broken-asset", message: message("file"), hint };
  }
  const [, host] = /\/(www\.[^/]+\..*)$/s.exec(sitePath) ?? [];
  if (host !== undefined)
    return { code: "link/broken", message: message("page or file"), hint: `write https://${host}` };
  const suggestion = nearest(
    sitePath,
    [...targets.pages.keys()].filter((key) => !isFallbackRoute(key)),
  );
  const hint = suggestion === null ? null : `try ${suggestion}`;
  return { code: "link/broken", message: message("page or file"), hint };
}

/**
 * Checks a page against the site's policy: files of hosts that it doesn't name, and inline scripts and styles whose
 * hash it lacks. Only the site's own template can have added them, so the finding is about that.
 */
function checkPolicy({ file, inline }: RenderedPage, inputs: CheckInputs): readonly Diagnostic[] {
  const { contentPolicy } = inputs;
  const isBlocked = (mark: string): boolean => {
    const [directive = "", address] = mark.split(" ");
    if (address === undefined) return !contentPolicy.includes(`'${mark}'`);
    return !isCovered(address, sourcesIn(contentPolicy, directive));
  };
  return inline.filter(isBlocked).map((mark) => {
    const { what, pattern, hint } = describe(mark);
    const position = positionInTemplates(pattern, inputs) ?? startOf(file);
    return diagnose("template/blocked", `the site's policy blocks ${what}`, position, hint);
  });
}

function describe(mark: string) {
  const [directive = "", address] = mark.split(" ");
  if (address !== undefined) {
    const hint = `use a file of the site, or name its origin under \`policy:\` in content/site.yaml, as \`${directive}\``;
    return { what: `\`${address}\``, pattern: address, hint };
  }
  if (mark.startsWith("sha256-"))
    return {
      what: "an inline script",
      // The package's own inline script has this form and is allowed.
      pattern: /<script\b(?![^>]*(?:\bsrc=|inlineScript))/,
      hint: "put it into a file in content/static/ and name that with `src`",
    };
  const hint = "put it into a file of templates/styles/";
  if (mark === "style") return { what: "an inline <style>", pattern: /<style\b/, hint };
  if (mark === "style=") return { what: "a `style` attribute", pattern: /\bstyle=/, hint: `${hint}, and use a class` };
  return {
    what: `the handler \`${mark.slice(0, -1)}\``,
    pattern: new RegExp(`\\b${mark}`, "i"),
    hint: "add it in a script of content/static/",
  };
}

function positionInTemplates(pattern: string | RegExp, { templates }: CheckInputs): Position | null {
  for (const [file, text] of templates) {
    const offset = typeof pattern === "string" ? text.indexOf(pattern) : text.search(pattern);
    if (file.startsWith("templates/") && offset >= 0) return positionIn({ file, text }, offset);
  }
  return null;
}
