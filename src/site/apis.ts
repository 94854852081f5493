import type { Config, ContractVersion } from "#settings/resolve-config.ts";
import type { Contract } from "#shared/contract/contract.ts";
import { hostOf, type ServerSetting } from "#shared/contract/server.ts";
import { diagnose, type Outcome } from "#shared/diagnostics/diagnostic.ts";

interface Versioned {
  readonly version: ContractVersion;
}

/** Whether a site's APIs have names. */
export function hasSeveralApis(contracts: readonly Versioned[]): boolean {
  return new Set(contracts.map(({ version }) => version.api)).size > 1;
}

interface ServedVersion extends Versioned {
  readonly contract: Pick<Contract, "basePath" | "servers">;
}

type ServedSite = Pick<Config, "contracts" | "servers">;

/**
 * Gives the site's common servers to each version without servers of its own. If those versions belong to several APIs,
 * or have several base paths, none gets them: calls, with their secrets, would go to another API's host.
 */
export function withCommonServers<T extends ServedVersion>(
  { value: versions, diagnostics }: Outcome<readonly T[]>,
  { contracts, servers }: ServedSite,
): Outcome<readonly T[]> {
  if (servers === null) return { value: versions, diagnostics };
  const { list, position } = servers;
  const isWithout = ({ version }: T): boolean => version.servers.length === 0;
  const message = severalApis(contracts) ?? severalBasePaths(versions.filter(isWithout));
  if (message !== null) {
    const meant = versions.find(({ contract: { basePath } }) => list[0]?.url.endsWith(basePath)) ?? versions[0];
    const hint =
      meant === undefined ? null : `write them where they belong, under \`contracts:\`: ${toEntry(meant, list)}`;
    return { value: versions, diagnostics: [...diagnostics, diagnose("config/invalid", message, position, hint)] };
  }
  const withServers = (entry: T): T =>
    isWithout(entry) ? { ...entry, version: { ...entry.version, servers: list } } : entry;
  return { value: versions.map(withServers), diagnostics };
}

function severalApis(contracts: ServedSite["contracts"]): string | null {
  const apis = [...new Set(contracts.map(({ api }) => api))];
  if (apis.length < 2) return null;
  return `\`servers\` at the top level is for a site with one API; here are ${apis.join(", ")}`;
}

function severalBasePaths([first, ...laterVersions]: readonly ServedVersion[]): string | null {
  const distant = first && laterVersions.find(({ contract }) => !areServedTogether(contract, first.contract));
  if (first === undefined || distant === undefined) return null;
  const addresses = [first, distant].map(({ version, contract: { basePath, servers } }) => {
    return `${version.id} has \`${servers[0]?.url ?? (basePath || "/")}\``;
  });
  return `\`servers\` at the top level is for versions that share a base path; ${addresses.join(", ")}`;
}

function areServedTogether(a: ServedVersion["contract"], b: ServedVersion["contract"]): boolean {
  const [aHosts, bHosts] = [a, b].map(({ servers }) => servers.map(({ url }) => hostOf(url)).filter(Boolean));
  const isElsewhere = aHosts?.length && bHosts?.length && aHosts.every((host) => !bHosts.includes(host));
  return a.basePath === b.basePath && !isElsewhere;
}

function toEntry({ version: { id, api, document, route } }: ServedVersion, list: readonly ServerSetting[]): string {
  const servers = list.map(({ name, url, kind }) => `{ name: ${name}, url: ${url}, kind: ${kind} }`);
  const named = api === "" ? `id: ${id}` : `id: ${id}, api: ${api}`;
  return `\`- { ${named}, document: ${document}, route: ${route}, servers: [${servers.join(", ")}] }\``;
}
