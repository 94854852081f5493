import type { Contract } from "#shared/contract/contract.ts";
import type { Operation } from "#shared/contract/operation.ts";
import { operationsOf, pageBudget, partsOf, type Reference, type ReferencePart } from "#shared/contract/reference.ts";

import { toHref } from "../links/link-resolver.ts";
import { nothing, PartPlanner, type ReferenceInputs } from "./layout/plan-parts.ts";
import { type PlannedPart, readPlannedPart, toPlannedPart } from "./layout/planned-part.ts";
import { toSchemaUses } from "./layout/schema-uses.ts";
import { menuWeight, PartScales, shellWeight } from "./layout/weigh-parts.ts";
import { fits, joinWeights } from "./layout/weigh-text.ts";

/** How a contract is spread over pages, as plain data: to weigh a large one is a good part of what a build of an edited page does. */
export interface PlannedReference extends Pick<Reference, "usesByName"> {
  readonly root: PlannedPart;
}

/**
 * Spreads a contract over pages that browsers draw at once, each in the largest unit that keeps to `pageBudget`: all on one
 * page; else a list of contents at the version's route, with a page for each tag below it; of a tag that is too large, a page
 * for each operation.
 */
export function planReference(inputs: ReferenceInputs): PlannedReference {
  const { contract, texts, route, baseUrl, layout } = inputs;
  const uses = toSchemaUses(contract);
  const scales = new PartScales({ contract, texts, uses });
  const isOnePage = layout === "page" || (layout === null && hasRoom(contract, scales));
  const { webhooks, schemas, tagGroups } = contract;
  const tags = tagGroups.flatMap((group) => group.tags);
  const content = isOnePage
    ? { tags, webhooks, schemas }
    : { parts: new PartPlanner(inputs, scales).parts(), isBrief: !hasRoomToList(contract, scales) };
  const root: ReferencePart = {
    ...nothing,
    ...content,
    route,
    href: toHref(route, baseUrl),
    label: contract.title,
    title: contract.title,
  };
  return { root: toPlannedPart(root, contract), usesByName: uses };
}

/** The plan with what the contract, of which it was made, holds. */
export function readReference({ root, usesByName }: PlannedReference, contract: Contract): Reference {
  const part = readPlannedPart(root, contract);
  const anchorByName = new Map(contract.schemas.map(({ name, anchor }) => [name, anchor]));
  return { root: part, hrefByAnchor: toHrefs(part), anchorByName, usesByName };
}

/** Whether all of a contract has room on one page. */
function hasRoom({ tagGroups, operations, webhooks, schemas }: Contract, scales: PartScales): boolean {
  const tags = tagGroups.flatMap((group) => group.tags);
  const whole = joinWeights([
    shellWeight,
    scales.introduction(),
    ...tags.map((tag) => scales.tag(tag)),
    ...[...operations, ...webhooks].flatMap((operation) => [
      scales.operation(operation, { ...nothing, answered: 0 }),
      scales.named(operation),
    ]),
    ...schemas.flatMap((named) => [scales.schema(named), scales.named({ anchor: named.anchor, summary: named.name })]),
  ]);
  return fits(whole, pageBudget);
}

/** Whether the first page of several has room for the names of all operations; it names schemas by their pages. */
function hasRoomToList({ tagGroups, operations, webhooks, schemas }: Contract, scales: PartScales): boolean {
  const tags = tagGroups.flatMap((group) => group.tags);
  const list = joinWeights([
    shellWeight,
    scales.introduction(),
    menuWeight,
    ...tags.map((tag) => scales.tag(tag)),
    ...[...operations, ...webhooks].map((operation) => scales.listed(operation)),
    ...schemas.slice(0, 500).map(({ anchor, name }) => scales.named({ anchor, summary: name })),
  ]);
  return fits(list, pageBudget);
}

/** The page of each anchor: of a place that was taken out of a page, its own. */
function toHrefs(root: ReferencePart): Reference["hrefByAnchor"] {
  const hrefs = new Map<string, string>();
  for (const part of partsOf(root)) {
    const { tags, schemas, place, section, href } = part;
    const anchors = [...tags, ...operationsOf(part).flatMap(withCallbacks), ...schemas].map(({ anchor }) => anchor);
    for (const anchor of [...anchors, ...(place?.anchors ?? []), ...(section === null ? [] : [section])])
      if (!hrefs.has(anchor)) hrefs.set(anchor, href);
  }
  return hrefs;
}

function withCallbacks(operation: Operation): readonly Operation[] {
  return [operation, ...operation.callbacks.flatMap(({ operations }) => operations.flatMap(withCallbacks))];
}
