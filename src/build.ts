import { readClient } from "./assets/read-client.ts";
import { checkSite } from "./check/check-site.ts";
import { resolveConfig, type ConfigFlags } from "./config/resolve-config.ts";
import { withNotFoundPage } from "./content/not-found.ts";
import { parseDocument } from "./content/parse-document.ts";
import { parseFrontMatter } from "./content/parse-front-matter.ts";
import { parseInlineProse, parseProse } from "./content/parse-prose.ts";
import { startHighlighter } from "./content/start-highlighter.ts";
import { createGuide } from "./contract/create-guide.ts";
import { readContracts } from "./contract/read-contracts.ts";
import { diagnose, type Diagnostic } from "./model/diagnostic.ts";
import type { Document } from "./model/document.ts";
import type { Outcome } from "./model/outcome.ts";
import type { OutputFile } from "./model/output-file.ts";
import type { Position } from "./model/position.ts";
import { toRoute } from "./model/route.ts";
import type { Sources } from "./model/sources.ts";
import { readFolder } from "./read/read-folder.ts";
import { toSources } from "./read/to-sources.ts";
import { loadTemplates } from "./render/load-templates.ts";
import { renderPage } from "./render/render-page.tsx";
import { createLinkResolver } from "./site/link-resolver.ts";
import { planPages } from "./site/plan-pages.ts";
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
}

export type Stage = "read" | "contract" | "content" | "plan" | "render" | "check";

/** A finished site in memory, and everything that was found on the way. With an error among the findings it must not be published. */
export interface BuildResult {
  readonly files: readonly OutputFile[];
  readonly diagnostics: readonly Diagnostic[];
  readonly pageCount: number;
  readonly documents: readonly Document[];
  /** The authors' texts by file, for code frames. */
  readonly texts: ReadonlyMap<string, string>;
}

/**
 * Builds the site of a folder. Reads, and writes nothing.
 * @throws BuildError when there is no way on (a template that does not compile).
 */
export async function build(options: BuildOptions): Promise<BuildResult> {
  options.onStage("read");
  const folder = await readFolder(options.root);
  const sources = toSources(folder.value);
  const result = await buildSite(sources.value, options);
  const diagnostics = [...folder.diagnostics, ...sources.diagnostics, ...result.diagnostics];
  return { ...result, diagnostics };
}

/** Builds a site from its sources: contract, content, plan, render, check. */
export async function buildSite(sources: Sources, options: BuildOptions): Promise<BuildResult> {
  const { root, flags, strict, onStage } = options;
  const diagnostics: Diagnostic[] = [];
  const keep = <T,>(outcome: Outcome<T>): T => {
    diagnostics.push(...outcome.diagnostics);
    return outcome.value;
  };

  if (sources.pages.length === 0 && sources.contracts.size === 0) diagnostics.push(nothingToBuild);
  const highlighter = startHighlighter();
  const contractFiles = [...sources.contracts.keys()].filter((file) => file.split("/").length === 2);
  const config = keep(resolveConfig({ settings: sources.settings, contractFiles, flags }));
  const pages = withNotFoundPage(sources.pages).map((source) => ({ ...source, frontMatter: keep(parseFrontMatter(source)) }));
  const routes = keep(planRoutes({ pages, contracts: config.contracts }));
  const resolveLink = createLinkResolver(routes, config.baseUrl);
  const prose = (markdown: string, position: Position) => keep(parseProse(markdown, position, resolveLink));
  const inlineProse = (markdown: string, position: Position) => keep(parseInlineProse(markdown, position, resolveLink));

  onStage("contract");
  const contracts = keep(await readContracts({ config, files: sources.contracts, prose }));

  onStage("content");
  const { highlight } = highlighter;
  const [main] = contracts;
  const address = main === undefined ? "" : config.baseUrl.slice(0, -1) + main.version.route;
  const guide = main === undefined ? null : createGuide(main.contract, address, config.authentication);
  const tools = { resolveLink, highlight, parts: sources.parts, guide };
  const documents = pages.map((page) => ({
    route: routes.routeByFile.get(page.file) ?? toRoute(page.file),
    document: keep(parseDocument(page, page.frontMatter, tools)),
  }));

  onStage("plan");
  const client = await readClient();
  const assets = toAssetsView(client.manifest, config);
  const planned = keep(planPages({ config, documents, contracts, assets, resolveLink, inlineProse, highlight }));

  onStage("render");
  const templates = await loadTemplates(root);
  const rendered = await Promise.all(
    planned.map(async ({ route, file, view }) => ({ route, file, html: await highlighter.fill(renderPage(templates, view)) })),
  );

  onStage("check");
  const statics = sources.statics.map(({ path, content }) => ({ path, content }));
  const others = [...client.files, ...contracts.flatMap(({ files }) => files), ...statics];
  const checked = keep(checkSite({ pages: rendered, otherFiles: others.map(({ path }) => path), baseUrl: config.baseUrl }));

  return {
    files: [...checked, ...others].sort((a, b) => (a.path < b.path ? -1 : 1)),
    diagnostics: judgeSeverities(diagnostics, { severities: config.severities, strict }),
    pageCount: checked.length,
    documents: documents.map(({ document }) => document),
    texts: textsOf(sources),
  };
}

const nothingToBuild = diagnose(
  "content/missing",
  "there are no pages here: no Markdown in content/ and no document in openapi/",
  null,
  "write content/index.md, or name the folder with --root",
);

function textsOf({ settings, pages, parts, contracts }: Sources): ReadonlyMap<string, string> {
  const sources = [...(settings ? [settings] : []), ...pages, ...parts.values()];
  return new Map([...sources.map(({ file, text }) => [file, text] as const), ...contracts]);
}
