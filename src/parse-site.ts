import type { BuildMemory } from "./build-memory.ts";
import type { BuildOptions } from "./build-options.ts";
import { collectFindings } from "./collect-findings.ts";
import { withNotFoundPage } from "./content/not-found.ts";
import type { VersionedContract } from "./contract/read-contracts.ts";
import type { Config } from "./shared/config.ts";
import { diagnose } from "./shared/diagnostic.ts";
import type { Sources } from "./shared/files.ts";
import { type Route, toRoute } from "./shared/route.ts";
import type { PlannedExplorers } from "./site/plan-explorers.ts";
import { planReference, type ReferenceInputs } from "./site/plan-reference.ts";
import { planRoutes } from "./site/plan-routes.ts";
import type { PublishedContract } from "./site/reference-pages.ts";

/** What the authors' files say: the settings, the contract and the pages' content. */
export async function parseSite(
  sources: Sources,
  { root, flags, found, onStage, onFile }: BuildOptions,
  memory: BuildMemory,
) {
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
  const reading = await memory.contracts({ config, files: sources.contracts }, surroundings);
  const versions = keep(reading);
  const explorers = memory.explorers(
    versions.map(({ contract }) => contract),
    config,
  );
  const contracts = versions.map((version) =>
    withReference(version, explorers, { taken: routes.routes, baseUrl: config.baseUrl }),
  );

  onStage("content");
  const unmade = config.contracts.map(({ route }) => route).filter((route) => !isPublished(contracts, route));
  const guide = unmade.length > 0 ? "unread" : guideOf(contracts, config, memory);
  const documents = pages.map((page) => {
    onFile?.(page.file);
    const route = routes.routeByFile.get(page.file) ?? toRoute(page.file);
    return { route, document: keep(memory.document(page, guide, surroundings)) };
  });
  return { config, dates, routes, resolveLink, contracts, unmade, explorers, documents, diagnostics, keep };
}

function isPublished(contracts: readonly VersionedContract[], route: Route): boolean {
  return contracts.some(({ version }) => version.route === route);
}

/** Pages speak of the first version. */
function guideOf([main]: readonly ReferencedContract[], { authentication }: Config, memory: BuildMemory) {
  return main === undefined ? null : memory.guide({ ...main, authentication });
}

export type ParsedSite = Awaited<ReturnType<typeof parseSite>>;

type PublishedTexts = VersionedContract & Pick<PublishedContract, "htmlByText">;
type ReferencedContract = PublishedTexts & Pick<PublishedContract, "reference" | "explorers">;

function withReference(
  versioned: PublishedTexts,
  { hrefsByContract }: PlannedExplorers,
  site: Pick<ReferenceInputs, "taken" | "baseUrl">,
): ReferencedContract {
  const { contract, version } = versioned;
  const reference = planReference({ contract, route: version.route, ...site });
  return { ...versioned, reference, explorers: hrefsByContract.get(contract) ?? new Map() };
}

const nothingToBuild = diagnose(
  "content/missing",
  "there are no pages here: no Markdown in content/ and no document in openapi/",
  null,
  "write content/index.md, or name the folder with --root",
);
