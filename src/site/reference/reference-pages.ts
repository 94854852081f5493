import type { Config, ContractVersion } from "#shared/config.ts";
import type { Contract } from "#shared/contract/contract.ts";
import { downloads, type Reference, type ReferencePart } from "#shared/contract/reference.ts";
import type { Html } from "#shared/html.ts";
import type { LinkView, PlannedReferenceView, ReferenceView } from "#shared/view.ts";

import type { PlannedPage, PlannedRendering, ToCommon } from "../page-common.ts";
import type { ContractPlaces } from "./contract-links.ts";
import { planReferenceMenu, toMenuPart } from "./plan-reference-menu.ts";
import { type PlannedSamples, toShownSamples } from "./plan-samples.ts";

/** A contract with the version it is published as, and the pages it is spread over. */
export interface PublishedContract {
  readonly version: ContractVersion;
  readonly contract: Contract;
  readonly reference: Reference;
  /** Addresses of the explorers' data, by the anchor of the operation. */
  readonly explorers: ReadonlyMap<string, string>;
  readonly samples: PlannedSamples;
  /** The contract's texts as HTML. */
  readonly htmlByText: ReferenceView["htmlByText"];
  readonly docs: ReferenceView["docs"];
  readonly places: ContractPlaces;
}

interface ReferencePageTools {
  readonly notice: Html | null;
  readonly titleDelimiter: Config["titleDelimiter"];
  readonly languages: Config["sampleLanguages"];
  readonly toCommon: ToCommon;
}

/** What every page of a reference shows around its part of the contract. */
export function planReferencePages(
  { version, contract, htmlByText, docs, reference, explorers, samples }: PublishedContract,
  { notice, titleDelimiter, languages, toCommon }: ReferencePageTools,
): readonly PlannedPage[] {
  const { root } = reference;
  const folder = root.href.replace(/\/$/, "");
  const shared = {
    contract,
    secured: contract.operations.some(({ security }) => security.length > 0),
    htmlByText,
    docs,
    reference,
    explorers,
    downloads: Object.values(downloads).map((name) => ({ label: name, href: `${folder}/${name}`, origin: null })),
  };
  // A part is what the contract holds, at the addresses of the outline.
  const sources = [contract, htmlByText, explorers, reference.hrefByAnchor, toMenuPart(root)];
  const plan = async ({ part, breadcrumbs }: PlacedPart): Promise<PlannedRendering> => {
    const title = part === root ? contract.title : `${part.title} ${titleDelimiter} ${contract.title}`;
    const common = toCommon({ route: part.route, title, description: describe(part, contract), unlisted: false });
    const fetched = await samples.get(part.href)?.();
    const own = {
      ...common,
      title: part.title,
      versions: common.versions.map((link) => ({
        ...link,
        current: link.api === version.api && link.id === version.id,
      })),
      notice,
      menu: planReferenceMenu(root, part),
      breadcrumbs,
      samples: fetched?.hrefs ?? new Map<string, string>(),
    };
    const toView = async (): Promise<PlannedReferenceView> => {
      const requestSamples = toShownSamples(part, contract, languages);
      return { ...own, ...shared, kind: "reference", part, isPart: part !== root, requestSamples };
    };
    return { madeOf: [...sources, own, languages, shared.downloads], toView, files: fetched?.files ?? [] };
  };
  const common = { file: contract.file, kind: "reference", unlisted: false } as const;
  return placesOf(root).map((place) => ({ ...common, route: place.part.route, plan: async () => plan(place) }));
}

function describe(part: ReferencePart, { title, version }: Contract): string {
  const scope = part.parts.length === 0 && part.group !== null ? `, ${part.label}` : "";
  return `${title} ${version}${scope}: every operation, field, limit and status, with samples.`;
}

interface PlacedPart {
  readonly part: ReferencePart;
  /** The parts above it and the part itself; empty for the first page. */
  readonly breadcrumbs: readonly LinkView[];
}

function placesOf(root: ReferencePart): readonly PlacedPart[] {
  const below = (part: ReferencePart, path: readonly LinkView[]): readonly PlacedPart[] =>
    part.parts.flatMap((child) => {
      const breadcrumbs = [...path, toLink(child)];
      return [{ part: child, breadcrumbs }, ...below(child, breadcrumbs)];
    });
  return [{ part: root, breadcrumbs: [] }, ...below(root, [toLink(root)])];
}

function toLink({ label, href }: ReferencePart): LinkView {
  return { label, href, origin: null };
}
