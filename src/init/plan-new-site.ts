import { readContract } from "#contract/read-contract.ts";
import { defaultSettings } from "#read/settings-schema.ts";
import type { Contract } from "#shared/contract/contract.ts";
import type { Outcome } from "#shared/diagnostic.ts";
import type { OutputFile } from "#shared/files.ts";

import { gatherDocument, type GatheredDocument } from "./gather-document.ts";
import { toFrontPage, toGuide, yamlText } from "./guide-of-contract.ts";
import { readStarterSite } from "./starter-site.ts";

/** The files of a new site; null when it cannot be made. */
export interface NewSite extends Outcome<readonly OutputFile[] | null> {
  /** What was read, for code frames. */
  readonly texts: ReadonlyMap<string, string>;
}

/** Plans a small site to start from: about the contract that comes with the package, or about one's own. */
export async function planNewSite({ openapi }: { readonly openapi?: string | undefined }): Promise<NewSite> {
  const starter = await readStarterSite();
  if (openapi === undefined) return { value: starter, diagnostics: [], texts: new Map() };
  const gathered = await gatherDocument(openapi);
  if (gathered.value === null) return { ...gathered, value: null, texts: new Map() };
  const { file, files } = gathered.value;
  const tools = { authentication: { header: defaultSettings.header, variable: defaultSettings.variable } };
  const { value: contract, diagnostics } = await readContract({ file, files }, tools);
  if (contract === null) return { value: null, diagnostics, texts: files };
  const settings = starter.find(({ path }) => path === settingsFile)?.content ?? "";
  const value = [
    { path: settingsFile, content: toSettings(String(settings), contract, gathered.value) },
    { path: "content/index.md", content: toFrontPage(contract) },
    { path: "content/first-call.md", content: toGuide(contract) },
    ...[...files].map(([path, content]) => ({ path, content })),
  ];
  // What is to be mended in the document is told by every build.
  return { value, diagnostics: [], texts: files };
}

const settingsFile = "content/site.yaml";

/** The starter's settings, for another contract. */
function toSettings(text: string, { title }: Contract, { file, files, address }: GatheredDocument): string {
  const own = text
    .replace(/^title: .*$/m, () => `title: ${yamlText(title)}`)
    .replace(/^description: .*$/m, () => `description: ${yamlText(`Developer documentation of ${title}.`)}`)
    .replaceAll("/pay-a-carrier", "/first-call")
    .replaceAll("Pay a carrier", "Your first call");
  const contracts = `\n# The documents to publish: openapi/ has more files than one.\ncontracts:\n  - { id: "1", document: ${yamlText(file)}, route: /api/ }\n`;
  const live = `\n# Where \`docs-build pull\` fetches the contract anew, and \`docs-build check --live\` compares it.\nlive:\n  url: ${yamlText(address ?? "")}\n`;
  return own + (files.size > 1 ? contracts : "") + (address === null ? "" : live);
}
