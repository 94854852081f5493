import type { Code, Node, Root, Text } from "mdast";
import type { LeafDirective, TextDirective } from "mdast-util-directive";

import { diagnose } from "../model/diagnostic.ts";
import { nearest } from "../suggest/nearest.ts";
import { admonition, admonitionKinds } from "./components/admonition.ts";
import type { BlockDirective } from "./components/directive-label.ts";
import { codeBlock } from "./components/code-block.ts";
import { figure } from "./components/figure.ts";
import { tab, tabs } from "./components/tabs.ts";
import { contractLink, isContractLink } from "./contract/contract-link.ts";
import { enumTable, fieldsTable, operationsTable } from "./contract/contract-tables.ts";
import { cents, enumValue } from "./contract/contract-value.ts";
import type { Draft } from "./draft.ts";
import type { Render } from "./placeholder.ts";
import { eachNode } from "./walk-tree.ts";

type Component<T extends Node> = (node: T, draft: Draft) => Render;

const blockDirectives: ReadonlyMap<string, Component<BlockDirective>> = new Map<string, Component<BlockDirective>>([
  ...admonitionKinds.map((kind) => [kind, admonition] as const),
  ["tabs", tabs],
  ["tab", tab],
  ["figure", figure],
  ["fields", fieldsTable],
  ["enum", enumTable],
  ["operations", operationsTable],
]);

const textDirectives: ReadonlyMap<string, Component<TextDirective>> = new Map<string, Component<TextDirective>>([
  ["value", enumValue],
  ["cents", cents],
]);

/** Turns directives and fenced code into placeholders of their components; unknown block directives are findings. */
export function placeComponents(tree: Root, draft: Draft): void {
  eachNode(tree, (node, index, parent) => {
    switch (node.type) {
      case "containerDirective":
      case "leafDirective":
        placeBlock(node, draft);
        return;
      case "textDirective": {
        const component = textDirectives.get(node.name);
        if (component !== undefined) node.data = draft.placeholders.add(component(node, draft));
        else parent.children[index] = asText(node, draft);
        return;
      }
      case "link":
        if (isContractLink(node)) node.data = draft.placeholders.add(contractLink(node, draft));
        return;
      case "code":
        parent.children[index] = placed(node, codeBlock(node, draft), draft);
        return;
      default:
    }
  });
}

function placeBlock(node: BlockDirective, draft: Draft): void {
  const component = blockDirectives.get(node.name);
  if (component !== undefined) {
    node.data = draft.placeholders.add(component(node, draft));
    return;
  }
  const suggestion = nearest(node.name, [...blockDirectives.keys(), "include"]);
  const hint = suggestion === null ? "the README lists the directives" : `did you mean ${suggestion}?`;
  const position = draft.lines.positionOf(node);
  draft.diagnostics.push(diagnose("directive/unknown", `unknown directive \`${node.name}\``, position, hint));
}

/** `10:30` and `note:this` are no directives to their writer: an unknown inline directive is the text it was written as. */
function asText(node: TextDirective, draft: Draft): Text {
  return { type: "text", value: draft.lines.textOf(node) };
}

function placed(node: Code, render: Render, draft: Draft): LeafDirective {
  const data = draft.placeholders.add(render);
  return { type: "leafDirective", name: "code", children: [], data, ...(node.position && { position: node.position }) };
}
