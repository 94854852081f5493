import type { Root } from "mdast";
import { visit } from "unist-util-visit";

import { LimitError } from "../limits/limit-error.ts";

const lengthLimit = 2_000_000;

/**
 * Lets pass a document whose references do not blow it up: each repeats its definition's address, so that one long
 * definition and many short references make gigabytes.
 * @throws LimitError
 */
export function assertReferences(tree: Root): void {
  const lengthByName = new Map<string, number>();
  visit(tree, "definition", ({ identifier, url, title }) => {
    if (!lengthByName.has(identifier)) lengthByName.set(identifier, url.length + (title?.length ?? 0));
  });
  if (lengthByName.size === 0) return;
  let length = 0;
  visit(tree, (node) => {
    if (node.type === "linkReference" || node.type === "imageReference")
      length += lengthByName.get(node.identifier) ?? 0;
  });
  if (length > lengthLimit) throw new LimitError("repeats long link definitions too often");
}
