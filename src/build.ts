import { type LastState, type Memory, noLastState, noMemory } from "./cache/memory.ts";
import type { BrokenReference } from "./check/check-site.ts";
import { nameParts } from "./contract/document-parts.ts";
import { checkFinished } from "./pipeline/check-finished.ts";
import { type DeferredFiles, type Site, toSiteModel } from "./pipeline/site.ts";
import { loadTheme } from "./pipeline/load-theme.ts";
import { loadComponents } from "./pipeline/own-components.ts";
import {
  lastConfig,
  type PageCount,
  parseDocuments,
  parsePages,
  readConfig,
  withUnread,
} from "./pipeline/parse-sources.ts";
import { planSite } from "./pipeline/plan-site.ts";
import { type History, readHistory } from "./pipeline/read-history.ts";
import { readVersions, sharedParts, withLastContracts } from "./pipeline/read-versions.ts";
import { renderSite, type UnmadePage } from "./pipeline/render-site.ts";
import { isPage } from "./pipeline/skill.ts";
import type { Hosting } from "./publish/host-rules.ts";
import { publishSite } from "./publish/publish-site.ts";
import { readBounded, readFolder, withUnsaved } from "./read/read-folder.ts";
import { type Sources, textsOf, toSources } from "./read/sources.ts";
import type { ConfigFlags } from "./settings/resolve-config.ts";
import type { Contract } from "./shared/contract/contract.ts";
import { type PageBudget, pageBudget } from "./shared/contract/reference.ts";
import { applySeverities, type Diagnostic, type Outcome } from "./shared/diagnostics/diagnostic.ts";
import type { DocumentOutline } from "./shared/document.ts";
import type { SiteModel } from "./shared/site-model.ts";
import { planRoutes } from "./site/plan-routes.ts";
import { type FileMark, type OutputFile, toMark } from "./write/output-file.ts";

export interface BuildOptions {
  /** The absolute path of the folder with `content/` and `openapi/`. */
  readonly root: string;
  readonly flags: ConfigFlags;
  /** Turns warnings into errors. */
  readonly strict: boolean;
  /** Receives each file of the finished site. Nothing may be published if a finding is an error. */
  readonly emit: (file: OutputFile) => void | Promise<void>;
  /**
   * Receives a generator of the files that no page needs: the search and the pages in Markdown. By default they go to
   * `emit`.
   */
  readonly onDeferred?: (make: DeferredFiles["make"]) => void | Promise<void>;
  /**
   * Says whether the output folder has a file already. If nothing has changed since the last build, `build` asks for
   * every file and emits none.
   */
  readonly reuse?: (file: FileMark) => boolean | Promise<boolean>;
  /** Called when a stage begins; stages that work page by page also report each page. */
  readonly onStage?: (stage: Stage, pages?: PageCount) => void;
  /** Results of earlier builds. By default everything is computed again. */
  readonly memory?: Memory;
  /** The last good version of files that can't be read now. By default there is none. */
  readonly last?: LastState;
  /** Unsaved texts of an editor, by path. They replace the texts in the folder. */
  readonly unsaved?: ReadonlyMap<string, string>;
  /** Receives the site's model as soon as it's known, even if rendering fails later. */
  readonly onModel?: (model: SiteModel) => void;
}

interface SiteOptions extends BuildOptions {
  /** The most that a page of a reference may hold; by default as much as a phone draws at once. */
  readonly budget?: PageBudget;
  /** What git knows about the sources; by default `build` asks git. */
  readonly history?: History;
}

type Stage = "read" | "contract" | "content" | "plan" | "render" | "check";

export interface BuildResult {
  readonly diagnostics: readonly Diagnostic[];
  readonly pageCount: number;
  /** In bytes, for all files together. */
  readonly bytes: number;
  readonly documents: readonly DocumentOutline[];
  /** In bytes, one for each font that every page loads. */
  readonly fontSizes: readonly number[];
  readonly hasReference: boolean;
  /**
   * The contract of the first version, for the sandbox. It's null without a contract, and for a site that was reused
   * whole.
   */
  readonly contract: Contract | null;
  /** The facts that a web server needs; null without a site. */
  readonly hosting: Hosting | null;
  /** The broken links, so that `serve` can mark them in pages. */
  readonly broken: readonly BrokenReference[];
  /** Pages that are missing because the site's templates throw on them. */
  readonly unmade: readonly UnmadePage[];
  /** The authors' texts by file, for code frames. */
  readonly texts: ReadonlyMap<string, string>;
}

/**
 * Builds the site of a folder. Only reads; `emit` does the writing.
 * @throws BuildError if there's nothing to show, for example if a template doesn't compile.
 */
export async function build(options: BuildOptions): Promise<BuildResult> {
  options.onStage?.("read");
  const { root, memory = noMemory, reuse } = options;
  const folder = await readFolder(root, async (path, stamp) =>
    memory.memo(`file ${path}`, [stamp], () => readBounded(path, stamp)),
  );
  const sources = toSources(withUnsaved(folder.value, options.unsaved ?? new Map()));
  const read = { value: sources.value, diagnostics: [...folder.diagnostics, ...sources.diagnostics] };
  // A site's own templates may import files that no input names, so such a site is always built.
  if (reuse === undefined || memory === noMemory || read.value.theme.size > 0) return buildSite(read, options);
  return buildChanged(read, { ...options, reuse, memory });
}

async function buildChanged(
  read: Outcome<Sources>,
  options: BuildOptions & Required<Pick<BuildOptions, "reuse" | "memory">>,
): Promise<BuildResult> {
  const { root, flags, strict, memory, reuse } = options;
  const history = await readHistory(root, read.value.pages, memory);
  const results: BuildResult[] = [];
  const last = await memory.memo("site", [read, history, flags, strict], async () => {
    const files = new Map<string, FileMark>();
    const emit = async (file: OutputFile): Promise<void> => {
      files.set(file.path, toMark(file));
      await options.emit(file);
    };
    const result = await buildSite(read, { ...options, emit, history });
    results.push(result);
    const { texts: _texts, contract: _contract, ...known } = result;
    return { ...known, files: [...files.values()] };
  });
  const [result] = results;
  if (result !== undefined) return result;
  const { files, ...known } = last;
  for (const file of files) if (!(await reuse(file))) return buildSite(read, { ...options, history });
  return { ...known, texts: textsOf(read.value), contract: null };
}

/** Builds a site from its sources: contract, content, plan, render, check. */
export async function buildSite(read: Outcome<Sources>, options: SiteOptions): Promise<BuildResult> {
  const { root, flags, strict, onDeferred, onStage, memory = noMemory, last = noLastState } = options;
  const { emit, bytesSoFar } = countBytes(options.emit);
  const onPage = (stage: Stage) => (pages: PageCount) => onStage?.(stage, pages);
  const sources = withUnread(read);
  const settings = await readConfig(sources, flags, memory);
  const config = lastConfig(settings, sources, last);
  const readingHistory = options.history ?? readHistory(root, sources.pages, memory);
  const pages = await parsePages(sources, memory, last);
  const routes = planRoutes({ pages: pages.value.filter(isPage), contracts: config.contracts, unread: sources.unread });

  onStage?.("contract");
  const versions = await readVersions(config, sources, memory);
  const contracts = withLastContracts(config, versions.value, last);

  onStage?.("content");
  const components = await loadComponents(root, sources, memory);
  const parts = { parts: sources.parts, ...components.value, ...sharedParts(contracts, config) };
  const documents = await parseDocuments(pages.value, parts, { last, memory, onPage: onPage("content") });
  const parsed = { sources, config, routes: routes.value, contracts, documents: documents.value };
  options.onModel?.(toSiteModel(parsed, components.value.directives));

  onStage?.("plan");
  const theme = await loadTheme({ root, config, sources }, memory);
  const { budget = pageBudget } = options;
  const site: Site = { ...parsed, theme: theme.value, history: await readingHistory, budget };
  const plan = await planSite(site, memory);

  onStage?.("render");
  const rendered = await renderSite(site, plan.value, { emit, memory, onPage: onPage("render") });

  onStage?.("check");
  const files = [...plan.value.files, ...publishSite(site, plan.value), ...sources.statics];
  const checked = checkFinished({ site, settings, versions, routes, theme, documents, plan, rendered, files, last });

  for (const file of files) await emit(file);
  const makeDeferred = plan.value.deferred.make;
  if (onDeferred !== undefined) await onDeferred(makeDeferred);
  else for await (const file of makeDeferred(memory)) await emit(file);
  const stages = [read, settings, pages, routes, versions, components, checked];
  const found = stages.flatMap(({ diagnostics }) => diagnostics);
  return {
    diagnostics: nameParts(applySeverities(found, { ...config, strict }), sources.contracts, versions.value),
    pageCount: plan.value.pages.length,
    bytes: bytesSoFar(),
    documents: documents.value.map(({ document }) => document),
    fontSizes: theme.value.look.fontSizes,
    hasReference: contracts.length > 0,
    contract: contracts[0]?.contract ?? null,
    hosting: plan.value.hosting,
    broken: checked.broken,
    unmade: rendered.unmade,
    texts: textsOf(sources),
  };
}

function countBytes(take: BuildOptions["emit"]) {
  let bytes = 0;
  const emit = async (file: OutputFile): Promise<void> => {
    bytes += Buffer.byteLength(file.content);
    await take(file);
  };
  return { emit, bytesSoFar: () => bytes };
}
