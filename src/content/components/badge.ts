import { h } from "hastscript";
import type { TextDirective } from "mdast-util-directive";

import { nearest } from "#shared/nearest.ts";
import { slipOf } from "#shared/slip.ts";

import { checkAttributes } from "../directive-attributes.ts";
import type { DocumentDraft } from "../markdown/document-draft.ts";
import type { Rendering } from "../markdown/placeholder.ts";

const tones: readonly string[] = ["info", "tip", "warning", "danger"];

/** `:badge[New]{tone=tip}`: a word or two that mark what stands beside them; in a heading they are no part of its anchor. */
export function badge(node: TextDirective, draft: DocumentDraft): Rendering {
  const tone = node.attributes?.["tone"] ?? null;
  const fault = node.children.length === 0 ? withoutWords : (checkAttributes(node, ["tone"]) ?? toneFault(tone));
  if (fault !== null) draft.report("directive/invalid", fault, node);
  draft.usePart();
  return {
    html: (children) => [h("span", { className: ["badge", ...(tone === null ? [] : [`badge-${tone}`])] }, children)],
    markdown: (content) => `(${content})`,
  };
}

const withoutWords = { message: "a badge without words", hint: "write :badge[New]" };

function toneFault(tone: string | null) {
  if (tone === null || tones.includes(tone)) return null;
  const meant = nearest(tone, tones);
  const hint = meant === null ? `there are ${tones.join(", ")}` : `did you mean ${meant}?`;
  return { message: `no tone \`${tone}\``, hint, slip: slipOf(tone, tones) };
}
