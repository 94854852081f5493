import type { Config, ContractVersion } from "#shared/config.ts";
import type { Contract } from "#shared/contract/contract.ts";
import { downloads } from "#shared/contract/reference.ts";
import { toJsonText } from "#shared/json/json.ts";
import { manifestPath, type PublishedDocument, type SiteManifest } from "#shared/site-manifest.ts";
import type { OutputFile } from "#write/output-file.ts";

export interface PublishedVersion {
  readonly version: ContractVersion;
  readonly contract: Pick<Contract, "sandbox">;
}

/** The file by which programs read the site: what `docs-build mcp` needs besides pages, search and documents. */
export function toManifestFile(config: Config, versions: readonly PublishedVersion[]): OutputFile {
  const { title, description, baseUrl, servers, authentication } = config;
  const manifest: SiteManifest = {
    ...{ title, description, baseUrl },
    contracts: versions.map(({ version, contract }) => toDocument(version, contract.sandbox)),
    ...{ servers, authentication },
  };
  return { path: manifestPath, content: `${toJsonText(manifest)}\n` };
}

/** Of the two files that a document is downloaded as, the one that is not as its author wrote it needs no other file. */
function toDocument(
  { api, id, route, document }: ContractVersion,
  sandbox: PublishedDocument["sandbox"],
): PublishedDocument {
  const folder = route.replace(/^\/|\/$/g, "");
  const name = /\.json$/i.test(document) ? downloads.yaml : downloads.json;
  return { api, id, folder, document: `${folder}/${name}`.replace(/^\//, ""), sandbox };
}
