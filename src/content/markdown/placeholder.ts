import type { Element, ElementContent, Root, RootContent } from "hast";
import type { Node } from "mdast";

import { LimitError } from "#read/within-time.ts";

/**
 * Components (admonitions, code blocks, tables from the contract) travel through the sanitizer as placeholders and
 * take their place afterwards: so authors' raw HTML needs no permission to use what only our own markup may use.
 */
export const placeholderTag = "docs-placeholder";

/** Makes the finished markup of a component from its finished children. */
export type Render = (children: ElementContent[]) => ElementContent[];

/** A component, ready for a page: as markup, and as Markdown from the Markdown of its children. */
export interface Rendering {
  readonly html: Render;
  readonly markdown: (content: string) => string;
}

/** Nothing but the children: what stands for a component with a fault. */
export const onlyChildren: Rendering = { html: (children) => children, markdown: (content) => content };

/** What turns a Markdown node into a placeholder when the tree becomes HTML (`mdast-util-to-hast`). */
export interface PlaceholderData {
  hName: string;
  hProperties: { dataIndex: string };
}

const countLimit = 5000;

/** The components of one document, by number of their placeholder. */
export class Placeholders {
  readonly #renders: (Render | null)[] = [];
  readonly #forms: Rendering["markdown"][] = [];

  /**
   * Takes a component in; the returned data belongs on the Markdown node that stands for it.
   * @throws LimitError when there are too many: one line of Markdown can be a table of the contract.
   */
  add({ html, markdown }: Rendering): PlaceholderData {
    if (this.#renders.length === countLimit)
      throw new LimitError(`holds more than ${countLimit} directives and code blocks`);
    const index = this.#renders.push(html) - 1;
    this.#forms.push(markdown);
    return { hName: placeholderTag, hProperties: { dataIndex: String(index) } };
  }

  /** The Markdown of the component that a node stands for; null for a node that stands for itself. */
  toMarkdown(node: Node): Rendering["markdown"] | null {
    const properties = node.data !== undefined && "hProperties" in node.data ? node.data.hProperties : null;
    const index =
      typeof properties === "object" && properties !== null && "dataIndex" in properties ? properties["dataIndex"] : "";
    return this.#forms[Number(index || Number.NaN)] ?? null;
  }

  /** Replaces every placeholder of the tree, innermost first. A placeholder that an author forged vanishes. */
  fill(tree: Root): void {
    tree.children = tree.children.flatMap((child): RootContent[] =>
      child.type === "element" ? this.#filled(child) : [child],
    );
  }

  #filled(element: Element): ElementContent[] {
    const children = element.children.flatMap((child): ElementContent[] =>
      child.type === "element" ? this.#filled(child) : [child],
    );
    if (element.tagName !== placeholderTag) {
      element.children = children;
      return [element];
    }
    const index = Number(element.properties["dataIndex"]);
    const render = this.#renders[index] ?? null;
    this.#renders[index] = null;
    return render === null ? [] : render(children);
  }
}
