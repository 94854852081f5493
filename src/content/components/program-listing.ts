import { posix } from "node:path";

import type { Draft } from "../draft/document-draft.ts";
import { findPart } from "../draft/find-part.ts";
import { onlyChildren, type Rendering } from "../draft/placeholder.ts";
import type { BlockDirective } from "./admonition.ts";
import { codeBlock } from "./code-figure.ts";

const programs = {
  name: "program",
  files: /\.(?!md$|svg$)\w+$/,
  hint: "programs are files of code in content/_programs/",
};

/** `::program{file=_programs/x.mjs}`: a file of code, shown whole under its name; so what readers copy can be run and tested. */
export function programListing(node: BlockDirective, draft: Draft): Rendering {
  const part = findPart(draft.parts, node.attributes?.["file"] ?? "", programs);
  if ("message" in part) {
    draft.report("directive/invalid", part, draft.lines.positionOf(node));
    return onlyChildren;
  }
  const language = posix.extname(part.file).slice(1).toLowerCase();
  const text = part.text.replaceAll(/\r\n?/g, "\n").trimEnd();
  draft.budget.spendOnBlock(text);
  const html = draft.highlight(text, language, new Set());
  return codeBlock(text, { html, language, title: posix.basename(part.file) });
}
