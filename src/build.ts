import type { Client } from "./assets/read-client.ts";
import { BuildMemory } from "./build-memory.ts";
import { checkPaths } from "./check/check-paths.ts";
import { checkSite } from "./check/check-site.ts";
import { collectFindings } from "./collect-findings.ts";
import { readHtml } from "./check/read-html.ts";
import type { ConfigFlags } from "./config/resolve-config.ts";
import type { Highlighter } from "./content/create-highlighter.ts";
import { withNotFoundPage } from "./content/not-found.ts";
import { parseInlineProse } from "./content/parse-prose.ts";
import type { VersionedContract } from "./contract/read-contracts.ts";
import type { Config } from "./model/config.ts";
import type { Contract } from "./model/contract.ts";
import { diagnose, type Diagnostic } from "./model/diagnostic.ts";
import type { Document } from "./model/document.ts";
import type { Hosting } from "./model/hosting.ts";
import type { OutputFile } from "./model/output-file.ts";
import type { Position } from "./model/position.ts";
import { toRoute } from "./model/route.ts";
import type { Sources } from "./model/sources.ts";
import { toContentPolicy } from "./publish/content-policy.ts";
import { publishSite } from "./publish/publish-site.ts";
import { renderRedirect } from "./publish/redirect-page.tsx";
import { readFolder } from "./read/read-folder.ts";
import { toSources } from "./read/to-sources.ts";
import type { PlannedExplorers } from "./site/plan-explorers.ts";
import { planPages } from "./site/plan-pages.ts";
import { planRedirects } from "./site/plan-redirects.ts";
import { planReference, type ReferenceInputs } from "./site/plan-reference.ts";
import type { PublishedContract } from "./site/plan-reference-pages.ts";
import { planRoutes } from "./site/plan-routes.ts";
import { toAssetsView } from "./site/to-assets-view.ts";
import { judgeSeverities } from "./judge-severities.ts";

export interface BuildOptions {
  /** Absolute path of the folder that holds `content/` and `openapi/`. */
  readonly root: string;
  readonly flags: ConfigFlags;
  /** Turns warnings into errors. */
  readonly strict: boolean;
  /** Called as each stage begins. */
  readonly onStage: (stage: Stage) => void;
  /** Called as each page's content begins to be parsed. */
  readonly onFile?: (file: string) => void;
  /** What was found while the sources were read. */
  readonly found?: readonly Diagnostic[];
}

export type Stage = "read" | "contract" | "content" | "plan" | "render" | "check";

/** A finished site in memory, and everything that was found on the way. With an error among the findings it must not be published. */
export interface BuildResult {
  readonly files: readonly OutputFile[];
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
 * Builds the site of a folder. Reads, and writes nothing. With the memory of an earlier build of the folder, what has
 * not changed is taken from there.
 * @throws BuildError when there is no way on (a template that does not compile).
 */
export async function build(options: BuildOptions, memory = new BuildMemory()): Promise<BuildResult> {
  options.onStage("read");
  const folder = await readFolder(options.root, memory.file);
  const sources = toSources(folder.value);
  const found = [...folder.diagnostics, ...sources.diagnostics];
  return buildSite(sources.value, { ...options, found }, memory);
}

/** Builds a site from its sources: contract, content, plan, render, check. */
export async function buildSite(
  sources: Sources,
  options: BuildOptions,
  memory = new BuildMemory(),
): Promise<BuildResult> {
  return finishSite(sources, await parseSite(sources, options, memory), { options, memory });
}

/** What the authors' files say: the settings, the contract and the pages' content. */
async function parseSite(sources: Sources, { root, flags, found, onStage, onFile }: BuildOptions, memory: BuildMemory) {
  const { settings, parts } = sources;
  const { diagnostics, keep } = collectFindings(found);
  if (sources.pages.length === 0 && sources.contracts.size === 0) diagnostics.push(nothingToBuild);
  const contractFiles = [...sources.contracts.keys()].filter((file) => file.split("/").length === 2);
  const config = keep(memory.config({ settings, contractFiles, flags }));
  const dates = config.siteUrl === null ? null : memory.dates(root);
  const pages = withNotFoundPage(sources.pages).map((source) => ({
    ...source,
    frontMatter: keep(memory.frontMatter(source)),
  }));
  const routes = keep(planRoutes({ pages, contracts: config.contracts }));
  const resolveLink = memory.linkResolver(routes, config.baseUrl);

  onStage("contract");
  const surroundings = { resolveLink, parts };
  const reading = memory.contracts({ config, files: sources.contracts }, surroundings);
  const versions = keep(reading);
  const explorers = memory.explorers(
    versions.map(({ contract }) => contract),
    config,
  );
  const contracts = versions.map((version) =>
    withReference(version, explorers, { taken: routes.routes, baseUrl: config.baseUrl }),
  );
  for (const { contract } of contracts) highlightSamples(contract, memory.highlighter);

  onStage("content");
  const [main] = contracts;
  const guide = main === undefined ? null : memory.guide({ ...main, authentication: config.authentication });
  const documents = pages.map((page) => {
    onFile?.(page.file);
    const route = routes.routeByFile.get(page.file) ?? toRoute(page.file);
    return { route, document: keep(memory.document(page, guide, surroundings)) };
  });
  diagnostics.push(...(await reading.secondOpinion));
  return { config, dates, routes, resolveLink, contracts, explorers, documents, diagnostics, keep };
}

/** The pages show these later. Until then the second thread would have little to do. */
function highlightSamples({ operations }: Contract, { highlight }: Highlighter): void {
  for (const { code, language } of operations.flatMap(({ samples }) => samples)) highlight(code, language);
}

interface Tools {
  readonly options: BuildOptions;
  readonly memory: BuildMemory;
}

/** What readers get: the pages planned, rendered and judged, and every file beside them. */
async function finishSite(
  sources: Sources,
  site: Awaited<ReturnType<typeof parseSite>>,
  { options: { root, strict, onStage }, memory }: Tools,
): Promise<BuildResult> {
  const { config, dates, routes, resolveLink, contracts, explorers, documents, diagnostics, keep } = site;
  const { highlight } = memory.highlighter;
  const inlineProse = (markdown: string, position: Position) => keep(parseInlineProse(markdown, position, resolveLink));

  onStage("plan");
  const { client, templates } = await memory.look(root, sources.look);
  const redirects = keep(planRedirects({ settings: config.redirects, documents, routes: routes.routes, resolveLink }));
  const hosting: Hosting = {
    baseUrl: config.baseUrl,
    contentPolicy: contentPolicyOf(config, contracts, client),
    redirects,
  };
  const ownFiles = new Set(sources.statics.map(({ path }) => path));
  const pictures = memory.pictures(config, sources.statics, client);
  const assets = toAssetsView(client.manifest, config, { ...hosting, ...pictures });
  const planned = keep(planPages({ config, documents, contracts, assets, resolveLink, inlineProse, highlight }));

  onStage("render");
  const rendered = await Promise.all(
    planned.map(async (page) => ({ route: page.route, file: page.file, facts: await memory.page(page, templates) })),
  );
  const moved = redirects.map((redirect) => ({
    route: redirect.from,
    file: redirect.position.file,
    facts: readHtml(renderRedirect(redirect, { ...config, assets })),
  }));

  onStage("check");
  const published = publishSite({ siteUrl: config.siteUrl, pages: planned, dates: await dates, hosting });
  const drawn = keep(await pictures.drawn);
  const made = [pictures.packaged, drawn, ...contracts, explorers].flatMap(({ files }) => files);
  const others = [...made, ...published.filter(({ path }) => !ownFiles.has(path)), ...sources.statics];
  const otherFiles = others.map(({ path }) => path);
  const checked = keep(checkSite({ pages: [...rendered, ...moved], otherFiles, baseUrl: config.baseUrl }));
  // Routes that collide have been reported with their sources' names.
  if (!diagnostics.some(({ code }) => code === "route/collision"))
    diagnostics.push(...checkPaths({ pages: checked, others }));

  memory.sweep();
  return {
    files: [...checked, ...others].sort((a, b) => (a.path < b.path ? -1 : 1)),
    diagnostics: judgeSeverities(diagnostics, { severities: config.severities, strict }),
    pageCount: planned.length,
    documents: documents.map(({ document }) => document),
    contract: contracts[0]?.contract ?? null,
    hosting,
    texts: textsOf(sources),
  };
}

/** Pages may call the servers that the settings name; where they name none, the contract's. */
function contentPolicyOf(config: Config, contracts: readonly VersionedContract[], { manifest }: Client): string {
  const servers = config.servers.length > 0 ? config.servers : contracts.flatMap(({ contract }) => contract.servers);
  return toContentPolicy({ inlineScript: manifest.inlineScript, servers: servers.map(({ url }) => url) });
}

const nothingToBuild = diagnose(
  "content/missing",
  "there are no pages here: no Markdown in content/ and no document in openapi/",
  null,
  "write content/index.md, or name the folder with --root",
);

type ReferencedContract = VersionedContract & Pick<PublishedContract, "reference" | "explorers">;

function withReference(
  versioned: VersionedContract,
  { hrefsByContract }: PlannedExplorers,
  site: Pick<ReferenceInputs, "taken" | "baseUrl">,
): ReferencedContract {
  const { contract, version } = versioned;
  const reference = planReference({ contract, route: version.route, ...site });
  return { ...versioned, reference, explorers: hrefsByContract.get(contract) ?? new Map() };
}

function textsOf({ settings, pages, parts, contracts, look }: Sources): ReadonlyMap<string, string> {
  const sources = [...(settings ? [settings] : []), ...pages, ...parts.values()];
  return new Map([...sources.map(({ file, text }) => [file, text] as const), ...contracts, ...look]);
}
