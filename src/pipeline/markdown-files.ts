import { markdownFile } from "#content/markdown/markdown-forms.ts";
import { llmsPaths, type PageWithText, toLlmsFiles } from "#publish/llms-files.ts";
import type { Sources } from "#read/sources.ts";
import type { Config } from "#settings/resolve-config.ts";
import { markdownPathOf } from "#shared/route.ts";
import { toHref } from "#site/links/link-resolver.ts";
import { type LinkTargets, resolveMarkdown } from "#site/links/resolve-links.ts";
import { inReadingOrder } from "#site/navigation.ts";
import type { RoutedDocument } from "#site/plan-routes.ts";
import type { PublishedContract } from "#site/reference/reference-pages.ts";
import type { OutputFile } from "#write/output-file.ts";

import { addressOf, contractPages, type MarkdownPage, skillOfContracts } from "./contract-markdown.ts";
import type { DeferredFiles } from "./site.ts";
import { skillPath } from "./skill.ts";

interface MarkdownSite {
  readonly config: Config;
  readonly documents: readonly RoutedDocument[];
  /** The author's `_skill.md`; null if `skill.md` is generated from the contracts. */
  readonly skill: RoutedDocument | null;
  readonly contracts: readonly PublishedContract[];
  readonly statics: Sources["statics"];
  readonly targets: LinkTargets;
}

/** Every page and every operation in Markdown, and the files that list them. */
export function planMarkdown(site: MarkdownSite): DeferredFiles {
  const { config, documents, contracts, statics } = site;
  const pages = [
    ...skillPage(site),
    ...inReadingOrder(documents, config).flatMap((document) => {
      const path = markdownPathOf(document.route);
      const here = (config.siteUrl ?? "") + toHref(document.route, config.baseUrl);
      return path === null ? [] : [toPage(document, { path, here }, site)];
    }),
    ...contracts.flatMap((published) => contractPages(published, site)),
  ];
  // If a page and an operation have the same path, the page keeps it.
  const byPath = new Map(pages.map((page) => [page.path, page] as const).reverse());
  const kept = pages.filter((page) => byPath.get(page.path) === page);
  const own = new Set(statics.map(({ path }) => path));
  const isFree = (path: string): boolean => !own.has(path);
  return {
    files: [...kept, { path: llmsPaths.list }, { path: llmsPaths.full }].filter(({ path }) => isFree(path)),
    async *make() {
      for await (const file of filesOf(kept, site.config)) if (isFree(file.path)) yield file;
    },
  };
}

async function* filesOf(pages: readonly MarkdownPage[], config: Config): AsyncIterable<OutputFile> {
  const listed: PageWithText[] = [];
  for (const page of pages) {
    const content = Buffer.from(await page.toContent());
    yield { path: page.path, content };
    if (!page.unlisted) listed.push({ ...page, text: content });
  }
  yield* toLlmsFiles({ ...config, addressOf: (path) => addressOf(path, config) }, listed);
}

const ofGuides = { section: "Guides", part: { title: "Guides", path: "guides" } };

function skillPage(site: MarkdownSite): readonly MarkdownPage[] {
  const { skill, documents, contracts, config } = site;
  if (documents.some(({ route }) => markdownPathOf(route) === skillPath)) return [];
  const address = addressOf(skillPath, config);
  if (skill !== null) return [toPage(skill, { path: skillPath, here: address }, site)];
  if (contracts.length === 0) return [];
  const page = { title: "Advice for integrators", description: "What to know before you call the API." };
  const toContent = async (): Promise<string> => markdownFile({ ...page, url: address }, skillOfContracts(site));
  return [{ ...page, ...ofGuides, path: skillPath, address, unlisted: false, toContent }];
}

function toPage(
  { document, textOf }: RoutedDocument,
  { path, here }: { readonly path: string; readonly here: string },
  { config, targets }: MarkdownSite,
): MarkdownPage {
  const { title, frontMatter } = document;
  const description = frontMatter.description ?? "";
  const { unlisted } = frontMatter;
  const toContent = async (): Promise<string> =>
    markdownFile(
      { title, description, url: here },
      resolveMarkdown(await textOf("markdown"), { ...targets, here, origin: config.siteUrl ?? "" }),
    );
  return { path, title, description, unlisted, ...ofGuides, address: addressOf(path, config), toContent };
}
