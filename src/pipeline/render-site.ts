import { deserialize, serialize } from "node:v8";

import { type Memory, noMemory } from "#cache/memory.ts";
import type { MeasuredPage } from "#check/check-output.ts";
import type { RenderedPage } from "#check/check-site.ts";
import { missingAnchor } from "#check/page-anchors.ts";
import type { HtmlReference, PageFacts } from "#check/read-html.ts";
import { loadHighlight, loadSampleHighlight } from "#content/document-parser.ts";
import { beginStep } from "#read/steps.ts";
import { importTemplates } from "#render/templates.ts";
import { BuildError, type Diagnostic } from "#shared/diagnostics/diagnostic.ts";
import { outputPathOf, type Route } from "#shared/route.ts";
import type { OutputFile } from "#write/output-file.ts";

import type { OnPage } from "./parse-sources.ts";
import type { SitePlan } from "./plan-site.ts";
import type { Site } from "./site.ts";

interface Rendering {
  readonly emit: (file: OutputFile) => void | Promise<void>;
  readonly memory: Memory;
  readonly onPage: OnPage;
}

export interface RenderedSite {
  /** Pages on which the site's templates throw. */
  readonly unmade: readonly UnmadePage[];
  readonly pages: readonly MeasuredPage[];
  /** Files that were emitted besides the pages. */
  readonly files: readonly Pick<OutputFile, "path">[];
}

export interface UnmadePage {
  readonly route: Route;
  readonly file: string;
  readonly diagnostics: readonly Diagnostic[];
}

/** If this many pages fail, the template is at fault, and the build ends. */
const mostUnmade = 10;

/**
 * Renders every page and every redirect page, emits each with its assets, and returns the facts to check.
 * @throws BuildError if the site's templates throw on many pages.
 */
export async function renderSite(
  { config: { language, siteUrl }, theme }: Site,
  { pages, start, hosting, assets }: SitePlan,
  { emit, memory, onPage }: Rendering,
): Promise<RenderedSite> {
  const rendered: MeasuredPage[] = [];
  const unmade: UnmadePage[] = [];
  const files = new Set<string>();
  const isNew = createReferenceFilter();
  const { late } = theme.isPure ? memory : noMemory;
  const take = async ({ route, file }: Pick<RenderedPage, "route" | "file">, page: FinishedPage): Promise<void> => {
    const { facts, content } = page;
    const references = facts.references.filter(isNew);
    rendered.push({ ...facts, references, route, file, bytes: content.byteLength });
    onPage({ done: rendered.length, total: pages.length });
    await emit({ path: outputPathOf(route), source: file, content });
  };
  for (const { route, file, plan } of pages) {
    beginStep(file);
    const { inputs, toView, files: needed = [] } = await plan();
    for (const asset of needed) {
      if (!files.has(asset.path)) await emit(asset);
      files.add(asset.path);
    }
    const making = late(`page ${route}`, [theme.templates, ...inputs], async () => {
      const { renderWith } = await import("#render/render-page.tsx");
      const view = await toView();
      const ready = view.kind === "reference" ? { ...view, highlight: await loadSampleHighlight() } : view;
      return finishPage(await renderWith(theme.templates.code, ready));
    });
    const page = await making.catch((error: unknown) => {
      const fault = theme.toError(error);
      if (!(fault instanceof BuildError) || unmade.length === mostUnmade) throw fault;
      unmade.push({ route, file, diagnostics: fault.diagnostics });
      return null;
    });
    if (page !== null) await take({ route, file }, page);
  }
  for (const redirect of [...hosting.redirects, ...(start === null ? [] : [start])]) {
    const { renderRedirect } = await import("#publish/redirect-page.tsx");
    const page = await finishPage(renderRedirect(redirect, { language, siteUrl, assets }));
    await take({ route: redirect.from, file: redirect.position.file }, page);
  }
  return { pages: rendered, unmade, files: Array.from(files, (path) => ({ path })) };
}

interface FinishedPage {
  readonly facts: Omit<PageFacts, "html">;
  /** UTF-8 bytes, which usually take half the memory of a string. */
  readonly content: Uint8Array;
}

async function finishPage(marked: string): Promise<FinishedPage> {
  const { readHtml } = await import("#check/read-html.ts");
  const { html, ...facts } = readHtml(marked);
  // Links within the page are checked here, while its anchors are at hand.
  const references = facts.references.filter(
    ({ address }) => !address.startsWith("#") || missingAnchor(address, facts) !== null,
  );
  // Copying lets the page's text go: a substring would keep all of it in memory.
  const copy: FinishedPage["facts"] = deserialize(serialize({ ...facts, references }));
  return { facts: copy, content: Buffer.from(html) };
}

/** Several pages may show a link from one origin. It's checked once, because the finding would be the same. */
function createReferenceFilter(): (reference: HtmlReference) => boolean {
  const known = new Set<string>();
  return ({ kind, address, origin }) => {
    if (origin === null || address.startsWith("#")) return true;
    const size = known.size;
    return known.add(`${kind} ${address} ${origin}`).size > size;
  };
}

/** Loads the modules that the next edit needs, in case the first build reused everything. */
export async function loadAhead(): Promise<void> {
  await Promise.all([
    import("#settings/parse-front-matter.ts"),
    import("#content/parse-document.ts"),
    import("#render/render-page.tsx"),
    importTemplates(null),
    import("#check/read-html.ts"),
    loadHighlight(),
  ]);
}
