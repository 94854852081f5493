import { resolve } from "node:path";

import { build, type BuildOptions, type BuildResult } from "#build.ts";
import { openCache } from "#cache/disk-memory.ts";
import { readFolder } from "#read/read-folder.ts";
import type { SiteFiles } from "#mcp/site/site-files.ts";
import { type Sources, toSources } from "#read/sources.ts";
import type { Config, ContractVersion } from "#settings/resolve-config.ts";
import { BuildError, type Outcome } from "#shared/diagnostics/diagnostic.ts";

import type { SiteFlags } from "./options.ts";

interface BuildEvents extends Partial<Pick<BuildOptions, "emit" | "reuse" | "onStage">> {
  /** The build starts again and voids the files so far. */
  readonly onRestart?: () => void | Promise<void>;
}

/**
 * Builds a site by the command line's flags. A refused build is a site without pages, with findings. A crash may come
 * from the cache, so the build is tried again without it.
 */
export async function buildOrRefuse(flags: SiteFlags, events: BuildEvents = {}): Promise<BuildResult> {
  const { baseUrl, siteUrl, strict = false } = flags;
  const root = resolve(flags.root);
  const cache = openCache({ root, cache: flags.cache });
  const { onRestart, ...handlers } = events;
  // Commands that only check a site drop its files, and treat each one as written.
  const dropped = { emit: () => {}, ...(handlers.emit === undefined && { reuse: () => true }) };
  const options = { root, flags: { baseUrl, siteUrl }, strict, ...dropped, ...handlers };
  const attempt = async () => build({ ...options, ...(cache && { memory: cache }) }).catch(toRefusal);
  try {
    const result = await attempt().catch(async (error: unknown) => {
      if (cache?.distrust() !== true) throw error;
      await onRestart?.();
      return attempt();
    });
    cache?.save();
    return result;
  } finally {
    cache?.close();
  }
}

function toRefusal(error: unknown): BuildResult {
  if (!(error instanceof BuildError)) throw error;
  const { diagnostics, texts } = error;
  return {
    diagnostics,
    pageCount: 0,
    bytes: 0,
    fontSizes: [],
    hasReference: false,
    documents: [],
    contract: null,
    hosting: null,
    broken: [],
    unmade: [],
    texts,
  };
}

export interface SiteSettings {
  readonly config: Config;
  readonly sources: Sources;
}

/** Reads a site's settings without a build, and reports only their faults. */
export async function readSettings(root: string): Promise<Outcome<SiteSettings>> {
  const folder = await readFolder(root);
  const sources = toSources(folder.value).value;
  const { settings, contracts } = sources;
  const { resolveConfig } = await import("#settings/resolve-config.ts");
  const { value: config, diagnostics } = resolveConfig({ settings, contractFiles: [...contracts.keys()], flags: {} });
  return { value: { config, sources }, diagnostics };
}

/** What a version's contract is read from; null where there is no document. */
export function sourcesOfVersion({ config, sources }: SiteSettings, version: ContractVersion | undefined) {
  const file = version?.document;
  if (file === undefined || !sources.contracts.has(file)) return null;
  // What a site tells the sandbox is of the API that it names first.
  const sandbox = version?.api === config.contracts[0]?.api ? config.sandbox : null;
  return { file, files: sources.contracts, sandbox };
}

/** The contracts of a folder as they're at each question, with what isn't published. */
export function contractsIn(root: string): NonNullable<SiteFiles["sourcesOf"]> {
  return async ({ api, id }) => {
    const { value } = await readSettings(root);
    const version = value.config.contracts.find((known) => known.api === api && known.id === id);
    return sourcesOfVersion(value, version);
  };
}
