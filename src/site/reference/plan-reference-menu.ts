import type { Contract } from "#shared/contract/contract.ts";
import type { MenuFile } from "#shared/contract/menu-file.ts";
import type { Operation } from "#shared/contract/operation.ts";
import {
  hrefOf,
  operationsOf,
  partsOf,
  type Reference,
  type ReferenceMenuGroup,
  type ReferenceMenuPart,
  type ReferencePart,
} from "#shared/contract/reference.ts";
import { groupBy } from "#shared/group-by.ts";
import type { OutputFile } from "#write/output-file.ts";

import { hashedFile } from "../site-assets.ts";

/** A page of a reference with those that stand below it: its parts, and the tags that are nested in its own. */
export interface NestedPart {
  readonly part: ReferencePart;
  readonly parts: readonly NestedPart[];
  /** How many operations are there and below. */
  readonly count: number;
}

/** The pages below a reference's first, as deep as they are nested. */
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
 * The pages of a reference that one of them names, by tag group: all, or those of its own group, or itself. What stands below
 * a page is named where that is open: at the page itself and at those around it, of which `open` has the addresses.
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

/** More pages than this are not all named on every page, so that no page grows with the contract. */
const maxNamed = 80;

function nearParts(nested: readonly NestedPart[], open: ReadonlySet<string>): readonly NestedPart[] {
  if (nested.length <= maxNamed) return nested;
  const branch = nested.find(({ part }) => open.has(part.href));
  const group = nested.filter(({ part }) => part.group !== null && part.group === branch?.part.group);
  if (group.length > 0 && group.length <= maxNamed) return group;
  return branch === undefined ? nested.filter(({ part }) => part.tags.length === 0) : [branch];
}

/** Readers see so many operations at a glance. */
const fewOperations = 60;

interface PlannedMenuFile {
  /** Null for a reference that needs none. */
  readonly href: string | null;
  readonly files: readonly OutputFile[];
}

/** What the menu of a large reference is filtered by. */
export function planMenuFile(contract: Contract, reference: Reference, baseUrl: string): PlannedMenuFile {
  const { tagGroups, operations, webhooks } = contract;
  if (operations.length + webhooks.length <= fewOperations) return { href: null, files: [] };
  const tags = tagGroups.flatMap((group) => group.tags).filter((tag) => tag.operations.length > 0);
  const lists = [
    ...tags.map((tag) => ({ name: tag.displayName, operations: tag.operations })),
    ...(webhooks.length > 0 ? [{ name: "Webhooks", operations: webhooks }] : []),
  ];
  const ownPages = new Map(partsOf(reference.root).map(({ operation, href }) => [operation?.anchor, href]));
  const hrefTo = ({ anchor }: Operation): string => ownPages.get(anchor) ?? hrefOf(reference, anchor);
  const menu: MenuFile = {
    groups: lists.map(({ name }) => name),
    operations: lists.flatMap((list, group) =>
      list.operations.map((one) => [one.summary, one.method, one.path, hrefTo(one), group] as const),
    ),
  };
  const file = hashedFile("menu", JSON.stringify(menu));
  return { href: baseUrl + file.path, files: [file] };
}
