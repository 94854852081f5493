import { h } from "hastscript";

import { hasClass } from "../finish-markup.ts";
import type { DocumentDraft } from "../markdown/document-draft.ts";
import { titled } from "../markdown/markdown-forms.ts";
import type { Rendering } from "../markdown/placeholder.ts";
import { type BlockDirective, takeLabel } from "./admonition.ts";

/** `::::check`: how a reader sees that a step has worked; `:::fails`, at its end, what to do if it has not. */
export function check(node: BlockDirective, draft: DocumentDraft): Rendering {
  const title = takeLabel(node) ?? "Check";
  const at = node.children.findIndex((child) => child.type === "containerDirective" && child.name === "fails");
  if (at === 0 || node.children.length === 0 || (at > 0 && at < node.children.length - 1)) {
    const message = at > 0 ? "more after what to do if it fails" : "a check that says nothing to check";
    const fault = { message, hint: "write what to check, then one :::fails block" };
    draft.report("directive/invalid", fault, node);
  }
  return {
    html: (children) => {
      const isFails = (child: (typeof children)[number]): boolean =>
        child.type === "element" && hasClass(child, "fails");
      const said = children.filter((child) => !isFails(child));
      return [h("dl.proof", [h("div", [h("dt", title), h("dd", said)]), ...children.filter(isFails)])];
    },
    markdown: named(node, title),
  };
}

/** `:::fails`, inside `::::check`. */
export function fails(node: BlockDirective): Rendering {
  const title = takeLabel(node) ?? "If it fails";
  return {
    html: (children) => [h("div.fails", [h("dt", title), h("dd", children)])],
    markdown: named(node, title),
  };
}

/** The name goes before the first words; before any other block it is a line. */
function named({ children: [first] }: BlockDirective, title: string): Rendering["markdown"] {
  return (content) => (first?.type === "paragraph" ? `**${title}:** ${content}` : titled(title, content));
}
