/** An OpenAPI document of a new site, with the files that it refers to. */
interface SiteDocument {
  readonly file: string;
  readonly files: ReadonlyMap<string, string>;
  /** The address that it was fetched from; null for a file. */
  readonly address: string | null;
}

/** The settings of a document: its file if there are several, its address, its source. */
export function documentSettings({ file, files, address }: SiteDocument, route: string): string {
  const contracts = `\n# The document to publish, and where.\ncontracts:\n  - { id: "1", document: ${yamlText(file)}, route: ${route} }\n`;
  const live = `\n# Where \`docs-build pull\` fetches the contract again, and \`docs-build check --live\` compares it.\nlive:\n  url: ${yamlText(address ?? "")}\n`;
  return (files.size > 1 || route !== "/api/" ? contracts : "") + (address === null ? "" : live);
}

/**
 * Names the JSON Schema of the settings for editors. It lies in the installed package, so it works offline and fits the
 * version that checks the settings.
 */
export const schemaLine = "# yaml-language-server: $schema=../node_modules/docs-build/lib/settings.schema.json\n";

export function yamlText(text: string): string {
  return JSON.stringify(text.replace(/\s+/g, " ").trim());
}
