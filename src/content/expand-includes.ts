import type { Parents, Root } from "mdast";
import type { LeafDirective } from "mdast-util-directive";

import type { MarkdownBudget } from "#read/markdown-budget.ts";
import type { SampleFault } from "#shared/conformance/sample-fault.ts";
import { diagnose, type Diagnostic, type SourceFile, withFix } from "#shared/diagnostic.ts";
import type { DiagnosticCode } from "#shared/diagnostic-codes.ts";

import { checkAttributes } from "./directive-attributes.ts";
import { eachNode, type ParseMarkdown } from "./markdown/markdown.ts";
import type { SourceLines } from "./markdown/source-lines.ts";
import { findPart } from "./page-parts.ts";

interface IncludeTools {
  readonly parseMarkdown: ParseMarkdown;
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
  const includes: { readonly node: LeafDirective; readonly index: number; readonly parent: Parents }[] = [];
  eachNode(tree, (node, index, parent) => {
    if (node.type === "leafDirective" && node.name === "include") includes.push({ node, index, parent });
  });
  const expanded = includes.map(({ node }) => {
    const part = partOf(node, tools, chain);
    if ("text" in part) return blockOf(part, tools, chain);
    diagnostics.push(part);
    return null;
  });
  // From the last to the first: what is put in moves the places behind it.
  for (const [number, { index, parent }] of [...includes.entries()].reverse()) {
    parent.children.splice(index, 1, ...(expanded[number]?.children ?? []));
  }
  return [...diagnostics, ...expanded.flatMap((block) => block?.diagnostics ?? [])];
}

function blockOf(part: SourceFile, tools: IncludeTools, chain: readonly string[]) {
  const text = part.text.replace(/\r\n?/g, "\n");
  tools.budget.spendOnBlock(text);
  const block = tools.parseMarkdown(text);
  shiftLines(block, tools.lines.add({ file: part.file, text }));
  return { diagnostics: expand(block, tools, [...chain, part.file]), children: block.children };
}

const blocks = {
  name: "block",
  files: /\.md$/i,
  hint: "blocks are files in content/ whose name or folder starts with _",
};

function partOf(node: LeafDirective, tools: IncludeTools, chain: readonly string[]): SourceFile | Diagnostic {
  const position = tools.lines.positionOf(node);
  const toFinding = (code: DiagnosticCode, { message, hint, slip = null }: SampleFault): Diagnostic =>
    withFix(diagnose(code, message, position, hint), tools.lines.fixIn(node, slip));
  const fault = checkAttributes(node);
  if (fault !== null) return toFinding("directive/invalid", fault);
  const part = findPart(tools.parts, node.attributes?.["file"] ?? "", blocks);
  if ("message" in part) return toFinding("content/include", part);
  if (!chain.includes(part.file)) return part;
  const cycle = [...chain.slice(chain.indexOf(part.file)), part.file].join(" → ");
  return diagnose("content/include", `a block that includes itself: ${cycle}`, position, "remove one of the includes");
}

function shiftLines(tree: Root, offset: number): void {
  eachNode(tree, (node) => {
    if (node.position === undefined) return;
    node.position.start.line += offset;
    node.position.end.line += offset;
  });
}
