import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

import { readContract } from "#contract/read-contract.ts";
import { packageRoot } from "#package.ts";
import { defaultSettings } from "#read/settings-schema.ts";
import type { Contract } from "#shared/contract/contract.ts";
import type { Outcome } from "#shared/diagnostic.ts";
import type { OutputFile } from "#shared/files.ts";

import { gatherDocument, type GatheredDocument } from "./gather-document.ts";
import { toFrontPage, toGuide, yamlText } from "./guide-of-contract.ts";

/** The files of a new site; null when it cannot be made. */
export interface NewSite extends Outcome<readonly OutputFile[] | null> {
  /** What was read, for code frames. */
  readonly texts: ReadonlyMap<string, string>;
}

/** Plans a small site to start from: about the contract that comes with the package, or about one's own. */
export async function planNewSite({ openapi }: { readonly openapi?: string | undefined }): Promise<NewSite> {
  const starter = await readStarterSite();
  if (openapi === undefined) return { value: starter, diagnostics: [], texts: new Map() };
  const { value: own, diagnostics, texts } = await readOwnContract(openapi);
  if (own === null) return { value: null, diagnostics, texts };
  const { contract } = own;
  const settings = String(starter.find(({ path }) => path === settingsFile)?.content ?? "");
  const value = [
    { path: settingsFile, content: toSettings(settings, contract) + documentSettings(own, "/api/") },
    { path: "content/index.md", content: toFrontPage(contract) },
    { path: "content/first-call.md", content: toGuide(contract) },
    ...own.files,
  ];
  return { value, diagnostics, texts };
}

const settingsFile = "content/site.yaml";

/** The site that one starts from: plain files of the package, with a contract of four paths. */
async function readStarterSite(): Promise<readonly OutputFile[]> {
  const folder = join(packageRoot, "src/cli/init/starter");
  const entries = await readdir(folder, { recursive: true });
  const paths = entries.map((name) => name.replaceAll("\\", "/")).filter((name) => /\.\w+$/.test(name));
  return Promise.all(paths.sort().map(async (path) => ({ path, content: await readFile(join(folder, path), "utf8") })));
}

/** A contract of one's own, with the files of its document as they will lie in the site. */
export interface OwnContract {
  readonly contract: Contract;
  readonly document: GatheredDocument;
  readonly files: readonly OutputFile[];
}

/** What is read of a document, with the texts for code frames. */
export type ReadContract = Outcome<OwnContract | null> & Pick<NewSite, "texts">;

/** Reads a document from a file or an address. What is to be mended in it is told by every build, not here. */
export async function readOwnContract(source: string): Promise<ReadContract> {
  const { value: document, diagnostics } = await gatherDocument(source);
  return document === null ? { value: null, diagnostics, texts: new Map() } : toOwnContract(document);
}

/** The contract of a document that is read already. */
export async function toOwnContract(document: GatheredDocument): Promise<ReadContract> {
  const { file, files: texts, sources } = document;
  const tools = { authentication: { header: null, variable: defaultSettings.variable } };
  const { value: contract, diagnostics } = await readContract({ file, files: texts }, tools);
  if (contract === null) return { value: null, ...atSources({ diagnostics, texts }, sources) };
  const files = Array.from(texts, ([path, content]) => ({ path, content }));
  return { value: { contract, document, files }, diagnostics: [], texts };
}

/** Findings in files that are written nowhere yet, at the places where they are to be mended. */
function atSources(
  { diagnostics, texts }: Pick<NewSite, "diagnostics" | "texts">,
  sources: GatheredDocument["sources"],
): Pick<NewSite, "diagnostics" | "texts"> {
  const sourceOf = (file: string): string => sources.get(file) ?? file;
  return {
    diagnostics: diagnostics.map((finding) => {
      const { position } = finding;
      return { ...finding, position: position && { ...position, file: sourceOf(position.file) } };
    }),
    texts: new Map(Array.from(texts, ([file, text]) => [sourceOf(file), text])),
  };
}

/** The starter's settings, for another contract. */
function toSettings(text: string, { title }: Contract): string {
  return text
    .replace(/^title: .*$/m, () => `title: ${yamlText(title)}`)
    .replace(/^description: .*$/m, () => `description: ${yamlText(`Developer documentation of ${title}.`)}`)
    .replaceAll("/pay-a-carrier", "/first-call")
    .replaceAll("Pay a carrier", "Your first call");
}

/** What settings have to say of a document: which one of several files it is, where it is published and where it comes from. */
export function documentSettings({ document: { file, files, address } }: OwnContract, route: string): string {
  const contracts = `\n# The document to publish, and where.\ncontracts:\n  - { id: "1", document: ${yamlText(file)}, route: ${route} }\n`;
  const live = `\n# Where \`docs-build pull\` fetches the contract anew, and \`docs-build check --live\` compares it.\nlive:\n  url: ${yamlText(address ?? "")}\n`;
  return (files.size > 1 || route !== "/api/" ? contracts : "") + (address === null ? "" : live);
}
