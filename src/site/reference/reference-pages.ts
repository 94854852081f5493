import type { Config, ContractVersion } from "#settings/resolve-config.ts";
import { type Contract, requestLineOf } from "#shared/contract/contract.ts";
import { downloads, operationsOf, partsOf, type ReferencePart } from "#shared/contract/reference.ts";
import { commonServers, statedServers } from "#shared/contract/server.ts";
import { firstSentence } from "#shared/contract/text.ts";
import { groupBy } from "#shared/group-by.ts";
import type { Html } from "#shared/html.ts";
import type { LinkView, PlannedReferenceView, ReferenceView } from "#shared/view.ts";

import type { PlannedPage, PlannedRendering, ToCommon } from "../page-common.ts";
import type { FetchedFiles } from "../site-assets.ts";
import type { ContractTargets } from "../links/link-resolver.ts";
import { type NestedPart, nestParts, planReferenceMenu } from "./plan-reference-menu.ts";
import { type PlannedSamples, toShownSamples } from "./plan-code.ts";

/** A contract is published as a version and spread over the pages of a reference. */
export interface PublishedContract extends ContractTargets {
  /** The id distinguishes the contract and its texts from every other contract. */
  readonly id: string;
  readonly version: ContractVersion;
  /** The anchor of an operation is mapped to the address of its explorer's data. */
  readonly explorers: ReadonlyMap<string, string>;
  readonly samples: PlannedSamples;
  readonly longCode: (part: ReferencePart) => Promise<FetchedFiles>;
  readonly htmlByText: ReferenceView["htmlByText"];
  readonly hrefByLink: ReferenceView["hrefByLink"];
  /** The menu's filter fetches its data from this address, which is null for a small reference. */
  readonly menuFile: string | null;
}

interface ReferencePageTools {
  readonly notice: Html | null;
  readonly titleDelimiter: Config["titleDelimiter"];
  readonly languages: Config["samples"]["languages"];
  readonly toCommon: ToCommon;
}

/** Each planned page combines its part of the contract with what all pages of the reference share. */
export function planReferencePages(
  published: PublishedContract,
  { notice, titleDelimiter, languages, toCommon }: ReferencePageTools,
): readonly PlannedPage[] {
  const { id, version, contract, reference, samples, longCode } = published;
  const { root } = reference;
  const servers = commonServers(contract, version.servers);
  const shared = toSharedView(published);
  const nested = nestParts(root);
  // The contract and the outline determine every part and every menu. Including parts and menus in each page's inputs
  // would make the inputs grow with the square of the number of pages.
  const sources = [id, { ...shared, contract: null, reference: null }, reference.hrefByAnchor, toOutline(root)];
  const partsByTitle = groupBy(partsOf(root), (part) => part.title);
  const plan = async ({ part, breadcrumbs, previous, next }: PartPage): Promise<PlannedRendering> => {
    const isRepeated = (partsByTitle.get(part.title) ?? []).length > 1;
    const name = isRepeated && part.operation ? `${part.title} (${requestLineOf(part.operation)})` : part.title;
    const title = part === root ? contract.title : `${name} ${titleDelimiter} ${contract.title}`;
    const description = descriptionOf(part, contract);
    const common = toCommon({ route: part.route, title, description, unlisted: false });
    const fetched = await samples.get(part.href)?.();
    const long = await longCode(part);
    const own = {
      ...common,
      title: part.title,
      versions: common.versions.map((link) => ({
        ...link,
        current: link.api === version.api && link.id === version.id,
      })),
      notice,
      breadcrumbs,
      previous,
      next,
      samples: fetched?.hrefs ?? new Map<string, string>(),
      longCode: long.hrefs,
    };
    const toView = async (): Promise<PlannedReferenceView> => {
      const requestSamples = toShownSamples(operationsOf(part), servers, languages);
      const menu = planReferenceMenu(nested, new Set(breadcrumbs.map(({ href }) => href)));
      return { ...own, ...shared, kind: "reference", menu, part, isPart: part !== root, requestSamples };
    };
    const { levels, maxCode, listLength } = part;
    const inputs = [...sources, common.site, { ...own, site: null }, [levels, maxCode, listLength], languages];
    return { inputs, toView, files: [...(fetched?.files ?? []), ...long.files] };
  };
  const common = { file: contract.file, kind: "reference", unlisted: false } as const;
  return withNeighbors(root, nested).map((entry) => ({
    ...common,
    route: entry.part.route,
    plan: async () => plan(entry),
  }));
}

function toSharedView(published: PublishedContract) {
  const { version, contract, htmlByText, hrefByLink, reference, explorers, menuFile } = published;
  const folder = reference.root.href.replace(/\/$/, "");
  return {
    contract,
    servers: statedServers(contract, version.servers),
    secured: contract.operations.some(({ security }) => security.length > 0),
    htmlByText,
    hrefByLink,
    reference,
    explorers,
    menuFile,
    downloads: Object.values(downloads).map((name) => ({ label: name, href: `${folder}/${name}`, origin: null })),
  };
}

function descriptionOf(part: ReferencePart, { title, version }: Contract): string {
  const { operation } = part;
  const api = `${title} ${version}`;
  if (operation !== null) {
    const call = requestLineOf(operation);
    const words = firstSentence(operation.description?.text ?? "");
    return words === "" ? `${call} of ${api}: parameters, responses and samples.` : `${words} ${call}, ${api}.`;
  }
  return `${api}${part.group === null ? "" : `, ${part.label}`}: every operation, field, limit and status, with samples.`;
}

interface PartPage extends Pick<ReferenceView, "previous" | "next"> {
  readonly part: ReferencePart;
  /** The list has the parts above this part and the part itself; it's empty for the first page. */
  readonly breadcrumbs: readonly LinkView[];
}

function withNeighbors(root: ReferencePart, nested: readonly NestedPart[]): readonly PartPage[] {
  const below = (parts: readonly NestedPart[], path: readonly LinkView[]): readonly PartWithTrail[] =>
    parts.flatMap(({ part, parts: inner }) => {
      const breadcrumbs = [...path, toLink(part)];
      return [{ part, breadcrumbs }, ...below(inner, breadcrumbs)];
    });
  const entries = [{ part: root, breadcrumbs: [] }, ...below(nested, [toLink(root)])];
  return entries.map((entry, index) => ({
    ...entry,
    previous: toNeighbor(entries[index - 1]),
    next: toNeighbor(entries[index + 1]),
  }));
}

type PartWithTrail = Pick<PartPage, "part" | "breadcrumbs">;

function toNeighbor(entry: PartWithTrail | undefined): LinkView | null {
  return entry === undefined ? null : { ...toLink(entry.part), label: entry.part.title };
}

function toLink({ label, href }: ReferencePart): LinkView {
  return { label, href, origin: null };
}

/** The outline is what pages show of each other, so a change in it affects every page. */
function toOutline(part: ReferencePart): unknown {
  const { label, href, group, tags, operation, parts } = part;
  return {
    label,
    href,
    group,
    method: operation?.method ?? null,
    tags: tags.map(({ name, parent }) => [name, parent]),
    count: operationsOf(part).length,
    parts: parts.map(toOutline),
  };
}
