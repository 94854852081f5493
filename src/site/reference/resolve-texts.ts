import { joinOutcomes, type Outcome } from "#shared/diagnostics/diagnostic.ts";
import type { ReferenceView } from "#shared/view.ts";

import { resolveMarkup } from "../links/resolve-markup.ts";
import { type ContractPlaces, createContractLinks } from "./contract-links.ts";

interface ResolvedTexts {
  readonly htmlByText: ReferenceView["htmlByText"];
  readonly hrefByLink: ReferenceView["hrefByLink"];
}

/** The texts of a contract become HTML, and its links beside them are resolved. */
export function resolveTexts(places: ContractPlaces): Outcome<ResolvedTexts> {
  const resolveLink = createContractLinks(places);
  const outcomes = Array.from(places.texts, ([text, { markup }]) => ({
    text,
    ...resolveMarkup(markup, { resolveLink, targets: new Map() }),
  }));
  const links = places.contract.links.map(({ url, position }) => ({ url, link: resolveLink(url, position) }));
  const lost = links.flatMap(({ link }) => (link.kind === "text" ? [link.finding] : []));
  return {
    value: {
      htmlByText: new Map(outcomes.map(({ text, value: html }) => [text, html])),
      hrefByLink: new Map(links.flatMap(({ url, link }) => (link.kind === "text" ? [] : [[url, link.href]]))),
    },
    diagnostics: [...joinOutcomes(outcomes).diagnostics, ...lost],
  };
}
