import type { Contract } from "#shared/contract/contract.ts";
import type { Reference } from "#shared/contract/reference.ts";
import { decodePercent } from "#shared/percent.ts";
import { routeKey } from "#shared/route.ts";
import type { SearchHit } from "#shared/search/search-index.ts";
import type { LinkView } from "#shared/view.ts";

import { linksOf } from "../navbar.ts";
import type { Navigation } from "../navigation.ts";
import type { RoutedDocument } from "../plan-routes.ts";
import { readingOrder } from "../plan-sidebar.ts";
import { recordOfContract, recordsOfContract, recordsOfPage } from "./search-records.ts";

interface StartInputs {
  readonly navigation: Navigation;
  /** Those that may be named, with their addresses. */
  readonly pages: readonly (Pick<RoutedDocument, "document" | "textOf"> & { readonly href: string })[];
  readonly contracts: readonly { readonly contract: Contract; readonly reference: Reference }[];
}

/** So many places are offered before anything is typed, unless the settings name them. */
const maxPlaces = 8;

/** The search's first suggestions: from the settings, or the navbar followed by the sidebar. */
export async function findStart(inputs: StartInputs): Promise<readonly SearchHit[]> {
  const { popular, navbar, sidebar } = inputs.navigation;
  if (popular.length > 0) return Promise.all(popular.map(async (link) => placeOf(link, inputs)));
  const links = [...linksOf(navbar), ...readingOrder(sidebar).flatMap(({ link }) => link ?? [])];
  const first = [...new Map(links.map((link) => [link.href, link])).values()].slice(0, maxPlaces);
  return Promise.all(first.map(async (link) => ({ ...(await placeOf(link, inputs)), title: link.label })));
}

async function placeOf({ href, label }: LinkView, { pages, contracts }: StartInputs): Promise<SearchHit> {
  const [key, hash = ""] = keyOf(href).split("#");
  const page = pages.find((candidate) => keyOf(candidate.href) === key);
  if (page !== undefined) {
    const { frontMatter, title } = page.document;
    const sections = hash === "" ? [] : await page.textOf("sections");
    const found = recordsOfPage(page.document, sections, { kind: "guide", href: page.href }).find(isAt(href));
    return found ? toPlace(found) : { kind: "guide", title, trail: "", text: frontMatter.description ?? "", href };
  }
  for (const { contract, reference } of contracts) {
    if (hash === "" && keyOf(reference.root.href) === key) return toPlace(recordOfContract(contract, reference));
    const found = recordsOfContract(contract, reference).find(isAt(href));
    if (found) return toPlace(found);
  }
  return { kind: "page", title: label, trail: "", text: "", href };
}

function isAt(href: string): (place: Pick<SearchHit, "href">) => boolean {
  return (place) => keyOf(place.href) === keyOf(href);
}

function keyOf(href: string): string {
  const [path = "", ...hash] = (decodePercent(href) ?? href).split("#");
  return [routeKey(path), ...hash].join("#");
}

function toPlace({ kind, title, trail, text, href }: SearchHit): SearchHit {
  const [sentence = text] = /^.*?[.!?](?= \p{Lu}|\n|$)/u.exec(text) ?? [];
  return { kind, title, trail, text: sentence, href };
}
