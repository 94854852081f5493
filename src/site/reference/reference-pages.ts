import type { Config, ContractVersion } from "#shared/config.ts";
import type { Contract } from "#shared/contract/contract.ts";
import { downloads, partsOf, type Reference, type ReferencePart } from "#shared/contract/reference.ts";
import { toPlainText } from "#shared/contract/text.ts";
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
  // What a page's menu is chosen by: named once, and not what came of it on each page, which grows with their square.
  const menuFacts = root.parts.map(({ group, tags }) => [group, tags.length]);
  // A part is what the contract holds, at the addresses of the outline.
  const sources = [contract, htmlByText, explorers, reference.hrefByAnchor, toMenuPart(root), menuFacts];
  const neighbors = neighborsIn(root);
  const plan = async ({ part, breadcrumbs }: PlacedPart): Promise<PlannedRendering> => {
    const title = part === root ? contract.title : `${part.title} ${titleDelimiter} ${contract.title}`;
    const description = describe(part, contract);
    const common = toCommon({ route: part.route, title, description, unlisted: false });
    const fetched = await samples.get(part.href)?.();
    const own = {
      ...common,
      title: part.title,
      versions: common.versions.map((link) => ({
        ...link,
        current: link.api === version.api && link.id === version.id,
      })),
      notice,
      breadcrumbs,
      previous: null,
      next: null,
      ...neighbors.get(part),
      samples: fetched?.hrefs ?? new Map<string, string>(),
    };
    const toView = async (): Promise<PlannedReferenceView> => {
      const requestSamples = toShownSamples(part, contract, languages);
      const menu = planReferenceMenu(root, part);
      return { ...own, ...shared, kind: "reference", menu, part, isPart: part !== root, requestSamples };
    };
    return { madeOf: [...sources, own, part.levels, languages, shared.downloads], toView, files: fetched?.files ?? [] };
  };
  const common = { file: contract.file, kind: "reference", unlisted: false } as const;
  return placesOf(root).map((place) => ({ ...common, route: place.part.route, plan: async () => plan(place) }));
}

/** What search engines show of a page. */
function describe(part: ReferencePart, { title, version }: Contract): string {
  const { operation, place } = part;
  const api = `${title} ${version}`;
  if (operation !== null) {
    const call = `${operation.method.toUpperCase()} ${operation.path}`;
    const words = firstSentence(toPlainText(operation.description));
    return words === "" ? `${call} of ${api}: parameters, responses and samples.` : `${words} ${call}, ${api}.`;
  }
  if (place !== null) return `${part.title} of ${api}: every field, with its type and limits.`;
  return `${api}${part.group === null ? "" : `, ${part.label}`}: every operation, field, limit and status, with samples.`;
}

/** A sentence that does not end is cut where a word does. */
function firstSentence(text: string): string {
  const [sentence = ""] = /^.*?[.!?](?=\s|$)|^.+/s.exec(text) ?? [];
  return sentence.length <= 200 ? sentence : `${sentence.slice(0, 200).replace(/\s\S*$/, "")} …`;
}

type Neighbors = Pick<ReferenceView, "previous" | "next">;

/** The operations' own pages, one after the other. */
function neighborsIn(root: ReferencePart): ReadonlyMap<ReferencePart, Neighbors> {
  const pages = partsOf(root).filter((part) => part.operation !== null);
  return new Map(
    pages.map((part, index) => [part, { previous: toNeighbor(pages[index - 1]), next: toNeighbor(pages[index + 1]) }]),
  );
}

function toNeighbor(part: ReferencePart | undefined): LinkView | null {
  return part === undefined ? null : toLink(part);
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
