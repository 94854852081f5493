import { checkFinished } from "./build/check-finished.ts";
import type { DeferredFiles } from "./build/deferred-files.ts";
import { type LastState, noLastState } from "./build/last-state.ts";
import { makeUnknown } from "./build/known-site.ts";
import { loadComponents } from "./build/own-components.ts";
import { loadTheme } from "./build/load-theme.ts";
import {
  filesWithoutText,
  lastConfig,
  type PageCount,
  type ParsedDocument,
  parseContractTexts,
  parseDocuments,
  parsePages,
  readConfig,
  readVersions,
  sharedParts,
  withLastContracts,
} from "./build/parse-sources.ts";
import { planSite } from "./build/plan-site.ts";
import { type History, readHistory } from "./build/read-history.ts";
import { renderSite, type UnmadePage } from "./build/render-site.ts";
import { isPage, skillIn } from "./build/skill-file.ts";
import { noMemory, type Memory, sameAsBefore } from "./cache/memory.ts";
import type { BrokenReference } from "./check/check-site.ts";
import { namePlaces } from "./contract/document-parts.ts";
import type { Hosting } from "./publish/host-rules.ts";
import { publishSite } from "./publish/publish-site.ts";
import { readBounded, readFolder, withUnsaved } from "./read/read-folder.ts";
import type { Sources } from "./read/sources.ts";
import { textsOf, toSources } from "./read/to-sources.ts";
import type { ConfigFlags } from "./settings/resolve-config.ts";
import type { Contract } from "./shared/contract/contract.ts";
import { applySeverities, type Diagnostic, type Outcome } from "./shared/diagnostics/diagnostic.ts";
import type { DocumentOutline } from "./shared/document.ts";
import type { SiteModel } from "./shared/site-model.ts";
import { firstOfEachApi } from "./site/apis.ts";
import { planRoutes } from "./site/plan-routes.ts";
import type { FileMark, OutputFile } from "./write/output-file.ts";

export interface BuildOptions {
  /** Absolute path of the folder that holds `content/` and `openapi/`. */
  readonly root: string;
  readonly flags: ConfigFlags;
  /** Turns warnings into errors. */
  readonly strict: boolean;
  /** Takes each file of the finished site. With an error among the findings none of them may be published. */
  readonly emit: (file: OutputFile) => void | Promise<void>;
  /**
   * Takes what makes the files that no page needs: the search, and the pages in Markdown. Without it they are emitted with
   * the others.
   */
  readonly onDeferred?: (make: DeferredFiles["make"]) => void | Promise<void>;
  /**
   * Whether a file is where the site goes already; it is taken over then, and not emitted. So the content of a page that
   * is as it was is never read.
   */
  readonly reuse?: (file: FileMark) => boolean | Promise<boolean>;
  /** Called as each stage begins, and by those that go page by page, as pages are done. */
  readonly onStage?: (stage: Stage, pages?: PageCount) => void;
  /** What earlier builds made. Without it everything is made anew. */
  readonly memory?: Memory;
  /** What stands in for what cannot be read. Without it nothing does. */
  readonly last?: LastState;
  /** Texts that somebody is writing, by path: they are read in place of what the folder has. */
  readonly unsaved?: ReadonlyMap<string, string>;
  /** Takes what the site is made of once that is known, whatever becomes of its pages. */
  readonly onModel?: (model: SiteModel) => void;
}

interface SiteOptions extends BuildOptions {
  /** What git knows of the sources. Without it git is asked. */
  readonly history?: History;
}

type Stage = "read" | "contract" | "content" | "plan" | "render" | "check";

export interface BuildResult {
  readonly diagnostics: readonly Diagnostic[];
  readonly pageCount: number;
  /** Sum of the sizes of all files. */
  readonly bytes: number;
  readonly documents: readonly DocumentOutline[];
  /** The sizes of the fonts that every page loads, in bytes. */
  readonly fontSizes: readonly number[];
  readonly hasReference: boolean;
  /** The contract of the first version, for the sandbox; null when there is none, or the site was taken over as it was. */
  readonly contract: Contract | null;
  /** What a web server has to know; null when there is no site. */
  readonly hosting: Hosting | null;
  /** What the findings of links are about, for who shows them in the pages. */
  readonly broken: readonly BrokenReference[];
  /** Pages that are not there, because the site's templates fail on them. */
  readonly unmade: readonly UnmadePage[];
  /** The authors' texts by file, for code frames. */
  readonly texts: ReadonlyMap<string, string>;
}

/**
 * Builds the site of a folder. Reads, and writes nothing.
 * @throws BuildError when there is no way on (a template that does not compile, or throws).
 */
export async function build(options: BuildOptions): Promise<BuildResult> {
  options.onStage?.("read");
  const { root, memory = noMemory } = options;
  const folder = await readFolder(root, async (...file) => memory.keep(`file ${file[0]}`, file, readBounded));
  const sources = toSources(withUnsaved(folder.value, options.unsaved ?? new Map()));
  const read = { value: sources.value, diagnostics: [...folder.diagnostics, ...sources.diagnostics] };
  // What a site's own templates import is known to nobody.
  const isAll = options.reuse !== undefined && memory !== noMemory && read.value.theme.size === 0;
  return isAll ? buildUnknown(read, { ...options, reuse: options.reuse, memory }) : buildSite(read, options);
}

/** Builds a site that is not as it was when it was last built. */
async function buildUnknown(
  read: Outcome<Sources>,
  options: BuildOptions & Required<Pick<BuildOptions, "reuse" | "memory">>,
): Promise<BuildResult> {
  const { root, flags, strict, memory, reuse, emit } = options;
  const history = await readHistory(root, read.value.pages, memory);
  const site = await makeUnknown(
    {
      inputs: [read, history, flags, strict],
      taker: { emit, reuse },
      make: async (taker) => buildSite(read, { ...options, ...taker, history }),
    },
    ({ texts: _texts, contract: _contract, ...known }) => known,
    memory,
  );
  return site.result ?? { ...site.known, texts: textsOf(read.value), contract: null };
}

/** Builds a site from its sources: contract, content, plan, render, check. */
export async function buildSite(read: Outcome<Sources>, options: SiteOptions): Promise<BuildResult> {
  const { root, flags, strict, onDeferred, onStage, memory = noMemory, last = noLastState } = options;
  const { emit, reuse, sizeSoFar } = measure(options);
  const count = (stage: Stage) => (pages: PageCount) => onStage?.(stage, pages);
  const sources = read.value;
  const unread = filesWithoutText(read.diagnostics);
  const settings = await readConfig(sources, flags, memory);
  const config = lastConfig(settings, unread, last);
  const asking = options.history ?? readHistory(root, sources.pages, memory);
  const pages = await parsePages({ pages: [...sources.pages, ...skillIn(sources)], unread }, memory, last);
  const routing = planRoutes({ pages: pages.value.filter(isPage), contracts: config.contracts });
  const routes = await sameAsBefore(memory, "routes", routing.value);

  onStage?.("contract");
  const reading = await readVersions(config, sources.contracts, memory);
  const versions = withLastContracts(config, reading.value, last);
  const contracts = await parseContractTexts(versions, memory);

  onStage?.("content");
  const components = await loadComponents(root, sources.theme, memory);
  const around = { parts: sources.parts, ...components.value, ...sharedParts(contracts.value, config) };
  const documents = await parseDocuments(pages.value, { ...around, last, onPage: count("content") }, memory);
  options.onModel?.(
    toModel({ versions, documents: documents.value, routes, sources, directives: components.value.directives }),
  );

  onStage?.("plan");
  const theme = await loadTheme({ root, config, sources }, memory);
  const history = await asking;
  const parsed = { config, routes, ...history, contracts: contracts.value, documents: documents.value };
  const plan = await planSite({ ...parsed, ...theme.value, statics: sources.statics }, memory);

  onStage?.("render");
  const printing = { ...plan.value, config, theme: theme.value, emit, reuse, onPage: count("render") };
  const rendered = await renderSite(printing, memory);

  onStage?.("check");
  const forHosts = publishSite({ ...sources, ...plan.value, ...history, config, contracts: contracts.value });
  const files = [...plan.value.files, ...forHosts, ...sources.statics];
  const others = [...files, ...rendered.files, ...plan.value.deferred.flatMap((part) => part.files)];
  const written = { documents: documents.value.map(({ document }) => document), texts: textsOf(sources) };
  const finished = { settings: settings.value, config, sources, reading, versions, routing, plan, rendered, others };
  const checked = checkFinished({ ...finished, ...written, prose: [theme, contracts, documents], last });

  for (const file of files) await emit(file);
  await (onDeferred ?? emitEach(emit, memory))(inTurn(plan.value.deferred));
  const found = [read, settings, pages, routing, reading, components, checked].flatMap((stage) => stage.diagnostics);
  return {
    diagnostics: namePlaces(applySeverities(found, { ...config, strict }), sources.contracts, reading.value),
    pageCount: plan.value.pages.length,
    bytes: sizeSoFar(),
    ...{ fontSizes: theme.value.look.fontSizes, hasReference: versions.length > 0 },
    contract: versions[0]?.contract ?? null,
    ...{ hosting: plan.value.hosting, broken: checked.broken, unmade: rendered.unmade, ...written },
  };
}

function toModel({ versions, documents, routes, sources, directives }: SiteParts): SiteModel {
  return {
    contracts: versions.map(({ version, contract }) => ({ version, contract })),
    apis: firstOfEachApi(versions).map(({ version: { api }, contract }) => ({ api, contract })),
    documents: documents.map(({ document }) => document).filter(isPage),
    routes,
    parts: Array.from(sources.parts.keys(), (file) => file.slice("content/".length)),
    statics: sources.statics.map(({ path }) => `/${path}`),
    directives: directives.map(({ name, attributes }) => ({ name, attributes: attributes.map((one) => one.name) })),
  };
}

interface SiteParts {
  readonly versions: SiteModel["contracts"];
  readonly documents: readonly Pick<ParsedDocument, "document">[];
  readonly routes: SiteModel["routes"];
  readonly directives: Parameters<typeof parseDocuments>[1]["directives"];
  readonly sources: Sources;
}

function inTurn(deferred: readonly DeferredFiles[]): DeferredFiles["make"] {
  return async function* (memory) {
    for (const { make } of deferred) yield* make(memory);
  };
}

function emitEach(emit: BuildOptions["emit"], memory: Memory) {
  return async (make: DeferredFiles["make"]): Promise<void> => {
    for await (const file of make(memory)) await emit(file);
  };
}

/** Counts the bytes of what is emitted and taken over. */
function measure({ emit: take, reuse: isThere = () => false }: BuildOptions) {
  let bytes = 0;
  const emit = async (file: OutputFile): Promise<void> => {
    bytes += Buffer.byteLength(file.content);
    await take(file);
  };
  const reuse = async (file: FileMark): Promise<boolean> => {
    const isReused = await isThere(file);
    if (isReused) bytes += file.size;
    return isReused;
  };
  return { emit, reuse, sizeSoFar: () => bytes };
}
