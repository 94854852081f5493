import type { Contract } from "#shared/contract/contract.ts";
import { type AnchoredParts, createAnchorFinder } from "#shared/contract/other-anchors.ts";
import { hrefOf, pageOf, partsOf, type Reference } from "#shared/contract/reference.ts";
import type { LinkResolver } from "#shared/link.ts";
import { decodePercent } from "#shared/percent.ts";
import { keyOfAddress } from "#shared/route.ts";

/** A reference that links may lead to. */
interface LinkedReference {
  readonly contract: Contract;
  readonly reference: Reference;
}

/**
 * Lets a link to a page of a reference lead on to the page that has the anchor: `/api/#post-loads` of the time when all was one
 * page, and `/api/#operation/createLoad` as other tools write it.
 */
export function leadOn(resolveLink: LinkResolver, references: readonly LinkedReference[]): LinkResolver {
  const finders = new Map(
    references.flatMap((linked) => {
      const find = createFinder(linked);
      return partsOf(linked.reference.root).map(({ href }) => [keyOfAddress(href), find] as const);
    }),
  );
  return (address, position) => {
    const resolved = resolveLink(address, position);
    if (resolved.kind !== "site") return resolved;
    const [path = "", fragment = ""] = resolved.href.split(/#(.*)/s);
    const href = fragment === "" ? undefined : finders.get(keyOfAddress(path))?.(path, fragment);
    return href === undefined ? resolved : { kind: "site", href };
  };
}

/** Where a fragment of a page leads; undefined for one that the page has itself, or nobody. */
function createFinder({ contract, reference }: LinkedReference) {
  const find = createAnchorFinder(anchoredParts(contract));
  return (path: string, fragment: string): string | undefined => {
    const name = decodePercent(fragment) ?? "";
    const anchor = name.replace(/^try-([^=]+).*$/s, "$1");
    const page = pageOf(anchor, reference.hrefByAnchor);
    if (page !== undefined) return keyOfAddress(page) === keyOfAddress(path) ? undefined : `${page}#${fragment}`;
    const other = find(name);
    return other === null ? undefined : hrefOf(reference, other);
  };
}

/** What addresses may name of a contract. */
export function anchoredParts({ operations, webhooks, tagGroups, schemas }: Contract): AnchoredParts {
  return { operations: [...operations, ...webhooks], tags: tagGroups.flatMap((group) => group.tags), schemas };
}
