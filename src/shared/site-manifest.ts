import type { SandboxData } from "./contract/sandbox-data.ts";
import type { ServerSetting } from "./contract/server.ts";

/** `site.json`: what a program needs to know about a published site to use its other files. */
export interface SiteManifest {
  readonly title: string;
  readonly description: string;
  /** Starts and ends with `/`. */
  readonly baseUrl: string;
  /** The contracts of the site's APIs; the first is the default. */
  readonly contracts: readonly PublishedDocument[];
  /** The header where the contract names no scheme, and the variable that samples read the secret from. */
  readonly authentication: { readonly header: string | null; readonly variable: string };
}

/** Paths are below the base URL. */
export interface PublishedDocument {
  /** Empty when the site has one API. */
  readonly api: string;
  /** The version's; empty where there is one that has no name. */
  readonly id: string;
  /** The folder of its reference, without slashes around it: `api/v1`; empty for the site's root. */
  readonly folder: string;
  /** The OpenAPI document with all that it refers to: `api/openapi.json`. */
  readonly document: string;
  /** The servers from the settings; empty when the document's own apply. */
  readonly servers: readonly ServerSetting[];
  /** What the sandbox needs beyond the document. */
  readonly sandbox: SandboxData;
}

export const manifestPath = "site.json";

/** A page that `llms.txt` lists (llmstxt.org). */
export interface ListedPage {
  readonly title: string;
  /** Empty when there is none. */
  readonly description: string;
  /** Where its Markdown is. */
  readonly address: string;
  /** The list that it stands in. */
  readonly section: string;
}

/** Both are empty when there is nothing to distinguish. */
export interface NamedContract {
  readonly api: string;
  /** The version's. */
  readonly id: string;
}

/** The name of a contract on its site: `Payments v1`, `v1.1`; empty for one without a name. */
export function nameOfContract({ api, id }: NamedContract): string {
  return [api, id].filter((name) => name !== "").join(" ");
}

/** The contract of a name, or the first one of an API or a version; without a name, the first of all. */
export function findContract<T extends NamedContract>(
  contracts: readonly T[],
  name: string | undefined,
): T | undefined {
  return name === undefined ? contracts[0] : contractsNamed(contracts, name)[0];
}

/** The contracts that a page may mean by a name: that of one version, of an API's first one, or all with a version's id. */
export function contractsNamed<T extends NamedContract>(contracts: readonly T[], name: string): readonly T[] {
  const found =
    contracts.find((contract) => nameOfContract(contract) === name) ?? contracts.find(({ api }) => api === name);
  return found === undefined ? contracts.filter(({ id }) => id === name) : [found];
}

/** How links name each contract: an API's first version by the API alone, the others by their full names. */
export function contractKeys(contracts: readonly NamedContract[]): readonly string[] {
  const isFirst = (contract: NamedContract): boolean => contracts.find(({ api }) => api === contract.api) === contract;
  return contracts.map((contract) => (isFirst(contract) ? contract.api : nameOfContract(contract)));
}
