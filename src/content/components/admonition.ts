import type { ElementContent } from "hast";
import { h } from "hastscript";
import type { Blockquote, Paragraph, PhrasingContent, Root, Strong } from "mdast";
import type { ContainerDirective, LeafDirective } from "mdast-util-directive";
import { toString } from "mdast-util-to-string";

import type { SampleFault } from "#shared/conformance/sample-fault.ts";
import { nearest, slipOf } from "#shared/diagnostics/nearest.ts";

import { eachNode } from "../markdown/markdown.ts";
import type { Placeholders, Render } from "../markdown/placeholder.ts";
import { inMarkdown } from "../markdown/to-mdast.ts";

export const admonitionNames: readonly string[] = ["note", "tip", "info", "important", "warning", "danger", "caution"];

const looks: ReadonlyMap<string, string> = new Map([
  ["important", "info"],
  ["caution", "danger"],
]);

/** `:::warning[Title]` is a remark beside the text. */
export function admonition(node: BlockDirective): Render {
  const { name } = node;
  const title = markTitle(node, name.charAt(0).toUpperCase() + name.slice(1));
  return ([label, ...content]) => {
    const titleLine = inMarkdown(h("p.admonition-title", titleMarkup(label)), "title");
    const look = `aside.admonition.admonition-${looks.get(name) ?? name}`;
    return [inMarkdown(h(look, { ariaLabel: title }, [titleLine, ...content]), "quote")];
  };
}

/** `:::details[Title]` folds its content under the title; `{open}` unfolds it at first. */
export function details(node: BlockDirective): Render {
  markTitle(node, "Details");
  const open = node.attributes?.["open"] !== undefined;
  return ([label, ...content]) => [h("details", { open }, [h("summary", titleMarkup(label)), ...content])];
}

function markTitle(node: BlockDirective, fallback: string): string {
  const toStrong = (words: readonly PhrasingContent[]): Strong => ({
    type: "strong",
    children: words.length === 0 ? [{ type: "text", value: fallback }] : [...words],
  });
  const [first] = node.children;
  if (node.type === "leafDirective") node.children = [toStrong(node.children)];
  else if (first?.type === "paragraph" && isLabel(first)) first.children = [toStrong(first.children)];
  else node.children.unshift({ type: "paragraph", children: [toStrong([])] });
  return toString(node.children[0]);
}

function titleMarkup(title: ElementContent | undefined): ElementContent[] {
  const bold = title?.type === "element" && title.tagName === "p" ? title.children[0] : title;
  return bold?.type === "element" ? bold.children : [];
}

export type BlockDirective = ContainerDirective | LeafDirective;

/** Removes the `[label]` of a block directive and returns its text; null without one. */
export function takeLabel(node: BlockDirective): string | null {
  const [first] = node.children;
  let label: string | null = null;
  if (node.type === "leafDirective") {
    label = toString(node);
    node.children = [];
  } else if (first?.type === "paragraph" && isLabel(first)) {
    label = toString(first);
    node.children.shift();
  }
  return label === "" ? null : label;
}

/** `remark-directive` makes a marked paragraph of `[label]`. */
export function isLabel(paragraph: Paragraph): boolean {
  return paragraph.data?.directiveLabel === true;
}

/** GitHub's `> [!NOTE]` becomes the directive of an admonition. */
export function convertAlerts(tree: Root): void {
  eachNode(tree, (node, index, parent) => {
    const name = node.type === "blockquote" ? takeMark(node) : null;
    if (node.type !== "blockquote" || name === null) return;
    // Keeps the list of children, which is visited next.
    const { children, position } = node;
    parent.children[index] = {
      type: "containerDirective",
      name,
      attributes: {},
      children,
      ...(position && { position }),
    };
  });
}

/** The admonitions of a text of the contract, which has no other components. */
export function addAlerts(tree: Root, placeholders: Placeholders): void {
  convertAlerts(tree);
  eachNode(tree, (node) => {
    if (node.type === "containerDirective") node.data = placeholders.add(admonition(node));
  });
}

function takeMark({ children }: Blockquote): string | null {
  const [first] = children;
  if (first?.type !== "paragraph") return null;
  const [start, next] = first.children;
  if (start?.type !== "text") return null;
  const [mark, word = ""] = /^\[!([a-z]+)\][ \t]*(?:\n|$)/i.exec(start.value) ?? [];
  const name = word.toLowerCase();
  const isAlone = mark?.endsWith("\n") === true || next === undefined || next.type === "break";
  if (mark === undefined || !isAlone || !admonitionNames.includes(name)) return null;
  start.value = start.value.slice(mark.length);
  if (start.value === "") first.children.splice(0, next?.type === "break" ? 2 : 1);
  if (first.children.length === 0) children.shift();
  return name;
}

/** The fault of a quote that only begins like an alert, or null. `written` is its source. */
export function alertFault(written: string): SampleFault | null {
  const [, word = "", behind = ""] = /^>[ \t]*\[!([a-z]+)\](?![[(:])([^\n]*)/i.exec(written) ?? [];
  if (word === "") return null;
  const name = word.toLowerCase();
  if (admonitionNames.includes(name))
    return behind.trim() === ""
      ? null
      : { message: "this is a quote, not an admonition", hint: `put [!${word}] on a line of its own` };
  const suggestion = nearest(name, admonitionNames)?.toUpperCase();
  const hint = suggestion === undefined ? `there is ${listed}` : `did you mean [!${suggestion}]?`;
  return { message: `unknown admonition \`${word}\``, hint, slip: slipOf(word, alertNames) };
}

const alertNames = admonitionNames.map((name) => name.toUpperCase());
const listed = alertNames.map((name) => `[!${name}]`).join(", ");
