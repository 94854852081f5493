import type { BuildMemory } from "./build-memory.ts";
import type { BuildOptions, BuildResult } from "./build-options.ts";
import { checkPaths } from "./check/check-paths.ts";
import { checkSite } from "./check/check-site.ts";
import { readHtml } from "./check/read-html.ts";
import { highlightCode } from "./content/draft/highlight-code.ts";
import { parseInlineProse } from "./content/parse-prose.ts";
import type { VersionedContract } from "./contract/read-contracts.ts";
import { judgeSeverities } from "./judge-severities.ts";
import type { ParsedSite } from "./parse-site.ts";
import { toContentPolicy } from "./publish/host-rules.ts";
import { publishSite } from "./publish/publish-site.ts";
import { renderRedirect } from "./publish/redirect-page.tsx";
import type { Client } from "./render/client-assets.ts";
import type { Config } from "./shared/config.ts";
import type { Position } from "./shared/diagnostic.ts";
import type { Sources } from "./shared/files.ts";
import type { Hosting } from "./shared/hosting.ts";
import { planPages } from "./site/plan-pages.ts";
import { planRedirects } from "./site/plan-redirects.ts";
import { planPictures, toAssetsView } from "./site/site-assets.ts";

interface Tools {
  readonly options: BuildOptions;
  readonly memory: BuildMemory;
}

/** What readers get: the pages planned, rendered and judged, and every file beside them. */
export async function finishSite(
  sources: Sources,
  site: ParsedSite,
  { options: { root, strict, onStage }, memory }: Tools,
): Promise<BuildResult> {
  const { config, dates, routes, resolveLink, contracts, unmade, explorers, documents, diagnostics, keep } = site;
  const inlineProse = (markdown: string, position: Position) => parseInlineProse(markdown, position, resolveLink);

  onStage("plan");
  const { client, templates } = await memory.look(root, sources.look);
  const redirects = keep(planRedirects({ settings: config.redirects, documents, routes: routes.routes, resolveLink }));
  const hosting: Hosting = {
    baseUrl: config.baseUrl,
    contentPolicy: contentPolicyOf(config, contracts, client),
    redirects,
  };
  const ownFiles = new Set(sources.statics.map(({ path }) => path));
  const pictures = keep(planPictures(client.manifest, config, sources.statics));
  const assets = toAssetsView(client.manifest, config, { ...hosting, pictures });
  const planned = keep(
    planPages({ config, documents, contracts, assets, resolveLink, inlineProse, highlight: highlightCode }),
  );

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
  const packaged = client.files.filter(({ path }) => !pictures.unused.has(path));
  const made = [...contracts, explorers].flatMap(({ files }) => files);
  const others = [...packaged, ...made, ...published.filter(({ path }) => !ownFiles.has(path)), ...sources.statics];
  const otherFiles = others.map(({ path }) => path);
  const checked = keep(checkSite({ pages: [...rendered, ...moved], otherFiles, unmade, baseUrl: config.baseUrl }));
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

function textsOf({ settings, pages, parts, contracts, look }: Sources): ReadonlyMap<string, string> {
  const sources = [...(settings ? [settings] : []), ...pages, ...parts.values()];
  return new Map([...sources.map(({ file, text }) => [file, text] as const), ...contracts, ...look]);
}
