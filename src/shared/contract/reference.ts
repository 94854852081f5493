import { type Route, routeKey, toFileName } from "../route.ts";
import type { Tag } from "./contract.ts";
import type { Operation } from "./operation.ts";
import type { Method } from "./request.ts";
import type { NamedSchema } from "./schema.ts";

/**
 * A page of an API reference: the part of the contract that it prints, and the pages below it, which it lists. If a
 * tag's operations have pages of their own, the tag's page has those pages as its parts and no operations.
 */
export interface ReferencePart {
  readonly route: Route;
  /** Its address with the base URL, percent-encoded. */
  readonly href: string;
  /** Its name in the menu. */
  readonly label: string;
  /** Its name outside the menu. */
  readonly title: string;
  /** The tag group that it belongs to; null if there's none. */
  readonly group: string | null;
  /**
   * Set on the first page that lists webhooks or schemas, which have no tag; null on others. It's an anchor of the
   * page.
   */
  readonly section: "webhooks" | "schemas" | null;
  readonly tags: readonly Tag[];
  readonly webhooks: readonly Operation[];
  readonly schemas: readonly NamedSchema[];
  /** The operation or webhook of a page for a single one; null for other pages. */
  readonly operation: Operation | null;
  /** The levels of named schemas that its operations print in place. */
  readonly levels: number;
  /** In characters, for one piece of code. */
  readonly maxCode: number;
  /** The entries that it prints of a list of fields, parameters or values. */
  readonly listLength: number;
  /** True if the page lists only the pages below it, because the names of their content would be too many. */
  readonly isBrief: boolean;
  readonly parts: readonly ReferencePart[];
}

/** The operations that a page prints, including webhooks. */
export function operationsOf({ tags, webhooks, operation }: OperationsOfPart): readonly Operation[] {
  return [...tags.flatMap((tag) => tag.operations), ...webhooks, ...(operation === null ? [] : [operation])];
}

type OperationsOfPart = Pick<ReferencePart, "tags" | "webhooks" | "operation">;

/** The most that a page of a reference may hold, which phones can still draw at once. */
export interface PageBudget {
  /** Fields, and parts of about the same size. */
  readonly fields: number;
  /** The entries of a list that are printed. */
  readonly listLength: number;
}

export const pageBudget: PageBudget = { fields: 1_700, listLength: 500 };

/** A page prints at most this many tabs of a kind of sample, and this many uses of a schema. */
export const [maxPanels, maxUses] = [8, 30];

/** Names of a contract's downloads, below its reference. */
export const downloads = { yaml: "openapi.yaml", json: "openapi.json" } as const;

/** The path of a download in the output: `api/openapi.yaml`. */
export function downloadPath(route: Route, notation: keyof typeof downloads): string {
  return `${routeKey(route)}/${downloads[notation]}`.replace(/^\/+/, "");
}

/** The file, below the reference, that maps former anchors and other tools' anchors to pages. */
export function anchorFileHref({ root }: Pick<Reference, "root">): string {
  return `${root.href.replace(/\/$/, "")}/anchors.json`;
}

/** The distribution of an API reference over pages. */
export interface Reference {
  /** The page at the version's route. It prints everything or lists the parts. */
  readonly root: ReferencePart;
  /** The address of the page that prints an operation, tag or named schema, by anchor. */
  readonly hrefByAnchor: ReadonlyMap<string, string>;
  /** Anchor of each named schema. */
  readonly anchorByName: ReadonlyMap<string, string>;
  /** The anchor of a named schema, by the anchor of each field that its list leaves out. */
  readonly listByAnchor: ReadonlyMap<string, string>;
  readonly moved: readonly MovedPage[];
  /** The uses of each named schema. */
  readonly usesByName: ReadonlyMap<string, readonly SchemaUse[]>;
}

/** A page's former address, and the present one of its content. */
export interface MovedPage {
  readonly from: Route;
  /** With the base URL, percent-encoded. */
  readonly href: string;
}

/** An operation or named schema that uses another schema. */
export interface SchemaUse {
  readonly label: string;
  readonly anchor: string;
}

/** The menu's entries for a tag group. */
export interface ReferenceMenuGroup {
  readonly name: string | null;
  readonly parts: readonly ReferenceMenuPart[];
}

/** A page in the menu; if it's open, with the pages below it. */
export interface ReferenceMenuPart extends Pick<ReferencePart, "label" | "href"> {
  /** The method of a page for a single operation; null for others. */
  readonly method: Method | null;
  /** The number of operations on it and below; null if it doesn't list operations. */
  readonly count: number | null;
  readonly parts: readonly ReferenceMenuPart[];
}

/** A page and all pages below it, in reading order. */
export function partsOf(part: ReferencePart): readonly ReferencePart[] {
  return [part, ...part.parts.flatMap(partsOf)];
}

/** The address of an anchor, with the base URL. A field is on the page of the schema or operation around it. */
export function hrefOf({ root, hrefByAnchor, listByAnchor }: Reference, anchor: string): string {
  const printed = listByAnchor.get(anchor) ?? anchor;
  return `${pageOf(printed, hrefByAnchor) ?? root.href}#${encodeURIComponent(printed)}`;
}

/** The page of an anchor, or of the operation or schema around it. */
export function pageOf(anchor: string, hrefByAnchor: Reference["hrefByAnchor"]): string | undefined {
  return hrefByAnchor.get(anchor) ?? hrefByAnchor.get(outerAnchor(anchor));
}

/** The anchor of the operation or schema around an anchor. */
export function outerAnchor(anchor: string): string {
  return anchor.replace(/[.~].*$/s, "");
}

/** The path of an operation's own Markdown in the output: `api/post-loads.md`. */
export function operationMarkdownPath({ root }: RoutedReference, anchor: string): string {
  return `${routeKey(root.route)}/${toFileName(anchor)}.md`.replace(/^\/+/, "");
}

interface RoutedReference {
  readonly root: Pick<ReferencePart, "route">;
}

/**
 * The anchor of a field in the reference: `schema-load.weight`. White space, which ids can't contain (HTML standard,
 * 3.2.6), is percent-encoded, so that different names have different anchors.
 */
export function toFieldAnchor(schemaAnchor: string, field: string): string {
  return `${schemaAnchor}.${toAnchorPart(field)}`;
}

/**
 * The anchor of something inside a field or response: `post-loads.origin_locations~zip`,
 * `get-loads~200~results~weight`.
 */
export function toInnerAnchor(ownerAnchor: string, part: string): string {
  return `${ownerAnchor}~${toAnchorPart(part)}`;
}

/** The anchor of an unnamed part, by its slot: `schema-trailer-type~~values`. */
export function toSlotAnchor(ownerAnchor: string, slot: string | number): string {
  return `${ownerAnchor}~~${toAnchorPart(String(slot))}`;
}

function toAnchorPart(name: string): string {
  return name.toWellFormed().replace(/[\s%]/g, encodeURIComponent).replaceAll("~", "%7E");
}

/** The operations of a large reference, which are fetched when a reader filters its menu. */
export interface MenuFile {
  readonly groups: readonly string[];
  /** In the menu's order. */
  readonly operations: readonly MenuOperation[];
}

/** `group` is an index of `groups`. */
export type MenuOperation = readonly [title: string, method: Method, path: string, href: string, group: number];
