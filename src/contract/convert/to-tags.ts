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

/** Deeper than this nobody nests tags, and no menu shows them. */
const maxLevels = 16;

/** What the tags say (OpenAPI 3.2, Tag Object). A tag that says of itself what cannot be stands at the top. */
function readParents(declared: ReadonlyMap<string, DocumentNode>, known: ReadonlySet<string>): Parents {
  const parents = new Map<string, string>();
  const place = (name: string, tag: DocumentNode, parent: string): void => {
    const isThere = known.has(parent);
    const fault = isThere ? faultOfNesting(name, parent, parents) : "which nothing has";
    if (fault === null) {
      parents.set(name, parent);
      return;
    }
    parents.delete(name);
    const message = `the tag \`${name}\` is nested in the tag \`${parent}\`, ${fault}`;
    const hint = isThere ? null : nearestHint(parent, [...known]);
    const { reading, value } = tag;
    reading.diagnostics.push(diagnose("contract/unsupported", message, reading.positionOf(value, "parent"), hint));
  };
  for (const [name, tag] of declared) {
    const parent = tag.text("parent");
    if (parent !== null && known.has(name)) place(name, tag, parent);
  }
  // How deep a tag lies is known once all are placed.
  for (const [name, tag] of declared) {
    const parent = parents.get(name);
    if (parent !== undefined) place(name, tag, parent);
  }
  return parents;
}

function faultOfNesting(name: string, parent: string, parents: Parents): string | null {
  let around: string | undefined = parent;
  for (let level = 1; level < maxLevels; level += 1) {
    if (around === name) return "which is nested in it";
    around = parents.get(around);
    if (around === undefined) return null;
  }
  return `below ${maxLevels - 1} others`;
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
  const nested = new Map<string, Tag[]>(tags.map(({ name }) => [name, []]));
  const atTop: Tag[] = [];
  for (const tag of tags) (nested.get(tag.parent ?? "") ?? atTop).push(tag);
  const inOrder = (list: readonly Tag[], parent: string | null): readonly Tag[] =>
    list.flatMap((tag) => [{ ...tag, parent }, ...inOrder(nested.get(tag.name) ?? [], tag.name)]);
  return inOrder(atTop, null);
}

function reportUnknownTag(name: string, entry: DocumentNode, known: readonly string[]): void {
  const { reading } = entry;
  const list = entry.member("tags");
  const position = reading.positionOf(isList(list) ? list : reading.document.value);
  const message = `x-tagGroups names the tag \`${name}\`, which nothing has`;
  reading.diagnostics.push(diagnose("contract/unsupported", message, position, nearestHint(name, known)));
}
