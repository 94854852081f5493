import type { Tag, TagGroup } from "#shared/contract/contract.ts";
import type { Operation } from "#shared/contract/operation.ts";
import { diagnose } from "#shared/diagnostic.ts";
import { isList } from "#shared/json/json.ts";
import { nearestHint } from "#shared/nearest.ts";

import { claimAnchor, toTagAnchor } from "./anchors.ts";
import { isForNavigation } from "./operation-tags.ts";
import type { DocumentNode } from "./reading.ts";

interface TagTools {
  readonly document: DocumentNode;
  readonly anchors: Set<string>;
  /** What a tag is called that the document does not describe. */
  readonly nameOf: (tag: string) => string;
}

type FilledTag = Tag & { readonly operations: Operation[] };

/**
 * The document's tags, declared ones first and in their order, then those that operations use, each followed by those that
 * are nested in it; in the groups that `x-tagGroups` states, with the rest in a group without a name.
 */
export function toTagGroups(operations: readonly Operation[], tools: TagTools): readonly TagGroup[] {
  const declared = new Map(tools.document.nodes("tags").map((tag) => [tag.text("name") ?? "", tag]));
  const used = new Set(operations.map(({ tag }) => tag));
  const shown = [...declared].filter(([name, node]) => isForNavigation(node) || used.has(name)).map(([name]) => name);
  const names = [...new Set([...shown, ...used])];
  const parents = readParents(declared, new Set(names));
  const tagByName = new Map<string, FilledTag>(
    names.map((name) => [name, toTag(name, declared.get(name) ?? null, { ...tools, parents })]),
  );
  for (const operation of operations) tagByName.get(operation.tag)?.operations.push(operation);
  return group(tagByName, tools.document);
}

function toTag(
  name: string,
  node: DocumentNode | null,
  { anchors, nameOf, parents }: TagTools & { readonly parents: Parents },
): FilledTag {
  return {
    name,
    displayName: node?.text("x-displayName") ?? node?.text("summary") ?? nameOf(name),
    anchor: claimAnchor(toTagAnchor(name), anchors),
    description: node?.markdown("description") ?? null,
    externalDocs: node?.externalDocs() ?? null,
    parent: parents.get(name) ?? null,
    operations: [],
  };
}

/** The tag that each is nested in. */
type Parents = ReadonlyMap<string, string>;

/** What the tags say (OpenAPI 3.2, Tag Object). A tag that says of itself what cannot be stands at the top. */
function readParents(declared: ReadonlyMap<string, DocumentNode>, known: ReadonlySet<string>): Parents {
  const parents = new Map<string, string>();
  for (const [name, tag] of declared) {
    const parent = tag.text("parent");
    if (parent === null || !known.has(name)) continue;
    const isThere = known.has(parent);
    if (isThere && !isWithin(parent, name, parents)) parents.set(name, parent);
    else {
      const fault = isThere ? "which is nested in it" : "which nothing has";
      const message = `the tag \`${name}\` is nested in the tag \`${parent}\`, ${fault}`;
      const hint = isThere ? null : nearestHint(parent, [...known]);
      const { reading, value } = tag;
      reading.diagnostics.push(diagnose("contract/unsupported", message, reading.positionOf(value, "parent"), hint));
    }
  }
  return parents;
}

function isWithin(tag: string, around: string, parents: Parents): boolean {
  const parent = parents.get(tag);
  return tag === around || (parent !== undefined && isWithin(parent, around, parents));
}

/** A tag is in the group that names it, else in that of the tag it is nested in. */
function group(tagByName: ReadonlyMap<string, Tag>, document: DocumentNode): readonly TagGroup[] {
  const stated = document.nodes("x-tagGroups");
  const groupByTag = new Map<string, DocumentNode>();
  for (const entry of stated) {
    for (const name of entry.texts("tags")) {
      if (!tagByName.has(name)) reportUnknownTag(name, entry, [...tagByName.keys()]);
      else if (!groupByTag.has(name)) groupByTag.set(name, entry);
    }
  }
  const groupOf = ({ name, parent }: Tag): DocumentNode | null => {
    const around = parent === null ? undefined : tagByName.get(parent);
    return groupByTag.get(name) ?? (around === undefined ? null : groupOf(around));
  };
  const named = [...groupByTag.keys()].flatMap((name) => tagByName.get(name) ?? []);
  const inOrder = [...new Set([...named, ...tagByName.values()])];
  const toGroup = (entry: DocumentNode | null): TagGroup => {
    const tags = inOrder.filter((tag) => groupOf(tag) === entry);
    return { name: entry?.text("name") ?? null, tags: inLevels(tags) };
  };
  return [...stated, null].map(toGroup).filter(({ tags }) => tags.length > 0);
}

/** Each tag before those that are nested in it. One whose parent is in another group stands at the top of its own. */
function inLevels(tags: readonly Tag[]): readonly Tag[] {
  const names = new Set(tags.map(({ name }) => name));
  const below = (parent: string | null): readonly Tag[] =>
    tags.flatMap((tag) => {
      const own = tag.parent !== null && names.has(tag.parent) ? tag.parent : null;
      return own === parent ? [{ ...tag, parent }, ...below(tag.name)] : [];
    });
  return below(null);
}

function reportUnknownTag(name: string, entry: DocumentNode, known: readonly string[]): void {
  const { reading } = entry;
  const list = entry.member("tags");
  const position = reading.positionOf(isList(list) ? list : reading.document.value);
  const message = `x-tagGroups names the tag \`${name}\`, which nothing has`;
  reading.diagnostics.push(diagnose("contract/unsupported", message, position, nearestHint(name, known)));
}
