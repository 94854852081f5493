import type { ReferenceMenuGroup, ReferenceMenuPart, ReferencePart } from "#shared/contract/reference.ts";

/** The pages of a reference that one of them names, by tag group: all, or those of its own group, or itself. */
export function planReferenceMenu(root: ReferencePart, here: ReferencePart): readonly ReferenceMenuGroup[] {
  const groups: { name: string | null; parts: ReferenceMenuPart[] }[] = [];
  for (const part of nearParts(root.parts, here)) {
    const last = groups.at(-1);
    if (last !== undefined && last.name === part.group) last.parts.push(toMenuPart(part));
    else groups.push({ name: part.group, parts: [toMenuPart(part)] });
  }
  return groups;
}

export function toMenuPart({ label, href, parts }: ReferencePart): ReferenceMenuPart {
  return { label, href, parts: parts.map(toMenuPart) };
}

/** More pages than this are not all named on every page, so that no page grows with the contract. */
const maxNamed = 60;

function nearParts(parts: readonly ReferencePart[], here: ReferencePart): readonly ReferencePart[] {
  if (parts.length <= maxNamed) return parts;
  const branch = parts.find((part) => isWithin(part, here));
  const group = parts.filter((part) => part.group !== null && part.group === branch?.group);
  if (group.length > 0 && group.length <= maxNamed) return group;
  return branch === undefined ? parts.filter((part) => part.tags.length === 0) : [branch];
}

function isWithin(part: ReferencePart, here: ReferencePart): boolean {
  return part.href === here.href || part.parts.some((child) => isWithin(child, here));
}
