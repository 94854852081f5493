import { ProcessMemory } from "#cache/process-memory.ts";
import { readContract } from "#contract/read-contract.ts";
import type { Contract } from "#shared/contract/contract.ts";
import { statedServers } from "#shared/contract/server.ts";
import { pageOf } from "#shared/contract/reference.ts";
import { decodePercent } from "#shared/percent.ts";
import { findContract, type ListedPage, manifestPath, nameOfContract } from "#shared/site-manifest.ts";
import { toJsonText } from "#shared/json/json.ts";
import type { SearchAnswer } from "#shared/search/searcher.ts";

import {
  parseAnchors,
  parseManifest,
  parsePageList,
  type ReadDocument,
  type ReadManifest,
  readSearch,
} from "./published-texts.ts";
import { type ContractSources, McpFault, type SiteFiles } from "./site-files.ts";

/** A contract of the site with the addresses of its parts. */
export interface SiteContract {
  readonly contract: Contract;
  readonly published: ReadDocument;
}

/** Answers the tools' questions about a site, and keeps results while its files stay the same. */
export class SiteReader {
  readonly #files: SiteFiles;
  readonly #memory = new ProcessMemory();

  constructor(files: SiteFiles) {
    this.#files = files;
  }

  async begin(): Promise<void> {
    await this.#files.begin();
  }

  async text(path: string): Promise<string | null> {
    return this.#files.read(path);
  }

  async manifest(): Promise<ReadManifest> {
    return this.#read(manifestPath, parseManifest);
  }

  async pages(): Promise<readonly ListedPage[]> {
    const text = (await this.text("llms.txt")) ?? "";
    return this.#memory.memo("llms.txt", [text], () => parsePageList(text));
  }

  /** The contract of a version, by default of the first one. */
  async contract(version?: string): Promise<SiteContract> {
    const { contracts } = await this.manifest();
    const published = findContract(contracts, version);
    if (published === undefined) throw new McpFault(noVersion(version, contracts));
    return this.contractOf(published);
  }

  /** In a folder, the contract also has the operations that aren't published. */
  async contractOf(published: ReadDocument): Promise<SiteContract> {
    const { authentication } = await this.manifest();
    const own = await this.#files.sourcesOf?.(published);
    const contract = own === undefined || own === null ? null : await this.#parse(own, published, authentication);
    if (contract !== null) return { contract, published };
    const file = `openapi/${published.document}`;
    const position = { file: "openapi/sandbox.yaml", line: 1, column: 1 };
    const files = new Map([
      [file, await this.#textOf(published.document)],
      [position.file, toJsonText(published.sandbox)],
    ]);
    const sources = { file, files, sandbox: { file: position.file, position } };
    const read = await this.#parse(sources, published, authentication);
    if (read === null) throw new McpFault(`${published.document} is no OpenAPI document.`);
    return { contract: read, published };
  }

  async #parse(
    { file, files, sandbox = null }: ContractSources,
    published: ReadDocument,
    authentication: ReadManifest["authentication"],
  ): Promise<Contract | null> {
    const inputs = [file, files, sandbox, published, authentication];
    return this.#memory.memo(`contract ${published.document}`, inputs, async () => {
      const { value } = await readContract({ file, files }, { authentication, sandbox });
      return value && { ...value, servers: statedServers(value, published.servers) };
    });
  }

  /** The path of the reference page with an anchor, below the base URL; by default the first page. */
  async pageOfAnchor({ folder }: ReadDocument, anchor: string): Promise<string> {
    const { baseUrl } = await this.manifest();
    const text = await this.text(`${folder}/anchors.json`.replace(/^\//, ""));
    const anchors =
      text === null ? null : await this.#memory.memo(`anchors ${folder}`, [text], () => parseAnchors(text));
    const href = anchors === null ? undefined : pageOf(anchor, anchors);
    return href?.startsWith(baseUrl) === true ? (decodePercent(href.slice(baseUrl.length)) ?? folder) : folder;
  }

  /** Searches the site like its pages do; with a version, its contract too. */
  async search(query: string, most: number, version?: string): Promise<SearchAnswer> {
    const { contracts, baseUrl } = await this.manifest();
    const folder = findContract(contracts, version)?.folder;
    if (version !== undefined && folder === undefined) throw new McpFault(noVersion(version, contracts));
    const searches = await this.#read("search.json", (text) => readSearch(text, this.#readPart));
    const chosen = searches.find(({ root }) => folder !== undefined && root === `${baseUrl}${folder}/`) ?? searches[0];
    if (chosen === undefined) throw new McpFault("This site has no search.");
    return chosen.searcher.search(query, { near: [], most });
  }

  /** A part of the index; its name identifies its content. */
  readonly #readPart = async (path: string): Promise<string> => {
    const text = await this.text(path);
    if (text === null) throw new McpFault("The site was published again in the middle of the search. Search again.");
    return text;
  };

  async #read<T>(path: string, make: (text: string) => T | Promise<T>): Promise<T> {
    const text = await this.#textOf(path);
    return this.#memory.memo(path, [text], async () => make(text));
  }

  async #textOf(path: string): Promise<string> {
    const text = await this.text(path);
    if (text === null) throw new McpFault(`The site has no ${path}. Is it one that docs-build has made?`);
    return text;
  }
}

function noVersion(version: string | undefined, contracts: readonly ReadDocument[]): string {
  if (version === undefined) return "This site documents no API.";
  return `There is no version ${version}; there is ${contracts.map(nameOfContract).join(", ")}.`;
}
