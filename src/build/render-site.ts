import { hash } from "node:crypto";

import { noMemory, type Memory, type PartOf, type PartShapes } from "#cache/memory.ts";
import type { MeasuredPage } from "#check/check-layouts.ts";
import type { RenderedPage } from "#check/check-site.ts";
import type { PageFacts } from "#check/read-html.ts";
import { createFactReader, writeFacts, type WrittenFacts } from "#check/written-facts.ts";
import { loadSampleHighlight } from "#content/document-parser.ts";
import type { Hosting } from "#publish/host-rules.ts";
import type { RedirectSite } from "#publish/redirect-page.tsx";
import { beginStep } from "#read/steps.ts";
import type { Config } from "#shared/config.ts";
import { BuildError, type Diagnostic } from "#shared/diagnostics/diagnostic.ts";
import { outputPathOf, type Route } from "#shared/route.ts";
import type { AssetsView } from "#shared/assets-view.ts";
import type { PlannedView } from "#shared/view.ts";
import type { PlannedPage } from "#site/page-common.ts";
import type { Redirect } from "#site/plan-redirects.ts";
import type { FileMark, OutputFile } from "#write/output-file.ts";

import type { Theme } from "./load-theme.ts";
import type { OnPage } from "./parse-sources.ts";

interface PlannedSite {
  readonly config: Config;
  readonly pages: readonly PlannedPage[];
  readonly start: Redirect | null;
  readonly hosting: Hosting;
  readonly assets: AssetsView;
  readonly theme: Theme;
  readonly emit: (file: OutputFile) => void | Promise<void>;
  readonly reuse: (file: FileMark) => Promise<boolean>;
  readonly onPage: OnPage;
}

export interface RenderedSite {
  /** Pages that the site's templates fail on. */
  readonly unmade: readonly UnmadePage[];
  readonly pages: readonly MeasuredPage[];
  /** What was emitted beside the pages. */
  readonly files: readonly Pick<OutputFile, "path">[];
}

/** A page that there should be. */
export interface UnmadePage {
  readonly route: Route;
  /** The author's file that it shows. */
  readonly file: string;
  readonly diagnostics: readonly Diagnostic[];
}

/** Templates that fail on so many pages fail on all. */
const mostUnmade = 10;

/**
 * Emits the HTML of every page, with the files that it needs, and of every old address; tells what there is to be checked.
 * @throws BuildError when the site's templates fail on many pages.
 */
export async function renderSite(site: PlannedSite, memory: Memory): Promise<RenderedSite> {
  const { config, pages, start, hosting, assets, theme, emit, reuse, onPage } = site;
  const { language, siteUrl } = config;
  const rendered: MeasuredPage[] = [];
  const unmade: UnmadePage[] = [];
  const files = new Set<string>();
  const readFacts = createFactReader();
  const printed = theme.isPure ? memory : noMemory;
  const take = async (page: Pick<RenderedPage, "route" | "file">, made: PartOf<MadePage>): Promise<void> => {
    const path = outputPathOf(page.route);
    const { mark, ...facts } = await memory.keep(`facts of ${path}`, [made], (read) => read("facts"));
    rendered.push({ ...page, ...readFacts(facts), bytes: mark.size });
    onPage({ done: rendered.length, total: pages.length });
    if (await reuse({ path, ...mark })) return;
    const source = page.file;
    await emit({ path, source, content: await memory.keep(`content of ${path}`, [made], (read) => read("content")) });
  };
  for (const { route, file, plan } of pages) {
    beginStep(file);
    const { madeOf, toView, files: needed = [] } = await plan();
    for (const other of needed) {
      if (!files.has(other.path)) await emit(other);
      files.add(other.path);
    }
    const making = printed.rememberParts(`page ${route}`, [theme.templates, ...madeOf], {
      shapes,
      make: async (templates, ..._madeOf) => makePage(await toView(), templates),
    });
    const made = await making.catch((error: unknown) => {
      const fault = theme.toError(error);
      if (!(fault instanceof BuildError) || unmade.length === mostUnmade) throw fault;
      unmade.push({ route, file, diagnostics: fault.diagnostics });
      return null;
    });
    if (made !== null) await take({ route, file }, made);
  }
  for (const redirect of [...hosting.redirects, ...(start === null ? [] : [start])]) {
    const shell = { language, siteUrl, assets };
    const page = { route: redirect.from, file: redirect.position.file };
    await take(
      page,
      await memory.rememberParts(`redirect ${page.route}`, [redirect, shell], {
        shapes,
        make: makeRedirect,
      }),
    );
  }
  return { pages: rendered, unmade, files: Array.from(files, (path) => ({ path })) };
}

interface MadePage {
  readonly facts: WrittenFacts & { readonly mark: Omit<FileMark, "path"> };
  /** The bytes that are written: most take half of the memory that a string does. */
  readonly content: Uint8Array;
}

const shapes: PartShapes<MadePage> = {
  facts: ["ids", "sources", "duplicateIds", "inline", "elements", "references", "mark"],
  content: "bytes",
};

function toMadePage({ html, ...facts }: PageFacts): MadePage {
  const content = Buffer.from(html);
  const mark = { size: content.byteLength, hash: hash("sha256", content, "hex") };
  return { facts: { ...writeFacts(facts), mark }, content };
}

async function makePage(view: PlannedView, { code }: Theme["templates"]): Promise<MadePage> {
  const [{ readHtml }, { renderWith }] = [await import("#check/read-html.ts"), await import("#render/render-page.tsx")];
  const ready = view.kind === "reference" ? { ...view, highlight: await loadSampleHighlight() } : view;
  return toMadePage(readHtml(await renderWith(code, ready)));
}

async function makeRedirect(redirect: Redirect, shell: RedirectSite): Promise<MadePage> {
  const [{ readHtml }, { renderRedirect }] = [
    await import("#check/read-html.ts"),
    await import("#publish/redirect-page.tsx"),
  ];
  return toMadePage(readHtml(renderRedirect(redirect, shell)));
}
