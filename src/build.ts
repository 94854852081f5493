import { checkPaths } from "./check/check-paths.ts";
import { checkSite } from "./check/check-site.ts";
import { readHtml } from "./check/read-html.ts";
import { applySeverities } from "./shared/severities.ts";
import { createHighlighter, type Highlight } from "./content/draft/highlight-code.ts";
import type { DocumentParts, DocumentTools } from "./content/draft/document-draft.ts";
import { partsNamedIn } from "./content/expand-includes.ts";
import { type PageSource, parseDocument } from "./content/parse-document.ts";
import { parseInlineProse, parseTexts } from "./content/parse-prose.ts";
import { SectionMemory } from "./content/section-memory.ts";
import { readContracts, type VersionedContract } from "./contract/read-contracts.ts";
import { serversOf, toContentPolicy } from "./publish/host-rules.ts";
import { publishSite } from "./publish/publish-site.ts";
import { renderRedirect } from "./publish/redirect-page.tsx";
import { parseFrontMatter } from "./read/parse-front-matter.ts";
import { readDates } from "./read/read-dates.ts";
import { readFolder } from "./read/read-folder.ts";
import { type ConfigFlags, resolveConfig } from "./read/resolve-config.ts";
import { textsOf, toSources } from "./read/to-sources.ts";
import { forget, type Remember } from "./shared/remember.ts";
import { renderPage } from "./render/render-page.tsx";
import { loadTheme, type Theme } from "./render/theme.ts";
import type { Config } from "./shared/config.ts";
import type { Contract } from "./shared/contract/contract.ts";
import { type Diagnostic, joinOutcomes, type Outcome, type SourceFile } from "./shared/diagnostic.ts";
import type { Document, Markup } from "./shared/document.ts";
import type { OutputFile, Sources } from "./shared/files.ts";
import type { Hosting } from "./shared/hosting.ts";
import type { RouteTable } from "./shared/route.ts";
import type { AssetsView } from "./shared/view.ts";
import { createLinkResolver } from "./site/link-resolver.ts";
import { planPages, type PlannedPage } from "./site/plan-pages.ts";
import { planRedirects } from "./site/plan-redirects.ts";
import { planRoutes } from "./site/plan-routes.ts";
import { publishContracts } from "./site/publish-contracts.ts";
import { resolveDocuments, resolveProse } from "./site/resolve-markup.ts";
import { planPictures, toAssetsView } from "./site/site-assets.ts";

export interface BuildOptions {
  /** Absolute path of the folder that holds `content/` and `openapi/`. */
  readonly root: string;
  readonly flags: ConfigFlags;
  /** Turns warnings into errors. */
  readonly strict: boolean;
  /** Takes each file of the finished site. With an error among the findings none of them may be published. */
  readonly emit: (file: OutputFile) => void;
  /** Called as each stage begins. */
  readonly onStage?: (stage: Stage) => void;
  /** What is remembered is plain data. Without it everything is made anew. */
  readonly remember?: Remember;
}

export type Stage = "read" | "contract" | "content" | "plan" | "render" | "check";

export interface BuildResult {
  readonly diagnostics: readonly Diagnostic[];
  readonly pageCount: number;
  readonly documents: readonly Document[];
  /** The contract of the first version, for the sandbox; null when there is none. */
  readonly contract: Contract | null;
  /** What a web server has to know; null when there is no site. */
  readonly hosting: Hosting | null;
  /** The authors' texts by file, for code frames. */
  readonly texts: ReadonlyMap<string, string>;
}

/**
 * Builds the site of a folder. Reads, and writes nothing.
 * @throws BuildError when there is no way on (a template that does not compile).
 */
export async function build(options: BuildOptions): Promise<BuildResult> {
  options.onStage?.("read");
  const folder = await readFolder(options.root, options.remember);
  const sources = toSources(folder.value);
  return buildSite({ value: sources.value, diagnostics: [...folder.diagnostics, ...sources.diagnostics] }, options);
}

/** Builds a site from its sources: contract, content, plan, render, check. */
export async function buildSite(read: Outcome<Sources>, options: BuildOptions): Promise<BuildResult> {
  const { root, flags, strict, emit, onStage, remember = forget } = options;
  const sources = read.value;
  const inputs = { settings: sources.settings, contractFiles: [...sources.contracts.keys()], flags };
  const settings = remember("settings", [inputs], () => resolveConfig(inputs));
  const config = settings.value;
  const dates = config.siteUrl === null ? null : remember("dates", [], async () => readDates(root, process.env));
  const pages = parsePages(sources.pages, remember);
  const routing = planRoutes({ pages: pages.value, contracts: config.contracts });
  const routes = remember("routes", [routing.value], () => routing.value);

  onStage?.("contract");
  const reading = await remember("contracts", [config.contracts, config.authentication, sources.contracts], async () =>
    readContracts({ config, files: sources.contracts }),
  );
  const contracts = parseContractTexts(reading.value, remember);

  onStage?.("content");
  const highlight = remember("highlighter", [], createHighlighter);
  const contract = contractOfPages(contracts.value, config);
  const around = { parts: sources.parts, contract, support: config.support, highlight };
  const documents = parseDocuments(pages.value, around, remember);

  onStage?.("plan");
  const { client, templates } = await loadTheme(root, sources.theme, remember);
  const parsed = { config, routes, contracts: contracts.value, documents: documents.value };
  const plan = planSite({ ...parsed, client, highlight, statics: sources.statics }, remember);
  const { hosting } = plan.value;

  onStage?.("render");
  const rendered = renderSite({ ...plan.value, config, templates }, remember);

  onStage?.("check");
  const forHosts = publishSite({ siteUrl: config.siteUrl, pages: plan.value.pages, dates: await dates, hosting });
  const own = new Set(sources.statics.map(({ path }) => path));
  const others = [...plan.value.files, ...forHosts.filter(({ path }) => !own.has(path)), ...sources.statics];
  const unmade = config.contracts.filter(({ route }) => !reading.value.some(({ version }) => version.route === route));
  const checked = checkSite({ pages: rendered, others, unmade, baseUrl: config.baseUrl });
  // Routes that collide have been reported with their sources' names.
  const collides = routing.diagnostics.some(({ code }) => code === "route/collision");
  const paths = collides ? [] : checkPaths({ pages: checked.value, others });

  for (const file of [...checked.value, ...others].sort((a, b) => (a.path < b.path ? -1 : 1))) emit(file);
  const outcomes = [read, settings, pages, routing, reading, contracts, documents, plan, checked];
  const found = [...joinOutcomes<unknown>(outcomes).diagnostics, ...paths];
  return {
    diagnostics: applySeverities(found, { ...config, strict }),
    pageCount: plan.value.pages.length,
    documents: documents.value,
    contract: reading.value[0]?.contract ?? null,
    hosting,
    texts: textsOf(sources),
  };
}

function parsePages(pages: readonly SourceFile[], remember: Remember): Outcome<readonly PageSource[]> {
  const parsed = pages.map((page) => {
    const { value, diagnostics } = remember(`front matter of ${page.file}`, [page.text], () => parseFrontMatter(page));
    return { value: { ...page, frontMatter: value }, diagnostics };
  });
  return joinOutcomes(parsed);
}

interface ContractWithTexts extends VersionedContract {
  readonly texts: ReadonlyMap<string, Markup>;
}

/** What the texts of the contracts say. Versions may share a contract. */
function parseContractTexts(
  versions: readonly VersionedContract[],
  remember: Remember,
): Outcome<readonly ContractWithTexts[]> {
  const contracts = new Set(versions.map(({ contract }) => contract));
  const outcomes = new Map(
    Array.from(contracts, (contract) => [
      contract,
      remember(`texts of ${contract.file}`, [contract], () => parseTexts(contract)),
    ]),
  );
  const value = versions.map((version) => ({ ...version, texts: outcomes.get(version.contract)?.value ?? new Map() }));
  return { value, diagnostics: joinOutcomes([...outcomes.values()]).diagnostics };
}

/** Pages speak of the first version, and of none while one has faults: every mention would be another one. */
function contractOfPages(contracts: readonly ContractWithTexts[], config: Config): DocumentParts["contract"] {
  if (contracts.length < config.contracts.length) return "unread";
  const [first] = contracts;
  if (first === undefined) return null;
  return { contract: first.contract, texts: first.texts, authentication: config.authentication };
}

/** A document is made of its text, the blocks that it names and the contract: of nothing else of the site. */
function parseDocuments(
  pages: readonly PageSource[],
  { highlight, ...around }: DocumentParts & Pick<DocumentTools, "highlight">,
  remember: Remember,
): Outcome<readonly Document[]> {
  const sections = remember("sections", [], () => new SectionMemory());
  const tools = { parseMarkdown: sections.parse, highlight };
  const parsed = pages.map((page) => {
    const named = { ...around, parts: partsNamedIn(page.text, around.parts) };
    return remember(`document ${page.file}`, [page, named], () => parseDocument(page, named, tools));
  });
  sections.sweep();
  return joinOutcomes(parsed);
}

interface ParsedSite {
  readonly config: Config;
  readonly routes: RouteTable;
  readonly contracts: readonly ContractWithTexts[];
  readonly documents: readonly Document[];
  readonly client: Theme["client"];
  readonly highlight: Highlight;
  readonly statics: Sources["statics"];
}

/** Where everything is, what stands around it, and the files that need no rendering. */
function planSite(site: ParsedSite, remember: Remember) {
  const { config, routes, contracts, documents, client, highlight, statics } = site;
  const { baseUrl } = config;
  const resolveLink = createLinkResolver(routes, baseUrl);
  const published = publishContracts(contracts, { config, routes }, remember);
  const places = { routes, baseUrl, reference: published.value.contracts[0]?.reference ?? null };
  const routed = resolveDocuments(documents, places, remember);
  const addresses = { settings: config.redirects, routes: routes.routes, resolveLink };
  const redirects = planRedirects({ ...addresses, documents: routed.value });
  const contentPolicy = toContentPolicy({ ...client.manifest, servers: serversOf(config, contracts) });
  const pictures = planPictures(client.manifest, config, statics);
  const assets = toAssetsView(client.manifest, config, { contentPolicy, pictures: pictures.value });
  const pages = planPages({
    config,
    documents: routed.value,
    contracts: published.value.contracts,
    assets,
    resolveLink,
    inlineProse: (markdown, position) => resolveProse(parseInlineProse(markdown, position), resolveLink),
    highlight,
  });
  const packaged = client.files.filter(({ path }) => !pictures.value.unused.has(path));
  return {
    value: {
      pages: pages.value,
      assets,
      hosting: { baseUrl, contentPolicy, redirects: redirects.value },
      files: [...packaged, ...published.value.files],
    },
    diagnostics: joinOutcomes<unknown>([published, routed, redirects, pictures, pages]).diagnostics,
  };
}

interface PlannedSite {
  readonly config: Config;
  readonly pages: readonly PlannedPage[];
  readonly hosting: Hosting;
  readonly assets: AssetsView;
  readonly templates: Theme["templates"];
}

/** The HTML of every page and of every old address, and what there is to be checked in it. */
function renderSite({ config, pages, hosting, assets, templates }: PlannedSite, remember: Remember) {
  const rendered = pages.map(({ route, file, view }) => {
    const facts = remember(`page ${route}`, [templates, view], () => readHtml(renderPage(templates, view)));
    return { route, file, facts };
  });
  const moved = hosting.redirects.map((redirect) => {
    const facts = readHtml(renderRedirect(redirect, { ...config, assets }));
    return { route: redirect.from, file: redirect.position.file, facts };
  });
  return [...rendered, ...moved];
}
