import type { Memory } from "#cache/memory.ts";
import type { OwnDirective } from "#content/own/own-directive.ts";
import type { Sources } from "#read/sources.ts";
import type { Config } from "#settings/resolve-config.ts";
import type { PageBudget } from "#shared/contract/reference.ts";
import type { RouteTable } from "#shared/route.ts";
import { firstOfEachApi } from "#shared/site-manifest.ts";
import type { SiteModel } from "#shared/site-model.ts";
import type { OutputFile } from "#write/output-file.ts";

import type { Theme } from "./load-theme.ts";
import type { ParsedDocument } from "./parse-sources.ts";
import type { History } from "./read-history.ts";
import type { ContractWithTexts } from "./read-versions.ts";
import { isPage } from "./skill.ts";

/** A site as it was read and parsed. Later stages plan, render and check its pages from this value. */
export interface Site {
  readonly sources: Sources;
  readonly config: Config;
  readonly routes: RouteTable;
  readonly contracts: readonly ContractWithTexts[];
  readonly documents: readonly ParsedDocument[];
  readonly theme: Theme;
  readonly history: History;
  /** The most that a page of a reference may hold. */
  readonly budget: PageBudget;
}

/** Files that are made on demand. */
export interface DeferredFiles {
  /** The paths that are known before the content is. */
  readonly files: readonly Pick<OutputFile, "path">[];
  readonly make: (memory: Memory) => AsyncIterable<OutputFile>;
}

/** The site for editors, which may need it even if rendering fails later. */
export function toSiteModel(
  { contracts, documents, routes, sources }: Pick<Site, "contracts" | "documents" | "routes" | "sources">,
  directives: readonly OwnDirective[],
): SiteModel {
  return {
    contracts: contracts.map(({ version, contract }) => ({ version, contract })),
    apis: firstOfEachApi(contracts, ({ version }) => version.api).map(({ version: { api }, contract }) => ({
      api,
      contract,
    })),
    documents: documents.map(({ document }) => document).filter(isPage),
    routes,
    parts: Array.from(sources.parts.keys(), (file) => file.slice("content/".length)),
    statics: sources.statics.map(({ path }) => `/${path}`),
    directives: directives.map(({ name, attributes }) => ({
      name,
      attributes: attributes.map((attribute) => attribute.name),
    })),
  };
}
