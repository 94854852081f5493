import type { Nodes } from "mdast";

import type { Json } from "#shared/json/json.ts";

import { readExpression } from "../module/read-module.ts";

export type MdxElement = Extract<Nodes, { type: "mdxJsxFlowElement" | "mdxJsxTextElement" }>;
export type MdxExpression = Extract<Nodes, { type: "mdxFlowExpression" | "mdxTextExpression" }>;

/** The directives of a site's policy that a page of Markdown may need. */
export type ShownKind = "frame-src" | "img-src";

/** The body of a page, and what it needs to know of the site. */
export interface PageBody {
  /** The path of the page on the old site, for findings. */
  readonly file: string;
  /** With the file's line numbers. */
  readonly text: string;
  /** False for a page that the old site reads as plain Markdown. */
  readonly isMdx: boolean;
  /** The address that a link has on the new site. */
  readonly toAddress: (address: string) => string;
  /** The same for an image or frame that the page shows. */
  readonly toShown: (kind: ShownKind, address: string) => string;
  /** The directive that includes another page's text; null when there is no such page. */
  readonly toInclude: (path: string) => string | null;
}

/** A page on its way to Markdown. */
export interface MdxPage extends PageBody {
  /** Files that the page imports, by the names that it uses for them. */
  readonly imports: ReadonlyMap<string, string>;
  /** The Markdown of what stands in an element. */
  readonly inner: (element: MdxElement) => string;
  readonly report: (at: Pick<TextRange, "start">, message: string, hint?: string) => void;
}

export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** Where a node stands, in characters from the start of the page. */
export function rangeOf({ position }: Nodes): TextRange {
  return { start: position?.start.offset ?? 0, end: position?.end.offset ?? 0 };
}

export function isElement(node: Nodes): node is MdxElement {
  return node.type === "mdxJsxFlowElement" || node.type === "mdxJsxTextElement";
}

export function isExpression(node: Nodes): node is MdxExpression {
  return node.type === "mdxFlowExpression" || node.type === "mdxTextExpression";
}

export function isComment(node: Nodes): boolean {
  return isExpression(node) && /^\s*(?:\/\*[^]*\*\/\s*)?$/.test(node.value);
}

/** An attribute as it is written: its text or, for `{…}`, its code. */
interface WrittenAttribute {
  readonly text: string;
  readonly isCode: boolean;
}

/** Null for an attribute that the element lacks; one without a value has an empty text. */
export function writtenAttribute({ attributes }: MdxElement, name: string): WrittenAttribute | null {
  for (const attribute of attributes) {
    if (attribute.type !== "mdxJsxAttribute" || attribute.name !== name) continue;
    const { value } = attribute;
    return typeof value === "object" && value !== null
      ? { text: value.value, isCode: true }
      : { text: value ?? "", isCode: false };
  }
  return null;
}

/** Undefined for an attribute that the element lacks, or that only running the page would tell. */
export function attributeValue(element: MdxElement, name: string): Json | undefined {
  const written = writtenAttribute(element, name);
  return written?.isCode === true ? readExpression(written.text) : written?.text;
}

/** The text of an attribute; null where it has none. */
export function attributeText(element: MdxElement, name: string): string | null {
  const value = attributeValue(element, name);
  return typeof value === "string" || typeof value === "number" ? String(value) : null;
}
