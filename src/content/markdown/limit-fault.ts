import type { Root } from "mdast";

import { LimitError } from "#read/within-time.ts";

import { eachNode } from "./markdown.ts";

const lengthLimit = 2_000_000;

/**
 * Lets pass a document whose references do not blow it up: each repeats its definition's address, so that one long
 * definition and many short references make gigabytes.
 * @throws LimitError
 */
export function assertReferences(tree: Root): void {
  const lengthByName = new Map<string, number>();
  eachNode(tree, (node) => {
    if (node.type !== "definition") return;
    const { identifier, url, title } = node;
    if (!lengthByName.has(identifier)) lengthByName.set(identifier, url.length + (title?.length ?? 0));
  });
  if (lengthByName.size === 0) return;
  let length = 0;
  eachNode(tree, (node) => {
    if (node.type === "linkReference" || node.type === "imageReference")
      length += lengthByName.get(node.identifier) ?? 0;
  });
  if (length > lengthLimit) throw new LimitError("repeats long link definitions too often");
}

/** What to tell of Markdown that a parser gave up on; null when the error is another. The libraries recurse, and run out of stack. */
export function limitFault(error: unknown): string | null {
  if (error instanceof LimitError) return `the Markdown ${error.message}`;
  return error instanceof RangeError ? "the Markdown is nested too deeply" : null;
}
