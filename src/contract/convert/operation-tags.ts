import type { DocumentNode } from "./reading.ts";
import { inWords, isVersion } from "./operation-title.ts";
import type { OperationEntry } from "./to-operation.ts";

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
  const base = hasTags ? 0 : baseOf(operations.map(({ path }) => namesIn(path)));
  const byPath = (path: string): string => (hasTags ? firstSegment(path) : (namesIn(path)[base] ?? firstSegment(path)));
  return {
    tagOf({ node, path }) {
      const tags = node.texts("tags");
      return tags.find((tag) => !aside.has(tag)) ?? tags[0] ?? byPath(path);
    },
    nameOf: (tag) => (hasTags ? tag : inWords(tag) || tag),
  };
}

/** False for what says something else of operations: `badge`, `audience`. */
export function isForNavigation(tag: DocumentNode): boolean {
  return (tag.text("kind") ?? "nav") === "nav";
}

/** `/loads/{load_number}/` belongs to `loads`. */
function firstSegment(path: string): string {
  return path.split("/").find((segment) => segment !== "" && !segment.startsWith("{")) ?? "default";
}

/** `/api/v1/payment_intents/{intent}/confirm` is about payment intents, and confirms one. */
function namesIn(path: string): readonly string[] {
  const segments = path.split("/").filter((segment) => segment !== "" && !segment.includes("{"));
  const names = segments.filter((segment) => !isVersion(segment));
  const own = names.filter((name) => !/^(?:api|rest)$/i.test(name));
  return own.length > 0 ? own : names;
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
