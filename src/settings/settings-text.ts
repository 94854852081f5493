/** An OpenAPI document with the files that it refers to, as they lie in a new site. */
interface SiteDocument {
  readonly file: string;
  readonly files: ReadonlyMap<string, string>;
  /** Where it was fetched from; null when it was a file. */
  readonly address: string | null;
}

/** The settings of a document: which of several files it is, its address and its source. */
export function documentSettings({ file, files, address }: SiteDocument, route: string): string {
  const contracts = `\n# The document to publish, and where.\ncontracts:\n  - { id: "1", document: ${yamlText(file)}, route: ${route} }\n`;
  const live = `\n# Where \`docs-build pull\` fetches the contract again, and \`docs-build check --live\` compares it.\nlive:\n  url: ${yamlText(address ?? "")}\n`;
  return (files.size > 1 || route !== "/api/" ? contracts : "") + (address === null ? "" : live);
}

/**
 * Tells editors that know YAML where its keys are described: in the installed package, which lies beside a site, needs no
 * network and is of the version that checks them.
 */
export const schemaLine = "# yaml-language-server: $schema=../node_modules/docs-build/lib/settings.schema.json\n";

export function yamlText(text: string): string {
  return JSON.stringify(text.replace(/\s+/g, " ").trim());
}
