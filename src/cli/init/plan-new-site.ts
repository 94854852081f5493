import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

import { readOwnContract } from "#contract/own-contract.ts";
import { packageRoot } from "#package.ts";
import { documentSettings, yamlText } from "#settings/settings-text.ts";
import type { Contract } from "#shared/contract/contract.ts";
import type { Operation } from "#shared/contract/operation.ts";
import { toSampleBase } from "#shared/contract/server.ts";
import type { OutputFile } from "#write/output-file.ts";
import type { NewSite } from "#write/write-new.ts";

import { escapeMarkdown, type FirstCall, isNameable, listFirstCalls, toHttpText } from "./first-call.ts";
import { toFrontPage } from "./front-page.ts";

/** Plans a starter site for the package's example contract or the writer's own. */
export async function planNewSite({ openapi }: { readonly openapi?: string | undefined }): Promise<NewSite> {
  const starter = await readStarterSite();
  if (openapi === undefined) return { value: starter, diagnostics: [], texts: new Map() };
  const { value: own, diagnostics, texts } = await readOwnContract(openapi);
  if (own === null) return { value: null, diagnostics, texts };
  const { contract } = own;
  const settings = String(starter.find(({ path }) => path === settingsFile)?.content ?? "");
  const calls = listFirstCalls(contract);
  const value = [
    { path: settingsFile, content: toSettings(settings, contract) + documentSettings(own.document, "/api/") },
    { path: "content/index.md", content: toFrontPage(contract, calls) },
    { path: "content/first-call.md", content: toGuide(contract, calls[0] ?? null) },
    ...own.files,
  ];
  return { value, diagnostics, texts };
}

const settingsFile = "content/site.yaml";

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

function toGuide(contract: Contract, first: FirstCall | null): string {
  const others = otherCalls(contract.operations.filter(isNameable), first);
  const sections = [intro(contract, first), ...(first === null ? [] : [firstCall(first)]), others];
  return `${sections.filter((section) => section !== "").join("\n\n")}\n`;
}

function intro({ title, servers }: Contract, first: FirstCall | null): string {
  const address = servers.map(({ url }) => url).find((url) => /^https?:\/\//.test(url)) ?? "https://api.example.com";
  const secrets = variablesOf(first, servers).map((name) => `\nexport ${name}="<your own>"`);
  return `---
title: Your first call
description: ${yamlText(`Set the address, and make the first call to ${title}.`)}
---

The samples of these pages read from your shell what is yours:

\`\`\`sh
export API_BASE="${address.replace(/["\\`$\n]/g, "").replace(/\/+$/, "")}"${secrets.join("")}
\`\`\`

[The API reference](/api/) ${secrets.length > 0 ? "says how calls authenticate" : "has every call, field and answer"}.`;
}

function variablesOf(first: FirstCall | null, servers: Contract["servers"]): readonly string[] {
  if (first === null) return [];
  const { variable } = toSampleBase(first.operation, servers);
  const names = [variable, ...first.request.credentials.map((credential) => credential.variable)];
  return [...new Set(names)].filter((name) => name !== null).filter((name) => name !== "API_BASE");
}

function firstCall({ operation, request }: FirstCall): string {
  return `## Make the call

This sample is checked against the contract whenever the site is built: one that the API would refuse is an error at its
line.

\`\`\`http op=${operation.id}
${toHttpText(request)}
\`\`\`

[](op:${operation.id}) has its parameters and its answers.`;
}

function otherCalls(operations: readonly Operation[], first: FirstCall | null): string {
  const others = operations.filter((operation) => operation !== first?.operation).slice(0, 5);
  if (others.length === 0) return "";
  const lines = others.map((operation) => `- [](op:${operation.id})${summaryOf(operation)}`);
  return `## What else there is\n\n${lines.join("\n")}`;
}

/** The link has the method and path already if the contract has no summary. */
function summaryOf({ method, path, summary }: Operation): string {
  return summary === `${method.toUpperCase()} ${path}` ? "" : `: ${escapeMarkdown(summary)}`;
}
