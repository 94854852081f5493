import { idOf } from "#cache/id-of.ts";
import { type FileStage, type LastState, type Memory, noMemory } from "#cache/memory.ts";
import { parsePage } from "#content/document-parser.ts";
import type { DocumentParts } from "#content/markdown/document-draft.ts";
import { directivesNamedIn } from "#content/own/own-directive.ts";
import { partsNamedIn } from "#content/page-parts.ts";
import type { PageSource } from "#content/parse-document.ts";
import { kindOf, type Sources } from "#read/sources.ts";
import type { Config, ConfigFlags } from "#settings/resolve-config.ts";
import { type Diagnostic, joinOutcomes, type Outcome } from "#shared/diagnostics/diagnostic.ts";
import type { Document, DocumentOutline, DocumentText, Markup, TextOf } from "#shared/document.ts";

import { createNameIds } from "./named-parts.ts";
import { skillIn } from "./skill.ts";

export interface PageCount {
  readonly done: number;
  readonly total: number;
}

export type OnPage = (pages: PageCount) => void;

export interface ReadSources extends Sources {
  /** The files whose text can't be read. */
  readonly unread: readonly string[];
}

export function withUnread({ value, diagnostics }: Outcome<Sources>): ReadSources {
  const without = diagnostics.filter(({ code }) => code === "content/encoding" || code === "content/unreadable");
  const unread = without.flatMap(({ position }) => position?.file ?? []);
  // Parts whose text can't be read are there all the same: a page that names one has no finding of its own.
  const parts = unread.filter((file) => kindOf(file) === "part").map((file) => [file, null] as const);
  return { ...value, parts: new Map([...value.parts, ...parts]), unread };
}

/** A contract that can't be read stays in the settings, so that links to it are no further findings. */
export async function readConfig(
  { settings, contracts, unread }: ReadSources,
  flags: ConfigFlags,
  { memo }: Memory,
): Promise<Outcome<Config>> {
  const contractFiles = [...contracts.keys(), ...unread.filter((file) => kindOf(file) === "contract")].toSorted();
  const inputs = { settings, contractFiles, flags };
  return memo("settings", [inputs], async () => (await import("#settings/resolve-config.ts")).resolveConfig(inputs));
}

/** If part of the settings can't be read, the last readable settings apply. */
export function lastConfig({ value, diagnostics }: Outcome<Config>, { unread }: ReadSources, last: LastState): Config {
  const isWhole = !diagnostics.some(({ code }) => code === "config/invalid") && unread.every(isMarkdown);
  return last.of({ file: "content/site.yaml", stage: "settings" }, isWhole ? value : null) ?? value;
}

function isMarkdown(file: string): boolean {
  return file.endsWith(".md");
}

/** Reads the front matter of each page, and of the advice for integrators. */
export async function parsePages(
  sources: ReadSources,
  { memo }: Memory,
  last: LastState,
): Promise<Outcome<readonly PageSource[]>> {
  const parsed = [...sources.pages, ...skillIn(sources)].map(async (page) => {
    const { value, diagnostics } = await memo(`front matter of ${page.file}`, [page.text], async () =>
      (await import("#settings/parse-front-matter.ts")).parseFrontMatter(page),
    );
    const { frontMatter, isReadable } = value;
    const read = { ...page, frontMatter };
    return { value: last.of(sourceOf(page.file), isReadable ? read : null) ?? read, diagnostics };
  });
  const { value, diagnostics } = joinOutcomes(await Promise.all(parsed));
  const lastPages = sources.unread
    .filter(isMarkdown)
    .flatMap((file) => last.of<PageSource>(sourceOf(file), null) ?? []);
  if (lastPages.length === 0) return { value, diagnostics };
  return { value: [...value, ...lastPages].toSorted((a, b) => (a.file < b.file ? -1 : 1)), diagnostics };
}

const sourceOf = (file: string): FileStage => ({ file, stage: "source" });

export interface ParsedDocument {
  readonly document: DocumentOutline;
  readonly textOf: TextOf;
}

/**
 * Parses the pages. A document depends on its text, the blocks and directives that it names, and the contracts' parts
 * that it names, so no page needs to be parsed because another page changed.
 */
export async function parseDocuments(
  pages: readonly PageSource[],
  { parts, directives, ...shared }: DocumentParts,
  { last, memory, onPage }: { readonly last: LastState; readonly memory: Memory; readonly onPage: OnPage },
): Promise<Outcome<readonly ParsedDocument[]>> {
  let done = 0;
  const contracts = shared.contracts === "unread" ? [] : shared.contracts;
  // The contracts' content counts by the names in a page.
  const owners = contracts.map(({ api, id, servers }) => ({ api, id, servers }));
  const sharedId = idOf({ ...shared, contracts: shared.contracts === "unread" ? "unread" : owners });
  const contractIds = contracts.map(({ contentId }) => contentId);
  const idsOf = createNameIds(contracts);
  const parse = async (page: PageSource, name: string) => {
    const named = partsNamedIn(page.text, parts);
    const texts = [page.text, ...Array.from(named.values(), (part) => part?.text ?? "")];
    const task = { page, parts: named, directives: directivesNamedIn(texts, directives) };
    const inputs = [task, sharedId];
    // A directive that reads the clock or the machine is rendered at every build.
    const { memo, late } = task.directives.every(({ isPure }) => isPure) ? memory : noMemory;
    // Finding the names parses the page, so the result is kept for the next step.
    let parsed: Outcome<Document> | null = null;
    const names = await memo(`names in ${name}`, inputs, async () => {
      parsed = await parsePage(task, shared);
      return parsed.value.names;
    });
    const meant = await late(`named ${name}`, [names, contractIds], async () => idsOf(names));
    const { value, diagnostics } = await memo(`document ${name}`, [...inputs, meant], async () =>
      toWritten(parsed ?? (await parsePage(task, shared))),
    );
    parsed = null;
    const textOf: TextOf = async (part) => JSON.parse(Buffer.from(value.text[part]).toString());
    return { value: { document: value.outline, textOf }, diagnostics };
  };
  const parsed = pages.map(async (page) => {
    const { file } = page;
    const current = await parse(page, file);
    const isWhole = !isBeyondLimit(file, current.diagnostics);
    const shown = last.of({ file, stage: "document" }, isWhole ? page : null) ?? page;
    onPage({ done: ++done, total: pages.length });
    return shown === page ? current : { ...current, value: (await parse(shown, `${file} as it was`)).value };
  });
  return joinOutcomes(await Promise.all(parsed));
}

/** Such a page has only its title. */
export function isBeyondLimit(file: string, diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some(({ code, position }) => code === "content/limit" && position?.file === file);
}

interface WrittenDocument {
  readonly outline: DocumentOutline;
  /** UTF-8 bytes of JSON: a string with a character beyond Latin-1 takes twice as much memory. */
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
