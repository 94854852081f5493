import type { Contract } from "#shared/contract/contract.ts";
import type { Operation } from "#shared/contract/operation.ts";
import type { ExternalDocs } from "#shared/contract/text.ts";
import { joinOutcomes, type Outcome } from "#shared/diagnostics/diagnostic.ts";
import type { ReferenceView } from "#shared/view.ts";

import { resolveMarkup } from "../links/resolve-markup.ts";
import { type ContractPlaces, createContractLinks } from "./contract-links.ts";

interface ResolvedTexts {
  readonly htmlByText: ReferenceView["htmlByText"];
  readonly docs: ReferenceView["docs"];
}

/** The texts of a contract become HTML, and its links to further reading are resolved. */
export function resolveTexts(places: ContractPlaces): Outcome<ResolvedTexts> {
  const resolveLink = createContractLinks(places);
  const outcomes = Array.from(places.texts, ([text, { markup }]) => ({
    text,
    ...resolveMarkup(markup, { resolveLink, targets: new Map() }),
  }));
  const docs = docsOf(places.contract).map(({ url, position }) => ({ url, link: resolveLink(url, position) }));
  const lost = docs.flatMap(({ link }) => (link.kind === "text" ? [link.finding] : []));
  return {
    value: {
      htmlByText: new Map(outcomes.map(({ text, value: html }) => [text, html])),
      docs: new Map(docs.flatMap(({ url, link }) => (link.kind === "text" ? [] : [[url, link.href]]))),
    },
    diagnostics: [...joinOutcomes(outcomes).diagnostics, ...lost],
  };
}

function docsOf({ externalDocs, tagGroups, operations, webhooks }: Contract): readonly ExternalDocs[] {
  const tags = tagGroups.flatMap((group) => group.tags);
  const owners = [...tags, ...[...operations, ...webhooks].flatMap(withCallbacks)];
  return [externalDocs, ...owners.map((owner) => owner.externalDocs)].filter((docs) => docs !== null);
}

function withCallbacks(operation: Operation): readonly Operation[] {
  return [operation, ...operation.callbacks.flatMap(({ operations }) => operations.flatMap(withCallbacks))];
}
