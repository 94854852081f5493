import type { Parents, Root } from "hast";

import type { Outcome } from "../model/outcome.ts";
import { parseRawHtml } from "./markdown.ts";
import { sanitizeTree } from "./sanitize.ts";
import type { SourceLines } from "./source-lines.ts";

/** Raw HTML is parsed and sanitised only where there is some: most texts have none. */
export function cleanRaw(tree: Root, lines: SourceLines): Outcome<Root> {
  return holdsRaw(tree) ? sanitizeTree(parseRawHtml(tree), lines) : { value: tree, diagnostics: [] };
}

function holdsRaw({ children }: Parents): boolean {
  return children.some((child) => child.type === "raw" || (child.type === "element" && holdsRaw(child)));
}
