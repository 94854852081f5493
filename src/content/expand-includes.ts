import { posix } from "node:path";

import type { Parents, Root } from "mdast";
import type { LeafDirective } from "mdast-util-directive";
import { SKIP, visit } from "unist-util-visit";

import { diagnose, type Diagnostic } from "../model/diagnostic.ts";
import type { Position, SourceFile } from "../model/position.ts";
import { nearest } from "../suggest/nearest.ts";
import type { MarkdownBudget } from "./markdown-budget.ts";
import type { SourceLines } from "./source-lines.ts";

export interface IncludeTools {
  readonly parseMarkdown: (text: string) => Root;
  readonly lines: SourceLines;
  readonly budget: MarkdownBudget;
  readonly parts: ReadonlyMap<string, SourceFile>;
  /** The including file; cycles are found along the chain of these. */
  readonly file: string;
}

/** Replaces every `::include{file=_blocks/x.md}` by the block's content. Missing blocks and cycles are findings. @throws LimitError */
export function expandIncludes(tree: Root, tools: IncludeTools): Diagnostic[] {
  return expand(tree, tools, [tools.file]);
}

function expand(tree: Root, tools: IncludeTools, chain: readonly string[]): Diagnostic[] {
  const diagnostics: Diagnostic[] = [];
  visit(tree, "leafDirective", (node, index, parent) => {
    if (node.name !== "include" || index === undefined || parent === undefined) return undefined;
    const part = partOf(node, tools, chain);
    if (!("text" in part)) {
      diagnostics.push(part);
      removeAt(parent, index);
      return [SKIP, index] as const;
    }
    const text = part.text.replace(/\r\n?/g, "\n");
    tools.budget.spendOnBlock(text);
    const block = tools.parseMarkdown(text);
    shiftLines(block, tools.lines.add({ file: part.file, text }));
    diagnostics.push(...expand(block, tools, [...chain, part.file]));
    parent.children.splice(index, 1, ...block.children);
    return [SKIP, index + block.children.length] as const;
  });
  return diagnostics;
}

function removeAt(parent: Parents, index: number): void {
  parent.children.splice(index, 1);
}

function partOf(node: LeafDirective, tools: IncludeTools, chain: readonly string[]): SourceFile | Diagnostic {
  const position = tools.lines.positionOf(node);
  const written = node.attributes?.["file"] ?? "";
  const path = posix.join("content", written);
  const part = tools.parts.get(path);
  if (part === undefined) return missing(written, position, tools.parts);
  if (!chain.includes(path)) return part;
  const cycle = [...chain.slice(chain.indexOf(path)), path].join(" → ");
  return diagnose("content/include", `a block that includes itself: ${cycle}`, position, "remove one of the includes");
}

function missing(written: string, position: Position, parts: ReadonlyMap<string, SourceFile>): Diagnostic {
  const names = [...parts.keys()].map((path) => path.replace(/^content\//, ""));
  const suggestion = nearest(written, names);
  const hint =
    suggestion === null ? "blocks are files in content/ whose name or folder starts with _" : `try ${suggestion}`;
  return diagnose("content/include", `no block \`${written}\``, position, hint);
}

function shiftLines(tree: Root, offset: number): void {
  visit(tree, (node) => {
    if (node.position === undefined) return;
    node.position.start.line += offset;
    node.position.end.line += offset;
  });
}
