import type { Tag, TagGroup } from "#shared/contract/contract.ts";
import type { Operation } from "#shared/contract/operation.ts";
import { diagnose } from "#shared/diagnostics/diagnostic.ts";
import { nearestHint } from "#shared/diagnostics/nearest.ts";
import { isList } from "#shared/json/json.ts";

import { claimName, inWords, isVersion, toTagAnchor } from "./names.ts";
import type { DocumentNode } from "./reading.ts";
import type { OperationEntry } from "./list-operations.ts";

interface TagTools {
  readonly document: DocumentNode;
  readonly anchors: Set<string>;
  /** The display name of a tag that the document doesn't describe. */
  readonly nameOf: (tag: string) => string;
}

type FilledTag = Tag & { readonly operations: Operation[] };

/**
 * Orders the tags: declared ones first, then those that only operations use, each followed by the tags nested in it.
 * `x-tagGroups` states groups; tags outside of them form a group without a name.
 */
export function toTagGroups(
  operations: readonly Operation[],
  { document, anchors, nameOf }: TagTools,
): readonly TagGroup[] {
  const declared = new Map(document.nodes("tags").map((tag) => [tag.text("name") ?? "", tag]));
  const used = new Set(operations.map(({ tag }) => tag));
  const shown = [...declared].filter(([name, node]) => isForNavigation(node) || used.has(name)).map(([name]) => name);
  const names = [...new Set([...shown, ...used])];
  const parents = readParents(declared, new Set(names));
  const tagByName = new Map<string, FilledTag>();
  for (const name of names) {
    const node = declared.get(name) ?? null;
    tagByName.set(name, {
      name,
      displayName: ownTitle(node) ?? nameOf(name),
      anchor: claimName(toTagAnchor(name), anchors),
      description: node?.markdown("description") ?? null,
      externalDocs: node?.externalDocs() ?? null,
      parent: parents.get(name) ?? null,
      operations: [],
    });
  }
  for (const operation of operations) tagByName.get(operation.tag)?.operations.push(operation);
  return group(tagByName, document);
}

function ownTitle(tag: DocumentNode | null): string | null {
  return tag?.text("x-displayName") ?? tag?.text("summary") ?? null;
}

type ParentByTag = ReadonlyMap<string, string>;

/** No menu shows deeper levels. */
const maxLevels = 16;

/** OpenAPI 3.2, Tag Object. A tag with an impossible parent stands at the top. */
function readParents(declared: ReadonlyMap<string, DocumentNode>, known: ReadonlySet<string>): ParentByTag {
  const parents = new Map<string, string>();
  const nest = (name: string, tag: DocumentNode, parent: string): void => {
    const isThere = known.has(parent);
    const fault = isThere ? faultOfNesting(name, parent, parents) : "which doesn't exist";
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
    if (parent !== null && known.has(name)) nest(name, tag, parent);
  }
  // The depth of a tag is known only now that all are nested.
  for (const [name, tag] of declared) {
    const parent = parents.get(name);
    if (parent !== undefined) nest(name, tag, parent);
  }
  return parents;
}

function faultOfNesting(name: string, parent: string, parents: ParentByTag): string | null {
  let ancestor: string | undefined = parent;
  for (let level = 1; level < maxLevels; level += 1) {
    if (ancestor === name) return "which is nested in it";
    ancestor = parents.get(ancestor);
    if (ancestor === undefined) return null;
  }
  return `below ${maxLevels - 1} others`;
}

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
    const parentTag = parent === null ? undefined : tagByName.get(parent);
    return groupByTag.get(name) ?? (parentTag === undefined ? null : groupOf(parentTag));
  };
  const named = [...groupByTag.keys()].flatMap((name) => tagByName.get(name) ?? []);
  const inOrder = [...new Set([...named, ...tagByName.values()])];
  const toGroup = (entry: DocumentNode | null): TagGroup => {
    const tags = inOrder.filter((tag) => groupOf(tag) === entry);
    return { name: entry?.text("name") ?? null, tags: beforeNested(tags) };
  };
  return [...stated, null].map(toGroup).filter(({ tags }) => tags.length > 0);
}

function beforeNested(tags: readonly Tag[]): readonly Tag[] {
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
  const message = `x-tagGroups names the tag \`${name}\`, which doesn't exist`;
  reading.diagnostics.push(diagnose("contract/unsupported", message, position, nearestHint(name, known)));
}

type TaggedOperation = Pick<OperationEntry, "node" | "path">;

/**
 * Operations are listed under the first of their tags that is for navigation (OpenAPI 3.2, Tag Object: `kind`), else
 * under their first tag, else by their path. In a document without tags, paths make up the whole menu: it leaves out the
 * base of all paths. Names that are for programs are shown in words.
 */
export function createTagging(document: DocumentNode, operations: readonly TaggedOperation[]) {
  const declared = document.nodes("tags");
  const aside = new Set(declared.filter((tag) => !isForNavigation(tag)).map((tag) => tag.text("name")));
  const hasTags = declared.length > 0 || operations.some(({ node }) => node.texts("tags").length > 0);
  const nameOf = (tag: string): string => {
    // `carriers`, `code-scanning`: nobody writes these for readers.
    const isProgramName = /^[\p{Ll}\d]+(?:[-_][\p{Ll}\d]+)*$/u.test(tag);
    return hasTags && !isProgramName ? tag : inWords(tag) || tag;
  };
  const listed = [...declared.map((tag) => tag.text("name")), ...operations.flatMap(({ node }) => node.texts("tags"))];
  const tagByWords = new Map(
    listed.flatMap((name) => (name === null || aside.has(name) ? [] : [[inWords(name), name]])),
  );
  // Where `Blogs` is a tag, the path /blogs would be a second group of that name.
  const byFirst = (path: string): string => tagByWords.get(inWords(firstFixedSegment(path))) ?? firstFixedSegment(path);
  const byPath = hasTags ? byFirst : groupByPath(operations.map(({ path }) => path));
  /** The tag that lists an operation. */
  const tagOf = ({ node, path }: TaggedOperation): string => {
    const tags = node.texts("tags");
    return tags.find((tag) => !aside.has(tag)) ?? tags[0] ?? byPath(path);
  };
  const titleOf = (name: string): string =>
    ownTitle(declared.find((tag) => tag.text("name") === name) ?? null) ?? nameOf(name);
  return { tagOf, titleOf, nameOf };
}

function isForNavigation(tag: DocumentNode): boolean {
  return (tag.text("kind") ?? "nav") === "nav";
}

function firstFixedSegment(path: string): string {
  return path.split("/").find((segment) => segment !== "" && !segment.startsWith("{")) ?? "default";
}

/** A menu of so few groups is easy to read, however little they hold. */
const fewGroups = 4;

/**
 * Paths are grouped by the first name after those that all of them begin with. Where nearly each path would be a group of
 * its own, as in RPC, paths of the same folder are grouped.
 */
function groupByPath(paths: readonly string[]): (path: string) => string {
  const base = baseOf(paths.map(namesIn));
  const byName = (path: string): string => namesIn(path)[base] ?? firstFixedSegment(path);
  const count = new Set(paths.map(byName)).size;
  const isApart = count > fewGroups && count * 4 > paths.length * 3;
  return isApart ? (path) => namesIn(path).at(-2) ?? "default" : byName;
}

/** `/api/v1/payment_intents/{intent}/confirm` and `/payment_intents.confirm` become `payment_intents` and `confirm`. */
function namesIn(path: string): readonly string[] {
  const segments = path.split("/").filter((segment) => !segment.includes("{") && !isVersion(segment));
  const own = segments.filter((segment) => !/^(?:api|rest)?$/i.test(segment));
  const names = (own.length > 0 ? own : segments).flatMap((segment) => segment.split(/[.:]/));
  return names.filter((name) => name !== "" && !isVersion(name));
}

/** 0 where the groups behind the names that all paths share would hold single operations. */
function baseOf(paths: readonly (readonly string[])[]): number {
  const [first = [], ...further] = paths;
  const least = Math.min(first.length, ...further.map(({ length }) => length));
  const differing = first.findIndex((name, index) => further.some((path) => path[index] !== name));
  const base = Math.max(0, Math.min(differing < 0 ? first.length : differing, least - 1));
  const groups = new Set(paths.map((path) => path[base]));
  return groups.size * 2 <= paths.length ? base : 0;
}
