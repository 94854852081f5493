import type { Blockquote, Root } from "mdast";

import type { SampleFault } from "#shared/conformance/sample-fault.ts";
import { nearest } from "#shared/diagnostics/nearest.ts";
import { slipOf } from "#shared/diagnostics/slip.ts";

import { admonition, admonitionNames } from "./components/admonition.ts";
import { eachNode } from "./markdown/markdown.ts";
import type { Placeholders } from "./markdown/placeholder.ts";

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
export function placeAlerts(tree: Root, placeholders: Placeholders): void {
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
  return { message: `unknown admonition \`${word}\``, hint, slip: slipOf(word, known) };
}

const known = admonitionNames.map((name) => name.toUpperCase());
const listed = known.map((name) => `[!${name}]`).join(", ");
