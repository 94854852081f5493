import { type Route, routeKey, toFileName } from "../route.ts";
import type { Tag } from "./contract.ts";
import type { Operation } from "./operation.ts";
import type { Method } from "./request.ts";
import type { NamedSchema } from "./schema.ts";

/**
 * A page of an API reference: what of the contract it prints, and the pages below it, whose content it lists. A tag whose
 * operations have pages of their own has no operations here, and those pages as its parts.
 */
export interface ReferencePart {
  readonly route: Route;
  /** Its address, base URL included, percent-encoded. */
  readonly href: string;
  /** Its name in the menu, among its neighbors. */
  readonly label: string;
  /** Its name where it stands alone. */
  readonly title: string;
  /** The tag group it belongs to; null when it is in none. */
  readonly group: string | null;
  /** What no tag has, and this page is the first to list; null for any other page. It is an anchor of the page. */
  readonly section: "webhooks" | "schemas" | null;
  readonly tags: readonly Tag[];
  readonly webhooks: readonly Operation[];
  readonly schemas: readonly NamedSchema[];
  /** The one operation or webhook that the page is about; null for any other page. */
  readonly operation: Operation | null;
  /** How many levels of named schemas its operations print in place. */
  readonly levels: number;
  /** How many characters of one piece of code it prints. */
  readonly maxCode: number;
  /** How many entries of a list it prints: fields, parameters, values. */
  readonly listLength: number;
  /** True where naming all that is on the pages below would be too much for this one: it names the pages alone. */
  readonly isBrief: boolean;
  readonly parts: readonly ReferencePart[];
}

/** The operations that a page prints, webhooks among them. */
export function operationsOf({ tags, webhooks, operation }: OperationsOfPart): readonly Operation[] {
  return [...tags.flatMap((tag) => tag.operations), ...webhooks, ...(operation === null ? [] : [operation])];
}

type OperationsOfPart = Pick<ReferencePart, "tags" | "webhooks" | "operation">;

/** What a page of a reference holds at most, whatever the contract: browsers draw as much at once, also on phones. */
export interface PageBudget {
  /** Fields, and what takes as much as they do. */
  readonly fields: number;
  /** How many entries of a list are printed. */
  readonly listLength: number;
}

export const pageBudget: PageBudget = { fields: 1_700, listLength: 500 };

/** The files that a contract is downloaded as, below its reference. */
export const downloads = { yaml: "openapi.yaml", json: "openapi.json" } as const;

/** The file that leads old addresses and those of other tools on to their pages, below the reference. */
export function anchorFileHref({ root }: Pick<Reference, "root">): string {
  return `${root.href.replace(/\/$/, "")}/anchors.json`;
}

/** How an API reference is spread over pages. */
export interface Reference {
  /** The page at the version's route. It prints everything, or lists the parts. */
  readonly root: ReferencePart;
  /** Address of the page that prints an operation, a tag or a named schema, by anchor. */
  readonly hrefByAnchor: ReadonlyMap<string, string>;
  /** Anchor of each named schema. */
  readonly anchorByName: ReadonlyMap<string, string>;
  /** The anchor of a named schema, by the anchor of each of its fields that its list is too long for. */
  readonly listByAnchor: ReadonlyMap<string, string>;
  readonly moved: readonly MovedPage[];
  /** The places that use each named schema. */
  readonly usesByName: ReadonlyMap<string, readonly SchemaUse[]>;
}

/** An address that a page had once, and where what stood there is now. */
export interface MovedPage {
  readonly from: Route;
  /** With the base URL, percent-encoded. */
  readonly href: string;
}

/** An operation or a named schema that uses another one. */
export interface SchemaUse {
  readonly label: string;
  readonly anchor: string;
}

/** Pages of one tag group in the menu. */
export interface ReferenceMenuGroup {
  readonly name: string | null;
  readonly parts: readonly ReferenceMenuPart[];
}

/** A page in the menu, and, where it is open, the pages below it. */
export interface ReferenceMenuPart extends Pick<ReferencePart, "label" | "href"> {
  /** Of the one operation that it is about. */
  readonly method: Method | null;
  /** How many operations are there and below; null where that isn't what it is a list of. */
  readonly count: number | null;
  readonly parts: readonly ReferenceMenuPart[];
}

/** A page and all that are below it, in reading order. */
export function partsOf(part: ReferencePart): readonly ReferencePart[] {
  return [part, ...part.parts.flatMap(partsOf)];
}

/** The address of an anchor, base URL included. A field is on the page of what it stands in. */
export function hrefOf({ root, hrefByAnchor, listByAnchor }: Reference, anchor: string): string {
  const printed = listByAnchor.get(anchor) ?? anchor;
  return `${pageOf(printed, hrefByAnchor) ?? root.href}#${encodeURIComponent(printed)}`;
}

/** The page of an anchor, or of the operation or schema around it. */
export function pageOf(anchor: string, hrefByAnchor: Reference["hrefByAnchor"]): string | undefined {
  return hrefByAnchor.get(anchor) ?? hrefByAnchor.get(anchor.replace(/[.~].*$/s, ""));
}

/** Where an operation's own Markdown lies in the output: `api/post-loads.md`. */
export function operationMarkdownPath({ root }: Reference, anchor: string): string {
  return `${routeKey(root.route)}/${toFileName(anchor)}.md`.replace(/^\/+/, "");
}

/**
 * The anchor of a field in the reference: `schema-load.weight`. What no id may hold (white space, HTML standard 3.2.6)
 * is percent-encoded, so that two names never have one anchor.
 */
export function toFieldAnchor(schemaAnchor: string, field: string): string {
  return `${schemaAnchor}.${toAnchorPart(field)}`;
}

/** The anchor of what a field holds, or a response: `post-loads.origin_locations~zip`, `get-loads~200~results~weight`. */
export function toInnerAnchor(ownerAnchor: string, part: string): string {
  return `${ownerAnchor}~${toAnchorPart(part)}`;
}

/** The anchor of what has no name of its own, by the place where it stands: `schema-trailer-type~~values`. */
export function toPlaceAnchor(ownerAnchor: string, place: string | number): string {
  return `${ownerAnchor}~~${toAnchorPart(String(place))}`;
}

function toAnchorPart(name: string): string {
  return name.replace(/[\s%]/g, encodeURIComponent).replaceAll("~", "%7E");
}

/** The operations of a large reference, fetched when a reader filters its menu. */
export interface MenuFile {
  readonly groups: readonly string[];
  /** In the order of the menu. */
  readonly operations: readonly MenuOperation[];
}

/** `group` is the place of its name among `groups`. */
export type MenuOperation = readonly [title: string, method: Method, path: string, href: string, group: number];
