import type { Parents, Root } from "mdast";
import type { LeafDirective } from "mdast-util-directive";

import type { SourceFile } from "#shared/diagnostics/diagnostic.ts";

import { checkAttributes } from "./check-attributes.ts";
import { includeAttributes } from "./directives.ts";
import type { DocumentDraft } from "./markdown/document-draft.ts";
import { eachNode, parsePage } from "./markdown/markdown.ts";
import { findPart, type PartKind } from "./page-parts.ts";

interface Inclusion {
  /** Names of text directives. */
  readonly names: readonly string[];
  /** Files that include the tree, the page first, to find cycles. */
  readonly chain: readonly string[];
}

/** Replaces `::include{file=_blocks/x.md}` with the block's content. Missing blocks and cycles are findings. @throws LimitError */
export function expandIncludes(tree: Root, draft: DocumentDraft, inclusion: Inclusion): void {
  const includes: { readonly node: LeafDirective; readonly index: number; readonly parent: Parents }[] = [];
  eachNode(tree, (node, index, parent) => {
    if (node.type === "leafDirective" && node.name === "include") includes.push({ node, index, parent });
  });
  const expanded = includes.map(({ node }) => blockOf(node, draft, inclusion));
  // From last to first, because an insertion moves the indexes behind it.
  for (const [number, { index, parent }] of [...includes.entries()].reverse())
    parent.children.splice(index, 1, ...(expanded[number] ?? []));
}

function blockOf(node: LeafDirective, draft: DocumentDraft, { chain, ...syntax }: Inclusion): Root["children"] {
  const part = partOf(node, draft, chain);
  if (part === null) return [];
  const text = part.text.replace(/\r\n?/g, "\n");
  draft.budget.spendOnBlock(text);
  const block = parsePage(text, syntax.names);
  shiftLines(block, draft.lines.add({ file: part.file, text }));
  expandIncludes(block, draft, { ...syntax, chain: [...chain, part.file] });
  return block.children;
}

const blocks: PartKind = {
  name: "block",
  files: /\.md$/i,
  hint: "blocks are files in content/ whose name or folder starts with _",
};

function partOf(node: LeafDirective, draft: DocumentDraft, chain: readonly string[]): SourceFile | null {
  const fault = checkAttributes(node, includeAttributes);
  const part = fault ?? findPart(draft.parts, node.attributes?.["file"] ?? "", blocks);
  if ("message" in part) {
    draft.report(fault === null ? "content/include" : "directive/invalid", part, node);
    return null;
  }
  if (!chain.includes(part.file)) return part;
  const cycle = [...chain.slice(chain.indexOf(part.file)), part.file].join(" → ");
  const message = `a block that includes itself: ${cycle}`;
  draft.report("content/include", { message, hint: "remove one of the includes" }, node);
  return null;
}

function shiftLines(tree: Root, offset: number): void {
  eachNode(tree, (node) => {
    if (node.position === undefined) return;
    node.position.start.line += offset;
    node.position.end.line += offset;
  });
}
