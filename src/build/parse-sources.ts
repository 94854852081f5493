import { createHash } from "node:crypto";

import type { Memory, PartOf, PartShapes } from "#cache/memory.ts";
import { parsePage } from "#content/document-parser.ts";
import type { DocumentParts } from "#content/markdown/document-draft.ts";
import { directivesNamedIn } from "#content/own/own-directive.ts";
import { partsNamedIn } from "#content/page-parts.ts";
import type { PageSource } from "#content/parse-document.ts";
import type { ContractInputs, VersionedContract } from "#contract/read-contract.ts";
import type { Sources } from "#read/sources.ts";
import type { ConfigFlags } from "#settings/resolve-config.ts";
import type { Config } from "#shared/config.ts";
import {
  type Diagnostic,
  joinOutcomes,
  type Outcome,
  outcomeShape as shape,
  type SourceFile,
} from "#shared/diagnostics/diagnostic.ts";
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
  { remember }: Memory,
): Promise<Outcome<Config>> {
  const inputs = { settings, contractFiles: [...contracts.keys()], flags };
  return remember("settings", [inputs], {
    shape,
    make: async (read) => (await import("#settings/resolve-config.ts")).resolveConfig(read),
  });
}

/** The same; for settings of which a part cannot be read, as all of it could be last. */
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
  { remember }: Memory,
  last: LastState,
): Promise<Outcome<readonly PageSource[]>> {
  const parsed = pages.map(async (page) => {
    const { value, diagnostics } = await remember(`front matter of ${page.file}`, [page], {
      shape,
      make: async (source) => (await import("#settings/parse-front-matter.ts")).parseFrontMatter(source),
    });
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

export async function readVersions(
  { contracts, servers, authentication, sandbox }: Config,
  files: Sources["contracts"],
  { remember }: Memory,
): Promise<Outcome<readonly PublishedVersion[]>> {
  const inputs = { config: { contracts, authentication, sandbox }, files };
  return placeServers(await remember("contracts", [inputs], { shape, make: readPublished }), { contracts, servers });
}

async function readPublished(inputs: ContractInputs): Promise<Outcome<readonly PublishedVersion[]>> {
  const { readContracts } = await import("#contract/read-contract.ts");
  const { toDownloads } = await import("#site/reference/downloads.ts");
  const { value, diagnostics } = await readContracts(inputs);
  const published = value.map(({ version, contract, document, parts }) => {
    const source = inputs.files.get(version.document) ?? "";
    // A copy: as a part of this it is known by name, and in the settings by what it says.
    return { version: { ...version }, contract, parts, files: toDownloads(version, document, source) };
  });
  return { value: published, diagnostics };
}

/** A contract with the version it is published as, and its downloadable files. */
interface PublishedVersion extends Omit<VersionedContract, "document"> {
  readonly files: readonly OutputFile[];
}

export interface ContractWithTexts extends PublishedVersion {
  readonly texts: ReadonlyMap<string, Prose>;
}

/** What the texts of the contracts say. Versions may share a contract. */
export async function parseContractTexts(
  versions: readonly PublishedVersion[],
  { remember }: Memory,
): Promise<Outcome<readonly ContractWithTexts[]>> {
  const contracts = new Set(versions.map(({ contract }) => contract));
  const parsed = Array.from(contracts, async ({ file, texts, description }) => {
    const outcome = await remember(`texts of ${file}`, [texts, description?.text ?? ""], {
      shape,
      make: async (...written) => (await import("#content/parse-prose.ts")).parseTexts(...written),
    });
    return [file, outcome] as const;
  });
  const outcomes = new Map(await Promise.all(parsed));
  const value = versions.map((version) => ({
    ...version,
    texts: outcomes.get(version.contract.file)?.value ?? new Map<string, Prose>(),
  }));
  return { value, diagnostics: joinOutcomes([...outcomes.values()]).diagnostics };
}

/** The contract of each version; of one that cannot be read, what could be read last. */
export function withLastContracts(
  { contracts }: Config,
  read: readonly PublishedVersion[],
  last: LastState,
): readonly PublishedVersion[] {
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

/** Pages speak of none while one has faults: every mention would be another one. */
function pageContracts(contracts: readonly ContractWithTexts[], config: Config): DocumentParts["contracts"] {
  if (config.isPartial || contracts.length < config.contracts.length) return "unread";
  return contracts.map(({ version: { api, id, servers }, contract, texts }) => {
    return { api, id, contract, servers, texts };
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
  { parts, directives, last, onPage, ...shared }: DocumentParts & { readonly last: LastState; readonly onPage: OnPage },
  memory: Memory,
): Promise<Outcome<readonly ParsedDocument[]>> {
  let done = 0;
  const parse = async (page: PageSource, name: string) => {
    const named = partsNamedIn(page.text, parts);
    const texts = [page.text, ...Array.from(named.values(), ({ text }) => text)];
    const task = { page, parts: named, directives: directivesNamedIn(texts, directives) };
    const { keep, rememberParts } = memoryFor(task.directives, memory);
    const partOf = await rememberParts(`document ${name}`, [task, shared], {
      shapes,
      make: async (...given) => inParts(await parsePage(...given)),
    });
    const textOf = await keep(`text of ${name}`, [partOf], toTextOf);
    const { value: document, diagnostics } = await keep(`outline of ${name}`, [partOf], (read) => read("outline"));
    return { value: { document, textOf }, diagnostics };
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

/** Whether a page passed a limit, so that nothing was made of its text. */
function isWithoutContent({ diagnostics }: Outcome<unknown>, file: string): boolean {
  return diagnostics.some(({ code, position }) => code === "content/limit" && position?.file === file);
}

/** A text in the bytes of JSON, which take half of the memory where it has a character beyond Latin-1. */
type WrittenText = { readonly [Name in keyof DocumentText]: Uint8Array };

interface WrittenDocument extends WrittenText {
  readonly outline: Outcome<DocumentOutline>;
}

const shapes: PartShapes<WrittenDocument> = { outline: shape, body: "bytes", markdown: "bytes", sections: "bytes" };

function toTextOf(partOf: PartOf<WrittenDocument>): TextOf {
  return async (name) => JSON.parse(Buffer.from(await partOf(name)).toString());
}

function inParts({ value, diagnostics }: Outcome<Document>): WrittenDocument {
  const { body, markdown, sections, ...facts } = value;
  const text = { body: toBytes(body), markdown: toBytes(markdown), sections: toBytes(sections) };
  const hash = createHash("sha256");
  for (const bytes of Object.values(text)) hash.update(bytes).update("\n");
  const outline = { ...facts, links: linksIn(body), textId: hash.digest("base64url") };
  return { outline: { value: outline, diagnostics }, ...text };
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
