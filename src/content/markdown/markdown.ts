import type * as hast from "hast";
import type * as mdast from "mdast";
import { directiveFromMarkdown } from "mdast-util-directive";
import { gfmFromMarkdown } from "mdast-util-gfm";
import { gfm } from "micromark-extension-gfm";
import rehypeRaw from "rehype-raw";
import rehypeStringify from "rehype-stringify";
import remarkParse from "remark-parse";
import remarkRehype from "remark-rehype";
import { type Data, unified } from "unified";

import { LimitError } from "#read/within-time.ts";
import { type Html, toHtml } from "#shared/html.ts";

import { directivesFor } from "./directive-syntax.ts";

/*
 * The four library steps from Markdown to HTML. They're separate because our own steps run between them: includes and
 * directives work on Markdown; sanitizing, headings and links work on HTML.
 */
const converter = unified()
  .use(remarkRehype, { allowDangerousHtml: true, clobberPrefix: "", footnoteLabelTagName: "h2" })
  .freeze();
const rawParser = unified().use(rehypeRaw).freeze();
const serializer = unified()
  .use(rehypeStringify, { allowDangerousHtml: true, closeSelfClosing: false, omitOptionalTags: false })
  .freeze();

/** Parses CommonMark with GFM. Only pages have directives. */
export function parseMarkdown(text: string): mdast.Root {
  return (signOfGfm.test(text) ? gfmParser : plainParser).parse(text);
}

/** Most texts of a contract have none, and GFM looks for addresses at every letter. */
const signOfGfm = /[|:~@&[]|www/i;
const plainParser = toParser([], []);
const gfmParser = toParser([gfm()], [gfmFromMarkdown()]);

/** Parses a page with directives of these names; behind any other name a colon is text. */
export function parsePage(text: string, names: readonly string[]): mdast.Root {
  return toParser([gfm(), directivesFor(names)], [gfmFromMarkdown(), directiveFromMarkdown()]).parse(text);
}

type Extensions<Name extends "micromarkExtensions" | "fromMarkdownExtensions"> = NonNullable<Data[Name]>;

function toParser(syntax: Extensions<"micromarkExtensions">, tree: Extensions<"fromMarkdownExtensions">) {
  const parser = unified().data("micromarkExtensions", syntax).data("fromMarkdownExtensions", tree);
  return parser.use(remarkParse).freeze();
}

/** The fault of Markdown that a parser gave up on; null for another error. The libraries recurse and run out of stack. */
export function limitFault(error: unknown): string | null {
  if (error instanceof LimitError) return `the Markdown ${error.message}`;
  return error instanceof RangeError ? "the Markdown is nested too deeply" : null;
}

/** Raw HTML stays raw. */
export function toHast(tree: mdast.Root): hast.Root {
  return converter.runSync(tree);
}

/** Parses raw HTML into elements as a browser does (HTML standard, through parse5). */
export function parseRawHtml(tree: hast.Root): hast.Root {
  return rawParser.runSync(tree);
}

export function parseHtml(html: string): hast.Root {
  return parseRawHtml({ type: "root", children: [{ type: "raw", value: html }] });
}

/** Writes raw nodes as they are: by now they're our own finished markup. */
export function serialize(tree: hast.Root): Html {
  return toHtml(serializer.stringify(tree));
}

/*
 * Both walk in document order, parents first, into the children that a node had before its visit; a visitor may replace
 * the node. They're plain loops because a general visitor takes a tenth of a cold build's parsing.
 */

export function eachElement(
  parent: hast.Parents,
  visit: (element: hast.Element, index: number, parent: hast.Parents) => void,
): void {
  for (let index = 0; index < parent.children.length; index += 1) {
    const child = parent.children[index];
    if (child?.type !== "element") continue;
    visit(child, index, parent);
    eachElement(child, visit);
  }
}

export function eachNode(
  parent: mdast.Parents,
  visit: (node: mdast.RootContent, index: number, parent: mdast.Parents) => void,
): void {
  for (let index = 0; index < parent.children.length; index += 1) {
    const child = parent.children[index];
    if (child === undefined) continue;
    visit(child, index, parent);
    if ("children" in child) eachNode(child, visit);
  }
}

export function elementsOf(nodes: readonly hast.RootContent[]): hast.Element[] {
  return nodes.filter((node) => node.type === "element");
}

export function isBlank(node: hast.RootContent | undefined): boolean {
  return node?.type === "text" && node.value.trim() === "";
}

/** Rows of the head come first. */
export function rowsOf({ children }: hast.Element): hast.Element[] {
  return elementsOf(children).flatMap((child) => (child.tagName === "tr" ? [child] : rowsOf(child)));
}
