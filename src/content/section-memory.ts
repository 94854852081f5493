import type { Nodes, Root } from "mdast";
import type { Point } from "unist";

import { parseMarkdown } from "./draft/markdown.ts";
import { splitSections } from "./split-sections.ts";

/** About twenty pages. Trees are large: what is over the limit is not remembered. */
const sectionLimit = 1_000;

/** Parses Markdown and remembers its sections, so that an edit to one costs the parsing of that one. */
export class SectionMemory {
  #trees = new Map<string, Root>();
  #before = new Map<string, Root>();

  /** The tree that `parseMarkdown` gives, a new one each time. */
  readonly parse = (text: string): Root => {
    const sections = splitSections(text);
    const children: Root["children"] = [];
    const place = { line: 0, offset: 0 };
    let end: Point = start;
    for (const section of sections) {
      const tree = structuredClone(this.#treeOf(section));
      moveDown(tree, place);
      children.push(...tree.children);
      end = { ...start, ...tree.position?.end };
      place.line += section.split(/\r\n|\n/).length - 1;
      place.offset += section.length;
    }
    return { type: "root", children, position: { start: { ...start }, end } };
  };

  /** Forgets the sections that were in no text since the sweep before the last. */
  sweep(): void {
    if (this.#trees.size === 0) return;
    this.#before = this.#trees;
    this.#trees = new Map();
  }

  #treeOf(section: string): Root {
    const tree = this.#trees.get(section) ?? this.#before.get(section) ?? parseMarkdown(section);
    if (this.#trees.size < sectionLimit) this.#trees.set(section, tree);
    return tree;
  }
}

const start: Point = { line: 1, column: 1, offset: 0 };

function moveDown(node: Nodes, place: { readonly line: number; readonly offset: number }): void {
  for (const point of node.position === undefined ? [] : [node.position.start, node.position.end]) {
    point.line += place.line;
    point.offset = (point.offset ?? 0) + place.offset;
  }
  if ("children" in node) for (const child of node.children) moveDown(child, place);
}
