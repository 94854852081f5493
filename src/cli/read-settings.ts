import { readFolder } from "#read/read-folder.ts";
import { toSources } from "#read/to-sources.ts";
import type { Config } from "#shared/config.ts";
import type { Outcome } from "#shared/diagnostic.ts";
import type { Sources } from "#shared/files.ts";

export interface SiteSettings {
  readonly config: Config;
  readonly sources: Sources;
}

/** Reads the settings of a site without building it. Only what is wrong with the settings is reported. */
export async function readSettings(root: string): Promise<Outcome<SiteSettings>> {
  const folder = await readFolder(root);
  const sources = toSources(folder.value).value;
  const { settings, contracts } = sources;
  const contractFiles = [...contracts.keys()];
  const { resolveConfig } = await import("#read/resolve-config.ts");
  const { value: config, diagnostics } = resolveConfig({ settings, contractFiles, flags: {} });
  return { value: { config, sources }, diagnostics };
}
