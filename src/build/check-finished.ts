import { checkLayouts } from "#check/check-layouts.ts";
import { checkPaths } from "#check/check-paths.ts";
import { type CheckInputs, checkSite, type SiteFindings } from "#check/check-site.ts";
import { fixLinks, type LinkSources } from "#check/fix-links.ts";
import type { Hosting } from "#publish/host-rules.ts";
import type { Sources } from "#read/sources.ts";
import type { Config, ContractVersion } from "#shared/config.ts";
import { type Diagnostic, hasErrors, type Outcome } from "#shared/diagnostics/diagnostic.ts";
import type { RouteTable } from "#shared/route.ts";

import type { LastState } from "./last-state.ts";
import type { RenderedSite } from "./render-site.ts";

type Versions = readonly { readonly version: ContractVersion }[];

interface FinishedSite extends Pick<CheckInputs, "others">, Pick<LinkSources, "documents" | "texts"> {
  /** The settings as they are, which may not be those that the site is made by. */
  readonly settings: Config;
  readonly config: Config;
  readonly sources: Sources;
  /** The contracts that can be read, and those that are shown. */
  readonly reading: Outcome<Versions>;
  readonly versions: Versions;
  readonly routing: Outcome<RouteTable>;
  /** What the look, pages and contracts say. */
  readonly prose: readonly Outcome<unknown>[];
  readonly plan: Outcome<PlannedFacts>;
  readonly rendered: RenderedSite;
  readonly last: LastState;
}

interface PlannedFacts extends Pick<LinkSources, "moved">, Pick<CheckInputs, "popular"> {
  readonly hosting: Hosting;
  /** What is no page, and has links as pages have. */
  readonly skill: CheckInputs["pages"];
}

/**
 * What is wrong with what authors wrote, the plan of the site and its pages as they will be. What stands in for what
 * cannot be read is not judged: it is no text of anybody's now.
 */
export function checkFinished(site: FinishedSite): SiteFindings {
  const { config, sources, reading, versions, routing, plan, rendered, others, last } = site;
  const isUnread = ({ route }: ContractVersion): boolean =>
    !reading.value.some(({ version }) => version.route === route);
  const unmade = [...config.contracts.filter(isUnread), ...rendered.unmade];
  const { pages } = rendered;
  const { hosting, popular, moved, skill } = plan.value;
  const links = checkSite({
    pages: [...pages, ...skill],
    others,
    unmade,
    popular,
    ...hosting,
    templates: sources.theme,
  });
  // Routes that collide have been reported with their sources' names.
  const paths = hasErrors(routing.diagnostics) ? [] : checkPaths({ pages, others });
  const isLinked = areAddressesKnown(site);
  const prose = site.prose.flatMap(({ diagnostics }) => diagnostics);
  const sourcesOfLinks = { ...site, pages, routes: routing.value, moved };
  const linked = isLinked ? fixLinks([...plan.diagnostics, ...links.diagnostics], sourcesOfLinks) : [];
  const found = [...prose, ...linked, ...paths, ...checkLayouts(config.contracts, pages)];
  const isWithoutContract = versions.length > reading.value.length;
  const isTold = ({ code, position }: Diagnostic): boolean =>
    code === "content/limit" ||
    ((position === null || !last.isStale(position.file)) &&
      !(isWithoutContract && /^(?:contract|sample)\//.test(code)));
  return {
    diagnostics: [...found.filter(isTold), ...rendered.unmade.flatMap(({ diagnostics }) => diagnostics)],
    broken: isLinked ? links.broken : [],
  };
}

/** Settings that cannot be read, or a folder without a page of its own, would make every link of the site a finding. */
function areAddressesKnown({ settings, sources, reading }: FinishedSite): boolean {
  return !settings.isPartial && sources.pages.length + reading.value.length > 1;
}
