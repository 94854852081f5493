import { checkLayouts, checkPaths } from "#check/check-output.ts";
import { checkSite, type SiteFindings } from "#check/check-site.ts";
import { fixLinks } from "#check/fix-links.ts";
import { findMisspelledNames } from "#check/misspelled-names.ts";
import { partsNamedIn } from "#content/page-parts.ts";
import { textsOf } from "#read/sources.ts";
import type { Config, ContractVersion } from "#settings/resolve-config.ts";
import { type Diagnostic, hasErrors, type Outcome, type SourceFile } from "#shared/diagnostics/diagnostic.ts";
import type { OutputFile } from "#write/output-file.ts";

import type { LastState } from "#cache/memory.ts";
import { isBeyondLimit } from "./parse-sources.ts";
import type { SitePlan } from "./plan-site.ts";
import type { RenderedSite } from "./render-site.ts";
import type { Site } from "./site.ts";

interface FinishedSite {
  readonly site: Site;
  /** The settings as they are now; the site may have been built from the last readable ones. */
  readonly settings: Outcome<Config>;
  /** The contracts that are readable now; the site may show earlier ones. */
  readonly versions: Outcome<readonly { readonly version: ContractVersion }[]>;
  readonly routes: Outcome<unknown>;
  readonly theme: Outcome<unknown>;
  readonly documents: Outcome<unknown>;
  readonly plan: Outcome<SitePlan>;
  readonly rendered: RenderedSite;
  /** Every file except pages. */
  readonly files: readonly OutputFile[];
  readonly last: LastState;
}

/**
 * Checks the finished site: the authors' texts, the plan and the pages. Results of an earlier version of a file aren't
 * checked, since nobody can mend a text that's gone.
 */
export function checkFinished(finished: FinishedSite): SiteFindings {
  const { site, versions, routes, theme, documents, plan, rendered, last } = finished;
  const { config, sources } = site;
  const { pages } = rendered;
  const withPage = new Set(pages.map(({ file }) => file));
  const isCut = ({ text }: SourceFile): boolean => [...partsNamedIn(text, sources.parts).values()].includes(null);
  const cut = new Set(sources.pages.filter(isCut).map(({ file }) => file));
  const withoutText = [...site.routes.routeByFile]
    .filter(([file]) => !withPage.has(file) || isBeyondLimit(file, documents.diagnostics) || cut.has(file))
    .map(([, route]) => ({ route }));
  const unread = config.contracts.filter(({ route }) => !versions.value.some(({ version }) => version.route === route));
  const unmade = [...unread, ...rendered.unmade, ...withoutText];
  const { hosting, popular, moved, skill, deferred } = plan.value;
  const files = [...finished.files, ...rendered.files, ...deferred.files];
  const links = checkSite({
    pages: [...pages, ...skill],
    files,
    unmade,
    popular,
    ...hosting,
    templates: sources.theme,
  });
  // `planRoutes` has already reported colliding routes under their sources' names.
  const paths = hasErrors(routes.diagnostics) ? [] : checkPaths(pages, files);
  // Without settings, or with a single page, every link would be a finding.
  const isLinked = !finished.settings.value.isPartial && sources.pages.length + versions.value.length > 1;
  const written = { documents: site.documents.map(({ document }) => document), texts: textsOf(sources) };
  const linkSources = { ...written, config, routes: site.routes, pages, files, moved };
  const linked = isLinked ? fixLinks([...plan.diagnostics, ...links.diagnostics], linkSources) : [];
  const prose = [theme, documents].flatMap(({ diagnostics }) => diagnostics);
  const words = written.documents.flatMap(({ codeWords }) => codeWords);
  const names = site.contracts.flatMap((contract) => contract.names);
  const misspelled = findMisspelledNames(words, names, [...sources.contracts.values()]);
  const found = [...prose, ...misspelled, ...linked, ...paths, ...checkLayouts(config.contracts, pages)];
  const isWithoutContract = site.contracts.length > versions.value.length;
  const isAboutNow = ({ code, position }: Diagnostic): boolean =>
    code === "content/limit" ||
    ((position === null || !last.isStale(position.file)) &&
      !(isWithoutContract && /^(?:contract|sample)\//.test(code)));
  return {
    diagnostics: [...found.filter(isAboutNow), ...rendered.unmade.flatMap(({ diagnostics }) => diagnostics)],
    broken: isLinked ? links.broken : [],
  };
}
