import type { Memory } from "#cache/memory.ts";
import { markdownFile } from "#content/markdown/markdown-forms.ts";
import { type ListedPage, llmsPaths, type PageWithText, type TextPart, toLlmsFiles } from "#publish/llms-files.ts";
import type { Sources } from "#read/sources.ts";
import { operationMarkdown } from "#render/markdown/operation-markdown.ts";
import { referenceMarkdown } from "#render/markdown/reference-markdown.ts";
import type { ContractWords } from "#render/markdown/schema-markdown.ts";
import type { Config } from "#shared/config.ts";
import type { Tag } from "#shared/contract/contract.ts";
import type { Operation } from "#shared/contract/operation.ts";
import { hrefOf, operationMarkdownPath, partsOf } from "#shared/contract/reference.ts";
import { toFileName } from "#shared/file-name.ts";
import type { LinkResolver } from "#shared/link.ts";
import { encodeRoute, markdownPathOf, routeKey } from "#shared/route.ts";
import { firstOfEachApi, hasSeveralApis } from "#site/apis.ts";
import { toHref } from "#site/links/link-resolver.ts";
import { type MarkdownPlaces, resolveMarkdown } from "#site/links/resolve-markdown.ts";
import type { RoutedDocument } from "#site/plan-routes.ts";
import { createContractLinks } from "#site/reference/contract-links.ts";
import type { PublishedContract } from "#site/reference/reference-pages.ts";
import type { OutputFile } from "#write/output-file.ts";

import type { DeferredFiles } from "./deferred-files.ts";

interface MarkdownSite {
  readonly config: Config;
  readonly documents: readonly RoutedDocument[];
  readonly contracts: readonly PublishedContract[];
  readonly resolveLink: LinkResolver;
  readonly statics: Sources["statics"];
}

/** A page in Markdown, and the file it is. */
interface MarkdownPage extends ListedPage {
  readonly path: string;
  readonly unlisted: boolean;
  readonly part: TextPart;
  /** The whole file. */
  readonly toContent: (memory: Memory) => Promise<string>;
}

/** Every page of the site in Markdown, every operation by itself, and the lists of them. */
export function planMarkdown(site: MarkdownSite): DeferredFiles {
  const { documents, contracts, statics } = site;
  const pages = [
    ...documents.flatMap((document) => documentPage(document, site)),
    ...contracts.flatMap((published) => contractPages(published, site)),
  ];
  // A page that has the address of an operation keeps it.
  const byPath = new Map(pages.map((page) => [page.path, page] as const).reverse());
  const kept = pages.filter((page) => byPath.get(page.path) === page);
  const own = new Set(statics.map(({ path }) => path));
  const isFree = (path: string): boolean => !own.has(path);
  return {
    files: [...kept, { path: llmsPaths.list }, { path: llmsPaths.full }].filter(({ path }) => isFree(path)),
    async *make(memory) {
      for await (const file of filesOf(kept, site.config, memory)) if (isFree(file.path)) yield file;
    },
  };
}

async function* filesOf(pages: readonly MarkdownPage[], config: Config, memory: Memory): AsyncIterable<OutputFile> {
  const listed: PageWithText[] = [];
  for (const page of pages) {
    const content = Buffer.from(await page.toContent(memory));
    yield { path: page.path, content };
    if (!page.unlisted) listed.push({ ...page, text: content });
  }
  yield* toLlmsFiles({ ...config, addressOf: (path) => addressOf(path, config) }, listed);
}

const guides = "Guides";

function documentPage(
  { route, document, textOf }: RoutedDocument,
  { config, contracts, resolveLink }: MarkdownSite,
): readonly MarkdownPage[] {
  const path = markdownPathOf(route);
  if (path === null) return [];
  const { title, frontMatter } = document;
  const origin = config.siteUrl ?? "";
  const here = origin + toHref(route, config.baseUrl);
  const references = new Map(firstOfEachApi(contracts).map(({ version: { api }, reference }) => [api, reference]));
  const places = { here, origin, resolveLink, references };
  const description = frontMatter.description ?? "";
  const { unlisted } = frontMatter;
  const toContent = async ({ keep }: Memory): Promise<string> =>
    keep(`markdown of ${path}`, [textOf, places, { title, description }], toDocumentFile);
  const place = { section: guides, part: { title: guides, path: "guides" }, address: addressOf(path, config) };
  return [{ path, title, description, unlisted, ...place, toContent }];
}

async function toDocumentFile(
  textOf: RoutedDocument["textOf"],
  places: MarkdownPlaces,
  page: Pick<MarkdownPage, "title" | "description">,
): Promise<string> {
  return markdownFile({ ...page, url: places.here }, resolveMarkdown(await textOf("markdown"), places));
}

function addressOf(path: string, { siteUrl, baseUrl }: Config): string {
  return (siteUrl ?? "") + baseUrl + encodeRoute(path);
}

function contractPages(published: PublishedContract, { config, contracts }: MarkdownSite): readonly MarkdownPage[] {
  const { contract, reference } = published;
  const section = sectionOf(published, contracts);
  const words = wordsOf(published, config);
  const { origin } = words;
  // A version that has the document of an earlier one: its overview leads to its pages, which say nothing new.
  const isTwin = contracts.find((other) => other.contract === contract) !== published;
  const pathOf = ({ anchor }: Operation): string => operationMarkdownPath(reference, anchor);
  const tools = { words, addressOf: (operation: Operation) => addressOf(pathOf(operation), config) };
  const folder = `reference${routeKey(reference.root.route).replace(/^\/$/, "")}`;
  const overview = { title: `${section}: overview and schemas`, path: `${folder}/overview` };
  const partByTag = new Map(
    contract.tagGroups.flatMap(({ tags }) => tags.map((tag) => [tag.name, partOf(tag, section, folder)] as const)),
  );
  const toPage = (page: Pick<MarkdownPage, "path" | "title" | "description">, url: string, toBody: () => string) => ({
    ...page,
    ...{ section, part: overview, unlisted: false, address: addressOf(page.path, config) },
    toContent: async () => markdownFile({ ...page, url }, toBody()),
  });
  const parts = partsOf(reference.root).flatMap((part) => {
    const path = markdownPathOf(part.route);
    if (path === null) return [];
    const isRoot = part === reference.root;
    const toBody = (): string => referenceMarkdown(part, contract, { ...tools, isRoot });
    const page = toPage({ path, title: part.title, description: "" }, origin + part.href, toBody);
    // The heading of the list has said its title.
    return [isRoot ? { ...page, title: "Overview" } : page];
  });
  const operations = contract.operations.map((operation) => {
    const description = `${operation.method.toUpperCase()} ${operation.path}`;
    const page = toPage(
      { path: pathOf(operation), title: operation.summary, description },
      origin + hrefOf(reference, operation.anchor),
      () => operationMarkdown(operation, { contract, servers: config.servers }, words),
    );
    return { ...page, part: partByTag.get(operation.tag) ?? overview, unlisted: isTwin };
  });
  return [...parts, ...operations];
}

function partOf({ displayName, anchor }: Tag, section: string, folder: string): TextPart {
  return { title: `${section}: ${displayName}`, path: `${folder}/${toFileName(anchor)}` };
}

/** What the list says of a contract: which API it is, where the site has several, and which version, where that has. */
function sectionOf({ contract, version }: PublishedContract, contracts: readonly PublishedContract[]): string {
  const name = hasSeveralApis(contracts) ? version.api : contract.title;
  const versions = contracts.filter((other) => other.version.api === version.api);
  return versions.length > 1 ? withVersion(name, version.id) : name;
}

/** A title that names its version already is no clearer when it does so twice. */
function withVersion(title: string, version: string): string {
  return title.split(/\s+/).includes(version) ? title : `${title} ${version}`;
}

function wordsOf({ contract, reference, places }: PublishedContract, config: Config): ContractWords {
  const origin = config.siteUrl ?? "";
  const addresses = {
    here: origin + reference.root.href,
    origin,
    resolveLink: createContractLinks(places),
    references: new Map(),
  };
  return {
    schemaByName: contract.schemaByName,
    reference,
    origin,
    textOf: (text) =>
      text === null ? "" : resolveMarkdown(places.texts.get(text.text)?.markdown ?? [text.text], addresses).trim(),
  };
}
