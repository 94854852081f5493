import { type Contract, tagsOf } from "#shared/contract/contract.ts";
import type { Operation } from "#shared/contract/operation.ts";
import {
  hrefOf,
  type MenuFile,
  operationsOf,
  partsOf,
  type Reference,
  type ReferenceMenuGroup,
  type ReferenceMenuPart,
  type ReferencePart,
} from "#shared/contract/reference.ts";
import { groupBy } from "#shared/group-by.ts";

import { hashedFile } from "../site-assets.ts";

/** A page has further pages below it: its parts, and the tags that are nested in its own tags. */
export interface NestedPart {
  readonly part: ReferencePart;
  readonly parts: readonly NestedPart[];
  /** The count includes the operations of the page and of all pages below it. */
  readonly count: number;
}

/** These are the pages below a reference's first page, nested by tag and part. */
export function nestParts({ parts }: ReferencePart): readonly NestedPart[] {
  const partsByParent = groupBy(parts, ({ tags }) => tags[0]?.parent ?? null);
  const below = (parent: string | null): readonly NestedPart[] => (partsByParent.get(parent) ?? []).map(nest);
  const firstOfTag = new Map(parts.toReversed().flatMap((part) => part.tags.map(({ name }) => [name, part] as const)));
  const nest = (part: ReferencePart): NestedPart => {
    const nested = part.tags.flatMap(({ name }) => (firstOfTag.get(name) === part ? below(name) : []));
    const all = [...nestParts(part), ...nested];
    const count = all.reduce((sum, entry) => sum + entry.count, operationsOf(part).length);
    return { part, parts: all, count };
  };
  return below(null);
}

/**
 * The menu on a page groups the reference's pages by tag group. It lists all pages of a small reference; in a large
 * reference, it lists the pages of the current group, or only the current branch. Pages below a page are listed where
 * the menu is open: at the current page and its ancestors, whose addresses are in `open`.
 */
export function planReferenceMenu(
  nested: readonly NestedPart[],
  open: ReadonlySet<string>,
): readonly ReferenceMenuGroup[] {
  const groups: { name: string | null; parts: ReferenceMenuPart[] }[] = [];
  for (const entry of nearParts(nested, open)) {
    const { group } = entry.part;
    const last = groups.at(-1);
    if (last !== undefined && last.name === group) last.parts.push(toMenuPart(entry, open));
    else groups.push({ name: group, parts: [toMenuPart(entry, open)] });
  }
  return groups;
}

function toMenuPart(entry: NestedPart, open: ReadonlySet<string>): ReferenceMenuPart {
  const { label, href, operation } = entry.part;
  const parts = open.has(href) ? entry.parts.map((part) => toMenuPart(part, open)) : [];
  const count = operation === null ? entry.count : 0;
  return { label, href, method: operation?.method ?? null, count: count === 0 ? null : count, parts };
}

/** A reference with more pages lists only some of them in each menu, so that a page stays small in a large contract. */
const maxNamed = 80;

function nearParts(nested: readonly NestedPart[], open: ReadonlySet<string>): readonly NestedPart[] {
  if (nested.length <= maxNamed) return nested;
  const branch = nested.find(({ part }) => open.has(part.href));
  const group = nested.filter(({ part }) => part.group !== null && part.group === branch?.part.group);
  if (group.length > 0 && group.length <= maxNamed) return group;
  return branch === undefined ? nested.filter(({ part }) => part.tags.length === 0) : [branch];
}

/** Readers can scan this many operations at a glance. */
const fewOperations = 60;

/** The filter in the menu of a large reference searches this file; the menu of a small one has no filter. */
export function planMenuFile(contract: Contract, reference: Reference, baseUrl: string) {
  const { operations, webhooks } = contract;
  if (operations.length + webhooks.length <= fewOperations) return { href: null, files: [] };
  const tags = tagsOf(contract).filter((tag) => tag.operations.length > 0);
  const lists = [
    ...tags.map((tag) => ({ name: tag.displayName, operations: tag.operations })),
    ...(webhooks.length > 0 ? [{ name: "Webhooks", operations: webhooks }] : []),
  ];
  const ownPages = new Map(partsOf(reference.root).map(({ operation, href }) => [operation?.anchor, href]));
  const hrefTo = ({ anchor }: Operation): string => ownPages.get(anchor) ?? hrefOf(reference, anchor);
  const menu: MenuFile = {
    groups: lists.map(({ name }) => name),
    operations: lists.flatMap((list, group) =>
      list.operations.map(
        (operation) => [operation.summary, operation.method, operation.path, hrefTo(operation), group] as const,
      ),
    ),
  };
  const file = hashedFile("menu", JSON.stringify(menu));
  return { href: baseUrl + file.path, files: [file] };
}
