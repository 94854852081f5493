import type { Nodes } from "mdast";

import type { Json } from "#shared/json/json.ts";

import type { Constants } from "../module/evaluator.ts";
import { readExpression } from "../module/read-module.ts";
import type { Report } from "../source-folder.ts";

export type MdxElement = Extract<Nodes, { type: "mdxJsxFlowElement" | "mdxJsxTextElement" }>;
export type MdxExpression = Extract<Nodes, { type: "mdxFlowExpression" | "mdxTextExpression" }>;

/** Directives of the policy that a Markdown page may need. */
export type ShownKind = "frame-src" | "img-src";

/** A page's body, with what it needs of the site. */
export interface PageBody {
  /** The page's path on the old site, for findings. */
  readonly file: string;
  /** Keeps the file's line numbers. */
  readonly text: string;
  /** False for plain Markdown. */
  readonly isMdx: boolean;
  readonly toAddress: (address: string) => string;
  readonly toShown: (kind: ShownKind, address: string) => string;
  /** The directive that includes another page; null if it doesn't exist. */
  readonly toInclude: (path: string) => string | null;
  /** The text of an imported file; null if it doesn't exist. */
  readonly toText: (path: string) => string | null;
  readonly report: Report;
  /** A list of links to the pages below this one in the sidebar; empty without any. */
  readonly listBelow: () => string;
}

export interface MdxPage extends PageBody {
  /** Imported files by the names that the page uses. */
  readonly imports: ReadonlyMap<string, string>;
  readonly constants: Constants;
  /** Within a block of HTML, where nothing is Markdown. */
  readonly isHtml: boolean;
  readonly inner: (element: MdxElement) => string;
  readonly innerHtml: (element: MdxElement) => string;
  readonly reportAt: (at: Pick<TextRange, "start">, message: string, hint?: string) => void;
}

export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** Offsets from the start of the page. */
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

/** An expression's code. The parser takes up to two spaces from the start of a line, also in a template's text. */
export function codeOf(node: MdxExpression, { text }: PageBody): string {
  const { start, end } = rangeOf(node);
  const written = text.slice(start + 1, end - 1);
  const lines = node.value.split("\n");
  // A list or quote takes more, which isn't of the code.
  const isWhole = written.split("\n").every((line, index) => line.length - (lines[index]?.length ?? 0) <= 2);
  return isWhole ? written : node.value;
}

/** An attribute's text, which is empty without a value, or, for `{…}`, its code. Null for a missing attribute. */
export function writtenAttribute({ attributes }: MdxElement, name: string) {
  for (const attribute of attributes) {
    if (attribute.type !== "mdxJsxAttribute" || attribute.name !== name) continue;
    const { value } = attribute;
    return typeof value === "object" && value !== null
      ? { text: value.value, isCode: true }
      : { text: value ?? "", isCode: false };
  }
  return null;
}

/** Undefined for a missing attribute, and for a value that only running the page would give. */
export function attributeValue(element: MdxElement, name: string): Json | undefined {
  const written = writtenAttribute(element, name);
  return written?.isCode === true ? readExpression(written.text) : written?.text;
}

export function attributeText(element: MdxElement, name: string): string | null {
  const value = attributeValue(element, name);
  return typeof value === "string" || typeof value === "number" ? String(value) : null;
}
