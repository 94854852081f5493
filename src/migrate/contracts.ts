import { posix, relative, resolve } from "node:path";

import GithubSlugger from "github-slugger";

import { gatherFiles, type OwnContract, toOwnContract } from "#contract/own-contract.ts";
import { groupBy } from "#shared/group-by.ts";
import { entriesAt, type Json, listAt, textAt } from "#shared/json/json.ts";
import { routeKey } from "#shared/route.ts";

import type { DocusaurusConfig, Plugin } from "./site-config.ts";
import type { SourceFolder } from "./source-folder.ts";

/** A contract with the old site's name for its API and version. */
export interface NamedContract {
  readonly key: string;
  readonly version: string | null;
  readonly own: OwnContract;
}

/** A contract with its file on the new site. */
export interface RoutedContract {
  readonly id: string;
  readonly api: string;
  readonly own: OwnContract;
  readonly route: string;
}

export async function readNamedContracts(
  source: SourceFolder,
  config: DocusaurusConfig,
): Promise<readonly NamedContract[]> {
  const contracts: NamedContract[] = [];
  for (const { holder, member, key, version } of config.plugins.flatMap((plugin) => documentsOf(plugin))) {
    const path = textAt(holder, member);
    if (path === null) continue;
    const position = config.positionOf(holder, member);
    if (/^[a-z][a-z0-9+.-]+:/i.test(path)) {
      source.report(`the document ${path} is left out: it isn't in the folder; name it with --openapi`, position);
      continue;
    }
    const findings = source.diagnostics.length;
    const document = await gatherFiles(resolve(top, config.base, path), async (file) =>
      source.text(relative(top, file).replaceAll("\\", "/"), position),
    );
    const contract = document === null ? null : await toOwnContract(document);
    if (contract?.value) {
      contracts.push({ key: key || path.replace(/\.\w+$/, ""), version, own: contract.value });
    } else if (findings === source.diagnostics.length) {
      const fault = contract?.diagnostics[0]?.message ?? "it isn't there";
      source.report(`the document ${posix.join(config.base, path)} can't be read: ${fault}`, position);
    }
  }
  return contracts;
}

/** Stands for the folder, to recognize paths that lead out of it. */
const top = resolve("/folder");

interface NamedDocument extends Omit<NamedContract, "own"> {
  /** Where the configuration writes the path. */
  readonly holder: Json;
  readonly member: string;
}

function documentsOf({ name, options }: Plugin): readonly NamedDocument[] {
  if (name.endsWith("openapi-docs"))
    return entriesAt(options, "config").flatMap(([key, api]) => [
      { holder: api, member: "specPath", key, version: textAt(api, "version") },
      ...entriesAt(api, "versions").map(([version, holder]) => ({ holder, member: "specPath", key, version })),
    ]);
  if (!/(?:^|\/)redocusaurus$/.test(name)) return [];
  return listAt(options, "specs").flatMap((holder) =>
    ["spec", "specPath"].map((member) => ({ holder, member, key: textAt(holder, "id") ?? "", version: null })),
  );
}

/** Gives each contract an address without a page. Several get folders of their own, so that their files stay apart. */
export function routeContracts(
  contracts: readonly NamedContract[],
  pages: readonly string[],
): readonly RoutedContract[] {
  const isFree = (route: string): boolean => !pages.includes(routeKey(route));
  const [only, another] = contracts;
  if (only === undefined) return [];
  if (another === undefined)
    return [{ id: "1", api: "", own: only.own, route: isFree("/api/") ? "/api/" : "/api-reference/" }];
  const slugger = new GithubSlugger();
  return [...groupBy(contracts, ({ key }) => key)].flatMap(([key, versions]) => {
    const slug = slugger.slug(key.replace(/\W+/g, " ").trim() || "api");
    const title = versions[0]?.own.contract.title ?? "";
    const isShared = contracts.some((contract) => contract.key !== key && contract.own.contract.title === title);
    return versions.map(({ version, own }, index) => {
      const id = version ?? (own.contract.version || "1");
      const path = index === 0 ? slug : `${slug}/${/^\w[\w.-]*$/.test(id) ? id : slugger.slug(id)}`;
      const route = [`/api/${path}/`, `/api-reference/${path}/`].find(isFree) ?? `/api-reference/${path}-1/`;
      return { id, api: isShared || title === "" ? key : title, own: inFolder(own, path), route };
    });
  });
}

function inFolder(own: OwnContract, folder: string): OwnContract {
  const moved = (path: string): string => path.replace(/^openapi\//, `openapi/${folder}/`);
  return {
    ...own,
    document: { ...own.document, file: moved(own.document.file) },
    files: own.files.map(({ path, content }) => ({ path: moved(path), content })),
  };
}
