import { readClient, type Client } from "./assets/read-client.ts";
import { BuildMemory } from "./build-memory.ts";
import { checkPaths } from "./check/check-paths.ts";
import { checkSite } from "./check/check-site.ts";
import { readHtml } from "./check/read-html.ts";
import { resolveConfig, type ConfigFlags } from "./config/resolve-config.ts";
import { withNotFoundPage } from "./content/not-found.ts";
import { parseDocument } from "./content/parse-document.ts";
import { parseFrontMatter } from "./content/parse-front-matter.ts";
import { parseInlineProse, parseProse } from "./content/parse-prose.ts";
import { createGuide } from "./contract/create-guide.ts";
import { readContracts, type ContractInputs, type VersionedContract } from "./contract/read-contracts.ts";
import type { Config } from "./model/config.ts";
import type { Contract } from "./model/contract.ts";
import type { ContractGuide } from "./model/contract-guide.ts";
import { diagnose, type Diagnostic } from "./model/diagnostic.ts";
import type { Document } from "./model/document.ts";
import type { LinkResolver } from "./model/link.ts";
import type { Hosting } from "./model/hosting.ts";
import type { Outcome } from "./model/outcome.ts";
import type { OutputFile } from "./model/output-file.ts";
import type { Position } from "./model/position.ts";
import { toRoute } from "./model/route.ts";
import { hrefOf, type Reference } from "./model/reference.ts";
import type { Sources } from "./model/sources.ts";
import { toContentPolicy } from "./publish/content-policy.ts";
import { publishSite } from "./publish/publish-site.ts";
import { renderRedirect } from "./publish/redirect-page.tsx";
import { readDates } from "./read/read-dates.ts";
import { readFolder } from "./read/read-folder.ts";
import { createRememberingReader } from "./read/remembering-reader.ts";
import { toSources } from "./read/to-sources.ts";
import { loadTemplates } from "./render/load-templates.ts";
import { renderPage } from "./render/render-page.tsx";
import { createLinkResolver } from "./site/link-resolver.ts";
import { planPages } from "./site/plan-pages.ts";
import { planRedirects } from "./site/plan-redirects.ts";
import { planReference, type ReferenceInputs } from "./site/plan-reference.ts";
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
  const { root } = options;
  const [folder, dates] = await Promise.all([
    readFolder(root, createRememberingReader(memory.files)),
    memory.dates.recall("site", [], async () => readDates(root, process.env)),
  ]);
  const sources = toSources(folder.value, dates);
  const found = [...folder.diagnostics, ...sources.diagnostics];
  return buildSite(sources.value, { ...options, found }, memory);
}

/** Builds a site from its sources: contract, content, plan, render, check. */
export async function buildSite(sources: Sources, options: BuildOptions, memory = new BuildMemory()): Promise<BuildResult> {
  const { root, flags, strict, onStage } = options;
  const { settings, parts } = sources;
  const { diagnostics, keep } = collectFindings(options.found);

  if (sources.pages.length === 0 && sources.contracts.size === 0) diagnostics.push(nothingToBuild);
  const contractFiles = [...sources.contracts.keys()].filter((file) => file.split("/").length === 2);
  const config = keep(
    memory.config.recall("site", [settings, contractFiles, flags], () => resolveConfig({ settings, contractFiles, flags })),
  );
  const pages = withNotFoundPage(sources.pages).map((source) => ({
    ...source,
    frontMatter: keep(memory.frontMatter.recall(source.file, [source.text], () => parseFrontMatter(source))),
  }));
  const routes = keep(planRoutes({ pages, contracts: config.contracts }));
  const resolveLink = memory.linkResolver.recall("site", [routes, config.baseUrl], () => createLinkResolver(routes, config.baseUrl));
  const inlineProse = (markdown: string, position: Position) => keep(parseInlineProse(markdown, position, resolveLink));

  onStage("contract");
  const surroundings = { resolveLink, parts };
  const contractInputs = [config.contracts, config.authentication, ...[...sources.contracts].flat()];
  const contracts = keep(
    await memory.contracts.recall("site", { inputs: contractInputs, surroundings }, async (site) =>
      readContractsWithProse({ config, files: sources.contracts }, site.resolveLink),
    ),
  );

  onStage("content");
  const { highlight, fill } = memory.highlighter;
  const referenced = contracts.map((contract) => withReference(contract, { taken: routes.routes, baseUrl: config.baseUrl }));
  const guide = guideOf(referenced, config, memory);
  const documents = pages.map((page) => ({
    route: routes.routeByFile.get(page.file) ?? toRoute(page.file),
    document: keep(
      memory.documents.recall(page.file, { inputs: [page.text, page.frontMatter, guide], surroundings }, (site) =>
        parseDocument(page, page.frontMatter, { ...site, highlight, guide }),
      ),
    ),
  }));

  onStage("plan");
  const client = await readClient();
  const redirects = keep(planRedirects({ settings: config.redirects, documents, routes: routes.routes, resolveLink }));
  const hosting: Hosting = { baseUrl: config.baseUrl, contentPolicy: contentPolicyOf(config, contracts, client), redirects };
  const ownFiles = new Set(sources.statics.map(({ path }) => path));
  const assets = toAssetsView(client.manifest, config, { ...hosting, socialImage: ownFiles.has("social.png") ? "social.png" : null });
  const planned = keep(planPages({ config, documents, contracts: referenced, assets, resolveLink, inlineProse, highlight }));

  onStage("render");
  const templates = await loadTemplates(root);
  const rendered = await Promise.all(
    planned.map(async ({ route, file, view }) => ({
      route,
      file,
      facts: await memory.pages.recall(route, [templates, view], async () => readHtml(await fill(renderPage(templates, view)))),
    })),
  );

  const moved = redirects.map((redirect) => ({
    route: redirect.from,
    file: redirect.position.file,
    facts: readHtml(renderRedirect(redirect, { ...config, assets })),
  }));
  const published = publishSite({ siteUrl: config.siteUrl, pages: planned, dates: sources.dates, hosting });

  onStage("check");
  const others = [
    ...client.files,
    ...contracts.flatMap(({ files }) => files),
    ...published.filter(({ path }) => !ownFiles.has(path)),
    ...sources.statics,
  ];
  const checked = keep(checkSite({ pages: [...rendered, ...moved], otherFiles: others.map(({ path }) => path), baseUrl: config.baseUrl }));
  diagnostics.push(...checkPaths([...checked, ...others]));

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

/** Gathers what the stages find. */
function collectFindings(found: readonly Diagnostic[] = []) {
  const diagnostics = [...found];
  const keep = <T,>(outcome: Outcome<T>): T => {
    diagnostics.push(...outcome.diagnostics);
    return outcome.value;
  };
  return { diagnostics, keep };
}

/** The contracts, with what is wrong in the Markdown of their descriptions among the findings. */
async function readContractsWithProse(
  inputs: Omit<ContractInputs, "prose">,
  resolveLink: LinkResolver,
): Promise<Outcome<readonly VersionedContract[]>> {
  const { diagnostics, keep } = collectFindings();
  const value = keep(await readContracts({ ...inputs, prose: (markdown, position) => keep(parseProse(markdown, position, resolveLink)) }));
  return { value, diagnostics };
}

interface ReferencedContract extends VersionedContract {
  readonly reference: Reference;
}

function withReference(versioned: VersionedContract, site: Pick<ReferenceInputs, "taken" | "baseUrl">): ReferencedContract {
  const { contract, version } = versioned;
  return { ...versioned, reference: planReference({ contract, route: version.route, ...site }) };
}

/** What pages are held against: the contract of the first version. */
function guideOf([main]: readonly ReferencedContract[], config: Config, memory: BuildMemory): ContractGuide | null {
  if (main === undefined) return null;
  const { contract, reference } = main;
  return memory.guide.recall("site", [contract, reference, config.authentication], () =>
    createGuide(contract, (anchor) => hrefOf(reference, anchor), config.authentication),
  );
}

function textsOf({ settings, pages, parts, contracts }: Sources): ReadonlyMap<string, string> {
  const sources = [...(settings ? [settings] : []), ...pages, ...parts.values()];
  return new Map([...sources.map(({ file, text }) => [file, text] as const), ...contracts]);
}
