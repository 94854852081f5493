import type { Tag, TagGroup } from "#shared/contract/contract.ts";
import type { Operation } from "#shared/contract/operation.ts";
import { diagnose } from "#shared/diagnostics/diagnostic.ts";
import { nearestHint } from "#shared/diagnostics/nearest.ts";
import { isList } from "#shared/json/json.ts";

import { claimName, toTagAnchor } from "./anchors.ts";
import { inWords, isVersion } from "./operation-title.ts";
import type { DocumentNode } from "./reading.ts";
import type { OperationEntry } from "./to-operation.ts";

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
    anchor: claimName(toTagAnchor(name), anchors),
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

/** How the operations of a document are listed. */
interface Tagging {
  /** The tag that an operation is listed under. */
  readonly tagOf: (operation: TaggedOperation) => string;
  /** What a tag is called that the document does not describe. */
  readonly nameOf: (tag: string) => string;
}

type TaggedOperation = Pick<OperationEntry, "node" | "path">;

/**
 * Operations are listed under the first of their tags that is for navigation (OpenAPI 3.2, Tag Object: `kind`), else under
 * their first tag, else by their path. Where nothing has a tag, that is all the menu there is: there the base of all paths
 * is left out, and names are in words.
 */
export function createTagging(document: DocumentNode, operations: readonly TaggedOperation[]): Tagging {
  const declared = document.nodes("tags");
  const aside = new Set(declared.filter((tag) => !isForNavigation(tag)).map((tag) => tag.text("name")));
  const hasTags = declared.length > 0 || operations.some(({ node }) => node.texts("tags").length > 0);
  const byPath = hasTags ? firstSegment : groupByPath(operations.map(({ path }) => path));
  return {
    tagOf({ node, path }) {
      const tags = node.texts("tags");
      return tags.find((tag) => !aside.has(tag)) ?? tags[0] ?? byPath(path);
    },
    nameOf: (tag) => (hasTags ? tag : inWords(tag) || tag),
  };
}

/** False for what says something else of operations: `badge`, `audience`. */
function isForNavigation(tag: DocumentNode): boolean {
  return (tag.text("kind") ?? "nav") === "nav";
}

/** `/loads/{load_number}/` belongs to `loads`. */
function firstSegment(path: string): string {
  return path.split("/").find((segment) => segment !== "" && !segment.startsWith("{")) ?? "default";
}

/** So many groups are seen at a glance, however little they hold. */
const fewGroups = 4;

/**
 * How paths are grouped where that is all there is: by the first name that they do not all begin with. Where nearly each has
 * one of its own, as calls by name have, those in one folder stay together.
 */
function groupByPath(paths: readonly string[]): (path: string) => string {
  const base = baseOf(paths.map(namesIn));
  const byName = (path: string): string => namesIn(path)[base] ?? firstSegment(path);
  const count = new Set(paths.map(byName)).size;
  const isApart = count > fewGroups && count * 4 > paths.length * 3;
  return isApart ? (path) => namesIn(path).at(-2) ?? "default" : byName;
}

/** `/api/v1/payment_intents/{intent}/confirm` is about payment intents, and confirms one, as does `/payment_intents.confirm`. */
function namesIn(path: string): readonly string[] {
  const segments = path.split("/").filter((segment) => !segment.includes("{") && !isVersion(segment));
  const own = segments.filter((segment) => !/^(?:api|rest)?$/i.test(segment));
  const names = (own.length > 0 ? own : segments).flatMap((segment) => segment.split(/[.:]/));
  return names.filter((name) => name !== "" && !isVersion(name));
}

/** How many names all paths begin with, where leaving these out gives groups of several operations. */
function baseOf(paths: readonly (readonly string[])[]): number {
  const [first = [], ...others] = paths;
  const least = Math.min(first.length, ...others.map(({ length }) => length));
  const differing = first.findIndex((name, place) => others.some((path) => path[place] !== name));
  const base = Math.max(0, Math.min(differing < 0 ? first.length : differing, least - 1));
  const groups = new Set(paths.map((path) => path[base]));
  return groups.size * 2 <= paths.length ? base : 0;
}
