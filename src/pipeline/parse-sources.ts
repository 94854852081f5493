import { idOf } from "#cache/id-of.ts";
import type { Memory } from "#cache/memory.ts";
import { parsePage } from "#content/document-parser.ts";
import type { DocumentParts } from "#content/markdown/document-draft.ts";
import { directivesNamedIn } from "#content/own/own-directive.ts";
import { partsNamedIn } from "#content/page-parts.ts";
import type { PageSource } from "#content/parse-document.ts";
import type { VersionedContract } from "#contract/read-contract.ts";
import type { Sources } from "#read/sources.ts";
import type { ConfigFlags } from "#settings/resolve-config.ts";
import type { Config } from "#settings/resolve-config.ts";
import { type Diagnostic, joinOutcomes, type Outcome, type SourceFile } from "#shared/diagnostics/diagnostic.ts";
import type { Document, DocumentOutline, DocumentText, Markup, Prose, TextOf } from "#shared/document.ts";
import { placeServers } from "#site/apis.ts";
import type { OutputFile } from "#write/output-file.ts";

import type { LastState, MadeOf } from "./last-state.ts";
import { memoryFor } from "./own-components.ts";

/** How many pages of a stage are done. */
export interface PageCount {
  readonly done: number;
  readonly total: number;
}

/** Is told how far a stage is. */
export type OnPage = (pages: PageCount) => void;

/** The files that are there, and of which no text can be read. */
export function filesWithoutText(found: readonly Diagnostic[]): readonly string[] {
  const without = found.filter(({ code }) => code === "content/encoding" || code === "content/unreadable");
  return without.flatMap(({ position }) => (position === null ? [] : [position.file]));
}

/** The settings as they are. */
export async function readConfig(
  { settings, contracts }: Sources,
  flags: ConfigFlags,
  { memo }: Memory,
): Promise<Outcome<Config>> {
  const inputs = { settings, contractFiles: [...contracts.keys()], flags };
  return memo("settings", [inputs], async () => (await import("#settings/resolve-config.ts")).resolveConfig(inputs));
}

/** The same; for settings of which a part can't be read, as all of it could be last. */
export function lastConfig(
  { value, diagnostics }: Outcome<Config>,
  unread: readonly string[],
  last: LastState,
): Config {
  const isWhole = !diagnostics.some(({ code }) => code === "config/invalid") && unread.every(isPage);
  return last.of({ file: settingsFile, stage: "settings" }, isWhole ? value : null) ?? value;
}

const settingsFile = "content/site.yaml";

function isPage(file: string): boolean {
  return file.endsWith(".md");
}

/** `unread` are files that are there and have no text. */
export async function parsePages(
  { pages, unread }: { readonly pages: readonly SourceFile[]; readonly unread: readonly string[] },
  { memo }: Memory,
  last: LastState,
): Promise<Outcome<readonly PageSource[]>> {
  const parsed = pages.map(async (page) => {
    const { value, diagnostics } = await memo(`front matter of ${page.file}`, [page.text], async () =>
      (await import("#settings/parse-front-matter.ts")).parseFrontMatter(page),
    );
    const { frontMatter, isReadable } = value;
    const read = { ...page, frontMatter };
    return { value: last.of(sourceOf(page.file), isReadable ? read : null) ?? read, diagnostics };
  });
  const { value, diagnostics } = joinOutcomes(await Promise.all(parsed));
  const others = unread.filter(isPage).flatMap((file) => last.of<PageSource>(sourceOf(file), null) ?? []);
  if (others.length === 0) return { value, diagnostics };
  return { value: [...value, ...others].toSorted((a, b) => (a.file < b.file ? -1 : 1)), diagnostics };
}

const sourceOf = (file: string): MadeOf => ({ file, stage: "source" });

/** A contract with the version it is published as, and all that is made of its document alone. */
export interface ContractWithTexts extends Omit<VersionedContract, "document" | "isWhole"> {
  /** Tells the contract and its texts from every other. */
  readonly id: string;
  /** The downloadable documents. */
  readonly files: readonly OutputFile[];
  /** What its texts say. Versions may share them. */
  readonly texts: ReadonlyMap<string, Prose>;
}

/** The contracts of the settings' versions, with their texts. */
export async function readVersions(
  { contracts, servers, authentication, sandbox }: Config,
  files: Sources["contracts"],
  { memo }: Memory,
): Promise<Outcome<readonly ContractWithTexts[]>> {
  const config = { contracts, authentication, sandbox };
  const read = await memo("contracts", [config, files], async () => {
    const { readContracts } = await import("#contract/read-contract.ts");
    const { toDownloads } = await import("#site/reference/downloads.ts");
    const { parseColoredTexts } = await import("#content/parse-prose.ts");
    const { value, diagnostics } = await readContracts({ config, files });
    const parsed = value.map(async ({ contract }) => {
      const prose = await parseColoredTexts(contract.texts, contract.description?.text ?? "");
      return [contract, prose] as const;
    });
    const prose = new Map(await Promise.all(parsed));
    const versions = value.map(({ version, contract, document, isWhole, parts }) => {
      const texts = prose.get(contract)?.value ?? new Map<string, Prose>();
      const downloads = toDownloads(version, document, isWhole ? (files.get(version.document) ?? "") : null);
      return { id: idOf(contract, texts), version, contract, parts, files: downloads, texts };
    });
    return { value: versions, diagnostics: [...diagnostics, ...joinOutcomes([...prose.values()]).diagnostics] };
  });
  return placeServers(read, { contracts, servers });
}

/** The contract of each version; of one that can't be read, what could be read last. */
export function withLastContracts(
  { contracts }: Config,
  read: readonly ContractWithTexts[],
  last: LastState,
): readonly ContractWithTexts[] {
  return contracts.flatMap(({ document, route }) => {
    const made = read.find(({ version }) => version.route === route && version.document === document) ?? null;
    return last.of({ file: document, stage: `contract at ${route}` }, made) ?? [];
  });
}

/** What pages are made from besides their own texts. */
export function sharedParts(
  contracts: readonly ContractWithTexts[],
  config: Config,
): Omit<DocumentParts, "parts" | "directives" | "own"> {
  const { support, look } = config;
  return { contracts: pageContracts(contracts, config), support, frames: look.policy["frame-src"] ?? [] };
}

/** While a contract has faults, pages name none: each mention would be another finding. */
function pageContracts(contracts: readonly ContractWithTexts[], config: Config): DocumentParts["contracts"] {
  if (config.isPartial || contracts.length < config.contracts.length) return "unread";
  return contracts.map(({ version: { api, id, servers }, id: contentId, contract, texts }) => {
    return { api, id, contentId, contract, servers, texts };
  });
}

/** A document, and the way to its text. */
export interface ParsedDocument {
  readonly document: DocumentOutline;
  readonly textOf: TextOf;
}

/**
 * A document is made of its text, the blocks and directives of the site that it names, and the contract: of nothing else of
 * the site.
 */
export async function parseDocuments(
  pages: readonly PageSource[],
  { parts, directives, ...shared }: DocumentParts,
  { last, memory, onPage }: { readonly last: LastState; readonly memory: Memory; readonly onPage: OnPage },
): Promise<Outcome<readonly ParsedDocument[]>> {
  let done = 0;
  const sharedId = idOfShared(shared);
  const parse = async (page: PageSource, name: string) => {
    const named = partsNamedIn(page.text, parts);
    const texts = [page.text, ...Array.from(named.values(), ({ text }) => text)];
    const task = { page, parts: named, directives: directivesNamedIn(texts, directives) };
    const { value, again } = await memoryFor(task.directives, memory).recall(
      `document ${name}`,
      [task.page, task.parts, task.directives, sharedId],
      async () => toWritten(await parsePage(task, shared)),
    );
    const textOf: TextOf = async (part) => JSON.parse(Buffer.from((await again()).value.text[part]).toString());
    return { value: { document: value.value.outline, textOf }, diagnostics: value.diagnostics };
  };
  const parsed = pages.map(async (page) => {
    const { file } = page;
    const made = await parse(page, file);
    const shown = last.of({ file, stage: "document" }, isWithoutContent(made, file) ? null : page) ?? page;
    onPage({ done: ++done, total: pages.length });
    return shown === page ? made : { ...made, value: (await parse(shown, `${file} as it was`)).value };
  });
  return joinOutcomes(await Promise.all(parsed));
}

/** A page beyond a limit has no content. */
function isWithoutContent({ diagnostics }: Outcome<unknown>, file: string): boolean {
  return diagnostics.some(({ code, position }) => code === "content/limit" && position?.file === file);
}

/** Contracts count by their ids. */
function idOfShared({ contracts, ...shared }: Omit<DocumentParts, "parts" | "directives">): string {
  if (contracts === "unread") return idOf(shared, contracts);
  return idOf(shared, ...contracts.map(({ contract: _contract, texts: _texts, ...known }) => known));
}

interface WrittenDocument {
  readonly outline: DocumentOutline;
  /** The bytes of JSON, which take half of the memory where a text has a character beyond Latin-1. */
  readonly text: { readonly [Name in keyof DocumentText]: Uint8Array };
}

function toWritten({ value, diagnostics }: Outcome<Document>): Outcome<WrittenDocument> {
  const { body, markdown, sections, ...facts } = value;
  const text = { body: toBytes(body), markdown: toBytes(markdown), sections: toBytes(sections) };
  const outline = { ...facts, links: linksIn(body), textId: idOf(text) };
  return { value: { outline, text }, diagnostics };
}

function toBytes(value: unknown): Uint8Array {
  return Buffer.from(JSON.stringify(value));
}

function linksIn(markup: Markup): DocumentOutline["links"] {
  return markup.flatMap((piece) => {
    if (typeof piece === "string") return [];
    const { target, position, content } = piece;
    return [{ target, position }, ...linksIn(content)];
  });
}
