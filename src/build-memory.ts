import { type PageFacts, readHtml } from "./check/read-html.ts";
import { collectFindings } from "./collect-findings.ts";
import { parseMarkdown } from "./content/draft/markdown.ts";
import { parseDocument } from "./content/parse-document.ts";
import { parseTexts } from "./content/parse-prose.ts";
import { SectionMemory } from "./content/section-memory.ts";
import { createGuide } from "./contract/create-guide.ts";
import { type ContractInputs, readContracts, type VersionedContract } from "./contract/read-contracts.ts";
import { Memo } from "./memory/memo.ts";
import type { Surroundings } from "./memory/questions.ts";
import { createFileRecall } from "./memory/recall-file.ts";
import { SiteMemo } from "./memory/site-memo.ts";
import { parseFrontMatter } from "./read/parse-front-matter.ts";
import { readDates } from "./read/read-dates.ts";
import { type ConfigInputs, resolveConfig } from "./read/resolve-config.ts";
import { type Client, loadClient, readClient, splitLook } from "./render/client-assets.ts";
import { loadTemplates, renderPage, type Templates } from "./render/render-page.tsx";
import type { AuthenticationSetting, Config } from "./shared/config.ts";
import type { ContractGuide } from "./shared/conformance/contract-guide.ts";
import type { Contract } from "./shared/contract/contract.ts";
import { hrefOf, type Reference } from "./shared/contract/reference.ts";
import type { Outcome, SourceFile } from "./shared/diagnostic.ts";
import type { Document, FrontMatter } from "./shared/document.ts";
import type { SourceDates } from "./shared/files.ts";
import type { LinkResolver } from "./shared/link.ts";
import type { RouteTable } from "./shared/route.ts";
import { createLinkResolver } from "./site/link-resolver.ts";
import { planExplorers, type PlannedExplorers } from "./site/plan-explorers.ts";
import type { PlannedPage } from "./site/plan-pages.ts";

type PublishedTexts = VersionedContract & Pick<ContractGuide, "htmlByText">;

/** A contract and where its parts are published. */
export interface GuideInputs {
  readonly contract: Contract;
  readonly htmlByText: ContractGuide["htmlByText"];
  readonly reference: Reference;
  readonly authentication: AuthenticationSetting;
}

/**
 * The stages of a build that take long, each remembering what it made: for the same inputs the result of an earlier
 * build of the folder is taken again. What comes out is the same, byte for byte and finding for finding, with
 * or without memory.
 */
export class BuildMemory {
  readonly #files = new Memo<Promise<Uint8Array | string>>(Object.is);
  readonly #dates = new Memo<Promise<SourceDates>>();
  readonly #config = new Memo<Outcome<Config>>();
  readonly #frontMatter = new Memo<Outcome<FrontMatter>>();
  readonly #linkResolver = new Memo<LinkResolver>();
  readonly #contracts = new Memo<Promise<Outcome<readonly VersionedContract[]>>>();
  readonly #texts = new SiteMemo<Outcome<readonly PublishedTexts[]>>();
  readonly #explorers = new Memo<PlannedExplorers>(Object.is);
  readonly #guide = new Memo<ContractGuide>();
  readonly #sections = new SectionMemory();
  readonly #documents = new SiteMemo<Outcome<Document>>();
  readonly #compiledClient = new Memo<Promise<Client>>();
  readonly #client = new Memo<Promise<Client>>();
  readonly #templates = new Memo<Promise<Templates>>();
  readonly #pages = new Memo<Promise<PageFacts>>();

  readonly file = createFileRecall(this.#files);

  /** Those of the first build: a commit in between changes no page. */
  async dates(root: string): Promise<SourceDates> {
    return this.#dates.recall("site", [], async () => readDates(root, process.env));
  }

  config(inputs: ConfigInputs): Outcome<Config> {
    return this.#config.recall("site", [inputs], () => resolveConfig(inputs));
  }

  frontMatter(source: SourceFile): Outcome<FrontMatter> {
    return this.#frontMatter.recall(source.file, [source.text], () => parseFrontMatter(source));
  }

  linkResolver(routes: RouteTable, baseUrl: string): LinkResolver {
    return this.#linkResolver.recall("site", [routes, baseUrl], () => createLinkResolver(routes, baseUrl));
  }

  /** The contracts, with what is wrong in the Markdown of their descriptions among the findings. */
  async contracts(inputs: ContractInputs, surroundings: Surroundings): Promise<Outcome<readonly PublishedTexts[]>> {
    const { config, files } = inputs;
    // As texts, which are compared by content: another title in the settings is no reason to read a contract again.
    const compared = [JSON.stringify([config.contracts, config.authentication]), ...[...files].flat()];
    const reading = await this.#contracts.recall("site", compared, async () => readContracts(inputs));
    return this.#texts.recall("site", { inputs: [reading], surroundings }, ({ resolveLink }) => {
      const { diagnostics, keep } = collectFindings();
      const contracts = new Set(reading.value.map(({ contract }) => contract));
      const html = new Map(Array.from(contracts, (contract) => [contract, keep(parseTexts(contract, resolveLink))]));
      const value = reading.value.map((version) => ({
        ...version,
        htmlByText: html.get(version.contract) ?? new Map(),
      }));
      diagnostics.push(...reading.diagnostics);
      return { value, diagnostics };
    });
  }

  /** The data files of the explorers, and their addresses. */
  explorers(contracts: readonly Contract[], { servers, authentication, baseUrl }: Config): PlannedExplorers {
    return this.#explorers.recall("site", [...contracts, servers, authentication, baseUrl], () =>
      planExplorers(contracts, { servers, authentication, baseUrl }),
    );
  }

  guide({ contract, htmlByText, reference, authentication }: GuideInputs): ContractGuide {
    return this.#guide.recall("site", [contract, htmlByText, reference, authentication], () =>
      createGuide({ contract, htmlByText, hrefOf: (anchor) => hrefOf(reference, anchor) }, authentication),
    );
  }

  document(
    page: SourceFile & { readonly frontMatter: FrontMatter },
    guide: ContractGuide | "unread" | null,
    surroundings: Surroundings,
  ) {
    // Sections are remembered for pages that are being worked on: the trees of a whole site are large.
    const parse = this.#documents.last(page.file) === undefined ? parseMarkdown : this.#sections.parse;
    return this.#documents.recall(page.file, { inputs: [page.text, page.frontMatter, guide], surroundings }, (site) =>
      parseDocument(page, page.frontMatter, { ...site, parseMarkdown: parse, guide }),
    );
  }

  /** What pages look and behave like: compiled with the package, but for what the site has of its own. */
  async look(root: string, look: ReadonlyMap<string, string>) {
    const compiled = await this.#compiledClient.recall("package", [], readClient);
    const { clientSources, templateSources } = splitLook(look, compiled.manifest.look);
    const [client, templates] = await Promise.all([
      this.#client.recall("site", [clientSources], async () => loadClient(root, clientSources, compiled)),
      this.#templates.recall("site", [templateSources], async () => loadTemplates(root, templateSources)),
    ]);
    return { client, templates };
  }

  /** The final HTML of a page, and what there is to be judged in it. */
  async page({ route, view }: PlannedPage, templates: Templates): Promise<PageFacts> {
    return this.#pages.recall(route, [templates, view], async () => readHtml(renderPage(templates, view)));
  }

  /** Forgets what the last build did not use: what was made of files that are gone. */
  sweep(): void {
    for (const memo of [this.#files, this.#sections, this.#frontMatter, this.#documents, this.#pages]) memo.sweep();
  }
}
