import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

import { joined } from "#content/markdown/markdown-forms.ts";
import { readOwnContract } from "#contract/own-contract.ts";
import { packageRoot } from "#package.ts";
import { documentSettings, yamlText } from "#settings/settings-text.ts";
import { checkRequest } from "#shared/conformance/check-request.ts";
import { compareResponse } from "#shared/conformance/check-response.ts";
import { type Contract, type Tag, tagsOf } from "#shared/contract/contract.ts";
import { findJsonContent, type Operation } from "#shared/contract/operation.ts";
import type { RequestValue } from "#shared/contract/request.ts";
import { toSampleBase } from "#shared/contract/server.ts";
import { firstSentence } from "#shared/contract/text.ts";
import { toJsonText } from "#shared/json/json.ts";
import type { OutputFile } from "#write/output-file.ts";
import type { NewSite } from "#write/write-new.ts";

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
  const calls = remainingCalls(contract.operations.filter(isNameable), first);
  const sections = [intro(contract, first), ...(first === null ? [] : [firstCall(first)]), calls];
  return `${joined(sections)}\n`;
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

function remainingCalls(operations: readonly Operation[], first: FirstCall | null): string {
  const remaining = operations.filter((operation) => operation !== first?.operation).slice(0, 5);
  if (remaining.length === 0) return "";
  const lines = remaining.map((operation) => `- [](op:${operation.id})${summaryOf(operation)}`);
  return `## What else there is\n\n${lines.join("\n")}`;
}

/** The link has the method and path already if the contract has no summary. */
function summaryOf({ method, path, summary }: Operation): string {
  return summary === `${method.toUpperCase()} ${path}` ? "" : `: ${escapeMarkdown(summary)}`;
}

function toFrontPage(contract: Contract, calls: readonly FirstCall[]): string {
  const { title } = contract;
  const cards = tagsOf(contract).flatMap(toCard).slice(0, mostCards);
  return `---
title: Introduction
description: ${yamlText(`What ${title} does, and where to start.`)}
layout: home
---

${hero(contract, calls)}
${cards.length === 0 ? "" : `\n## What it has\n\n:::cards\n${cards.join("\n")}\n:::\n`}
:::tip[This page is yours]
It is \`content/index.md\`. Change it while \`docs-build serve --watch\` runs, and the page in your browser follows.
:::
`;
}

const mostCards = 6;

function hero({ title, description, schemaByName }: Contract, calls: readonly FirstCall[]): string {
  const about = description === null ? "" : firstSentence(description.text);
  const reads = calls.filter(({ operation }) => effortOf(operation) === 0);
  const [shown] = reads.flatMap((call) => toBlocks(call, schemaByName) ?? []);
  return [
    `::::hero[${escapeMarkdown(title)}]`,
    ...(about === "" ? [] : [`${escapeMarkdown(about)}\n`]),
    "- [Your first call](./first-call.md)\n- [The API reference](/api/)",
    ...(shown === undefined ? [] : [`\n${shown}`]),
    "::::",
  ].join("\n");
}

function toBlocks(
  { operation: { id, responses }, request }: FirstCall,
  schemaByName: Contract["schemaByName"],
): string | null {
  const response = responses.find(({ status }) => /^2\d\d$/.test(status));
  const example = response === undefined ? undefined : findJsonContent(response.content)?.examples[0];
  if (response === undefined || example === undefined) return null;
  const { status } = response;
  const { text, value } = example;
  const compared = { status: Number(status), body: { kind: "json", value } } as const;
  const isRight = compareResponse({ responses, schemaByName }, compared).kind === "match";
  if (!isRight || text.split("\n").length > mostLines || text.includes("…")) return null;
  return `\`\`\`http op=${id}\n${toHttpText(request)}\n\`\`\`\n\n\`\`\`json op=${id} response=${status}\n${text}\n\`\`\``;
}

const mostLines = 24;

function toCard({ displayName, description, operations: [first] }: Tag): readonly string[] {
  if (first === undefined || !isNameable(first)) return [];
  const about = description === null ? "" : ` ${escapeMarkdown(firstSentence(description.text))}`;
  return [`- [${escapeMarkdown(displayName)}](op:${first.id})${about}`];
}

/** A call that a page can show, because its request passes every check. */
interface FirstCall {
  readonly operation: Operation;
  readonly request: RequestValue;
}

function listFirstCalls(contract: Contract): readonly FirstCall[] {
  const calls = contract.operations.flatMap((operation) => {
    const { id, request } = operation;
    if (request === null || !isNameable(operation) || !fitsHttpBlock(request)) return [];
    return checkRequest(contract, id, request).length === 0 ? [{ operation, request }] : [];
  });
  return calls.sort((a, b) => effortOf(a.operation) - effortOf(b.operation));
}

function isNameable({ id }: Operation): boolean {
  return /^[\w.:/-]+$/.test(id);
}

function effortOf({ method, path }: Operation): number {
  return (method === "get" ? 0 : 2) + (path.includes("{") ? 1 : 0);
}

function fitsHttpBlock({ path, headers, body }: RequestValue): boolean {
  const hasPlainBody = body.kind === "none" || (body.kind === "json" && !toJsonText(body.value).includes("…"));
  const isPlain = headers.every(({ name, value }) => /^[\w-]+$/.test(name) && /^[ -~]*$/.test(value));
  return hasPlainBody && isPlain && /^\/[^\s?#]*$/.test(path);
}

function toHttpText({ method, path, query, headers, body }: RequestValue): string {
  const search = new URLSearchParams(query.map(({ name, value }): [string, string] => [name, value])).toString();
  const type = body.kind === "json" && body.mediaType !== "application/json" ? [`Content-Type: ${body.mediaType}`] : [];
  const head = [
    `${method.toUpperCase()} ${path}${search === "" ? "" : `?${search}`}`,
    ...type,
    ...headers.map(({ name, value }) => `${name}: ${value}`),
  ].join("\n");
  return body.kind === "json" ? `${head}\n\n${toJsonText(body.value, 2)}` : head;
}

/** The text stands on one line as its author wrote it, whatever Markdown would read in it. */
function escapeMarkdown(text: string): string {
  return text
    .replace(/\s+/g, " ")
    .trim()
    .replace(/[\\`*_{}[\]<>#|!:~&@]/g, "\\$&");
}
