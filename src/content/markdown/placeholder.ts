import type { Element, ElementContent, Root, RootContent } from "hast";

import { LimitError } from "#read/within-time.ts";

/**
 * Components (admonitions, code blocks, tables from the contract) pass the sanitizer as placeholders and replace them
 * afterwards, so that authors' raw HTML needs none of the permissions of our own markup.
 */
export const placeholderTag = "docs-placeholder";

/** Turns a component's finished children into its markup. */
export type Render = (children: ElementContent[]) => ElementContent[];

/** Stands for a component with a fault. */
export const onlyChildren: Render = (children) => children;

/** `mdast-util-to-hast` makes a placeholder of a node with this data. */
export interface PlaceholderData {
  hName: string;
  hProperties: { dataIndex: string };
}

const countLimit = 5000;

export class Placeholders {
  readonly #renders: (Render | null)[] = [];

  /**
   * Registers a component, and returns data for the Markdown node that stands for it.
   * @throws LimitError if there are too many: a line of Markdown can be a table of the contract.
   */
  add(render: Render): PlaceholderData {
    if (this.#renders.length === countLimit)
      throw new LimitError(`holds more than ${countLimit} directives and code blocks`);
    const index = this.#renders.push(render) - 1;
    return { hName: placeholderTag, hProperties: { dataIndex: String(index) } };
  }

  /** Fills placeholders innermost first, and drops those that an author forged. */
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
