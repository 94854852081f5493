import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

import { readOwnContract } from "#contract/own-contract.ts";
import { packageRoot } from "#package.ts";
import { documentSettings, yamlText } from "#settings/settings-text.ts";
import type { Contract } from "#shared/contract/contract.ts";
import type { OutputFile } from "#write/output-file.ts";
import type { NewSite } from "#write/write-new.ts";

import { toFrontPage, toGuide } from "./guide-of-contract.ts";

/** Plans a starter site for the package's example contract or the writer's own. */
export async function planNewSite({ openapi }: { readonly openapi?: string | undefined }): Promise<NewSite> {
  const starter = await readStarterSite();
  if (openapi === undefined) return { value: starter, diagnostics: [], texts: new Map() };
  const { value: own, diagnostics, texts } = await readOwnContract(openapi);
  if (own === null) return { value: null, diagnostics, texts };
  const { contract } = own;
  const settings = String(starter.find(({ path }) => path === settingsFile)?.content ?? "");
  const value = [
    { path: settingsFile, content: toSettings(settings, contract) + documentSettings(own.document, "/api/") },
    { path: "content/index.md", content: toFrontPage(contract) },
    { path: "content/first-call.md", content: toGuide(contract) },
    ...own.files,
  ];
  return { value, diagnostics, texts };
}

const settingsFile = "content/site.yaml";

/** The starter site is plain files of the package, with a contract of four paths. */
async function readStarterSite(): Promise<readonly OutputFile[]> {
  const folder = join(packageRoot, "src/cli/init/starter");
  const entries = await readdir(folder, { recursive: true });
  const paths = entries.map((name) => name.replaceAll("\\", "/")).filter((name) => /\.\w+$/.test(name));
  return Promise.all(paths.sort().map(async (path) => ({ path, content: await readFile(join(folder, path), "utf8") })));
}

function toSettings(text: string, { title }: Contract): string {
  return text
    .replace(/^title: .*$/m, () => `title: ${yamlText(title)}`)
    .replace(/^description: .*$/m, () => `description: ${yamlText(`Developer documentation of ${title}.`)}`)
    .replaceAll("/pay-a-carrier", "/first-call")
    .replaceAll("Pay a carrier", "Your first call");
}
