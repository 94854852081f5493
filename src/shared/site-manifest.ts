import type { SandboxData } from "./contract/sandbox-data.ts";
import type { ServerSetting } from "./contract/server.ts";

/** `site.json`: the facts that a program needs to use a published site's files. */
export interface SiteManifest {
  readonly title: string;
  readonly description: string;
  /** Starts and ends with `/`. */
  readonly baseUrl: string;
  /** The contracts of the site's APIs; the first is the default. */
  readonly contracts: readonly PublishedDocument[];
  /** The header for a contract without schemes, and the environment variable with the secret in samples. */
  readonly authentication: { readonly header: string | null; readonly variable: string };
}

/** Paths are below the base URL. */
export interface PublishedDocument {
  /** Empty on a site with one API. */
  readonly api: string;
  /** The version's id; empty for a single version without a name. */
  readonly id: string;
  /** The folder of its reference, without surrounding slashes: `api/v1`; empty for the site's root. */
  readonly folder: string;
  /** The OpenAPI document with everything that it refers to: `api/openapi.json`. */
  readonly document: string;
  /** The servers from the settings; empty if the document's own apply. */
  readonly servers: readonly ServerSetting[];
  /** The sandbox's data beyond the document. */
  readonly sandbox: SandboxData;
}

export const manifestPath = "site.json";

/** A page that `llms.txt` lists (llmstxt.org). */
export interface ListedPage {
  readonly title: string;
  /** Empty if there's none. */
  readonly description: string;
  /** The address of its Markdown. */
  readonly address: string;
  /** The section of the list. */
  readonly section: string;
}

/** Both are empty if there's only one contract. */
export interface NamedContract {
  readonly api: string;
  /** The version's id. */
  readonly id: string;
}

/** A contract's name on its site: `Payments v1`, `v1.1`; empty if it has none. */
export function nameOfContract({ api, id }: NamedContract): string {
  return [api, id].filter((name) => name !== "").join(" ");
}

/** The contract with a name, or the first one of an API or version; without a name, the first of all. */
export function findContract<T extends NamedContract>(
  contracts: readonly T[],
  name: string | undefined,
): T | undefined {
  return name === undefined ? contracts[0] : contractsNamed(contracts, name)[0];
}

/** The contracts that a page may mean by a name: a version, an API's first version, or all with a version's id. */
export function contractsNamed<T extends NamedContract>(contracts: readonly T[], name: string): readonly T[] {
  const found =
    contracts.find((contract) => nameOfContract(contract) === name) ?? contracts.find(({ api }) => api === name);
  return found === undefined ? contracts.filter(({ id }) => id === name) : [found];
}

/** The name of an API without a version means its first version. */
export function firstOfEachApi<T>(contracts: readonly T[], apiOf: (contract: T) => string): readonly T[] {
  return contracts.filter(
    (contract, index) => contracts.findIndex((entry) => apiOf(entry) === apiOf(contract)) === index,
  );
}

/** The names of contracts in links: an API's first version has the API's name, the others their full names. */
export function contractKeys(contracts: readonly NamedContract[]): readonly string[] {
  const firsts = firstOfEachApi(contracts, ({ api }) => api);
  return contracts.map((contract) => (firsts.includes(contract) ? contract.api : nameOfContract(contract)));
}
