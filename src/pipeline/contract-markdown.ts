import { markdownFile } from "#content/markdown/markdown-forms.ts";
import type { TextPart } from "#publish/llms-files.ts";
import type { ContractWords } from "#render/markdown/markdown-words.ts";
import { operationMarkdown } from "#render/markdown/operation-markdown.ts";
import { referenceMarkdown } from "#render/markdown/reference-markdown.ts";
import { type DescribedApi, skillMarkdown } from "#render/markdown/skill-markdown.ts";
import type { Config } from "#settings/resolve-config.ts";
import { requestLineOf, type Tag, tagsOf } from "#shared/contract/contract.ts";
import type { Operation } from "#shared/contract/operation.ts";
import { hrefOf, operationMarkdownPath, partsOf } from "#shared/contract/reference.ts";
import type { LinkResolver } from "#shared/document.ts";
import { encodeRoute, markdownPathOf, routeKey, toFileName } from "#shared/route.ts";
import { firstOfEachApi, type ListedPage } from "#shared/site-manifest.ts";
import { hasSeveralApis } from "#site/apis.ts";
import { resolveMarkdown } from "#site/links/resolve-links.ts";
import { createContractLinks } from "#site/links/link-resolver.ts";
import type { PublishedContract } from "#site/reference/reference-pages.ts";

/** A page in Markdown with its path in the output. */
export interface MarkdownPage extends ListedPage {
  readonly path: string;
  readonly unlisted: boolean;
  readonly part: TextPart;
  readonly toContent: () => Promise<string>;
}

interface DescribedSite {
  readonly config: Config;
  readonly contracts: readonly PublishedContract[];
}

/** The pages of each contract's reference, and a page for each operation. */
export function contractPages(
  published: PublishedContract,
  { config, contracts }: DescribedSite,
): readonly MarkdownPage[] {
  const { contract, reference, version } = published;
  const { servers } = version;
  const section = sectionOf(published, contracts);
  const words = wordsOf(published, config);
  const { origin } = words;
  // This version shares its document with an earlier one, so its overview links to the earlier pages.
  const isTwin = contracts.find((known) => known.contract === contract) !== published;
  const pathOf = ({ anchor }: Operation): string => operationMarkdownPath(reference, anchor);
  const tools = { words, addressOf: (operation: Operation) => addressOf(pathOf(operation), config) };
  const folder = `reference${routeKey(reference.root.route).replace(/^\/$/, "")}`;
  const overview = { title: `${section}: overview and schemas`, path: `${folder}/overview` };
  const tags = new Map(tagsOf(contract).map((tag) => [tag.name, tag] as const));
  const partOf = (tag: Tag | undefined): TextPart =>
    tag ? { title: `${section}: ${tag.displayName}`, path: `${folder}/${toFileName(tag.anchor)}` } : overview;
  const toPage = (page: Pick<MarkdownPage, "path" | "title" | "description">, url: string, toBody: () => string) => ({
    ...page,
    section,
    part: overview,
    unlisted: false,
    address: addressOf(page.path, config),
    toContent: async () => markdownFile({ ...page, url }, toBody()),
  });
  const toText = (operation: Operation): string => operationMarkdown(operation, { contract, servers }, words);
  const known = new Set(contract.operations.map(pathOf));
  const parts = partsOf(reference.root).flatMap((part) => {
    const { operation, route } = part;
    const path = markdownPathOf(route);
    // A reference page that holds a single operation is skipped: the operation has a page already.
    if (path === null || (operation !== null && known.has(path))) return [];
    const isRoot = part === reference.root;
    const toBody = (): string =>
      operation === null ? referenceMarkdown(part, contract, { ...tools, servers, isRoot }) : toText(operation);
    const page = toPage({ path, title: part.title, description: "" }, origin + part.href, toBody);
    // The list prints the contract's title as its heading.
    return [isRoot ? { ...page, title: "Overview" } : page];
  });
  const operations = contract.operations.map((operation) => {
    const { summary, anchor } = operation;
    const named = { path: pathOf(operation), title: summary, description: requestLineOf(operation) };
    const page = toPage(named, origin + hrefOf(reference, anchor), () => toText(operation));
    return { ...page, part: partOf(tags.get(operation.tag)), unlisted: isTwin };
  });
  return [...parts, ...operations];
}

function sectionOf({ contract, version }: PublishedContract, contracts: readonly PublishedContract[]): string {
  const name = hasSeveralApis(contracts) ? version.api : contract.title;
  const versions = contracts.filter((known) => known.version.api === version.api);
  const isEnough = versions.length < 2 || name.split(/\s+/).includes(version.id);
  return isEnough ? name : `${name} ${version.id}`;
}

function wordsOf(published: PublishedContract, config: Config): ContractWords {
  const { contract, reference, texts } = published;
  const origin = config.siteUrl ?? "";
  const addresses = {
    here: origin + reference.root.href,
    origin,
    resolveLink: toMarkdownLinks(published, config),
  };
  return {
    schemaByName: contract.schemaByName,
    reference,
    origin,
    textOf: (text) =>
      text === null ? "" : resolveMarkdown(texts.get(text.text)?.markdown ?? [text.text], addresses).trim(),
    linkOf: ({ url, position }, text) => {
      const isLost = addresses.resolveLink(url, position).kind === "text";
      const link = { target: { kind: "link" as const, address: url }, position };
      return isLost ? text : resolveMarkdown([`[${text}](`, link, ")"], addresses);
    },
  };
}

function toMarkdownLinks(published: PublishedContract, { baseUrl }: Config): LinkResolver {
  const { contract, reference } = published;
  const resolveLink = createContractLinks(published);
  const fileByHref = new Map(partsOf(reference.root).map(({ href, route }) => [href, markdownPathOf(route)]));
  const operations = new Set(contract.operations.map(({ anchor }) => anchor));
  return (address, position) => {
    const resolved = resolveLink(address, position);
    const [page = "", anchor = ""] = resolved.kind === "site" ? resolved.href.split("#") : [];
    const file = fileByHref.get(page) ?? null;
    if (file === null || anchor === "") return resolved;
    const isOperation = operations.has(anchor);
    const path = isOperation ? operationMarkdownPath(reference, anchor) : file;
    return { kind: "site", href: `${baseUrl}${encodeRoute(path)}${isOperation ? "" : `#${anchor}`}` };
  };
}

/** The text of `skill.md` for sites whose author didn't write one. It describes the first version of each API. */
export function skillOfContracts({ config, contracts }: DescribedSite): string {
  const toApi = ({ contract, reference, version }: PublishedContract): DescribedApi => ({
    name: hasSeveralApis(contracts) ? version.api : contract.title,
    contract,
    servers: version.servers,
    overview: addressOf(markdownPathOf(reference.root.route) ?? "", config),
    addressOf: ({ anchor }) => addressOf(operationMarkdownPath(reference, anchor), config),
  });
  return skillMarkdown(firstOfEachApi(contracts, ({ version }) => version.api).map(toApi));
}

export function addressOf(path: string, { siteUrl, baseUrl }: Config): string {
  return (siteUrl ?? "") + baseUrl + encodeRoute(path);
}
