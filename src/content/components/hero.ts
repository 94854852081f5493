import type { Element, ElementContent } from "hast";
import { h } from "hastscript";

import { contentsPlace } from "#shared/view.ts";

import { hasClass } from "../finish-markup.ts";
import type { DocumentDraft } from "../markdown/document-draft.ts";
import { eachElement, elementsOf } from "../markdown/markdown.ts";
import type { Render } from "../markdown/placeholder.ts";
import { inMarkdown } from "../markdown/to-mdast.ts";
import { type BlockDirective, takeLabel } from "./admonition.ts";
import { beginsWithLink } from "./linked-lists.ts";

/**
 * `::::hero[Claim]` begins a front page. Its paragraphs and list of links stand beside a request, which runs in place,
 * and its response; figures stand below. The table of contents follows.
 */
export function hero(node: BlockDirective, draft: DocumentDraft): Render {
  const invalid = (message: string, hint: string) => draft.report("directive/invalid", { message, hint }, node);
  const claim = takeLabel(node);
  if (claim === null) invalid("a hero without a claim", "write ::::hero[What the API does]");
  return (children) => {
    const parts = elementsOf(children);
    const figures = parts.filter((part) => hasClass(part, "figure"));
    const calls = parts.filter((part) => hasClass(part, "sample") || hasClass(part, "code"));
    const words = parts.filter((part) => !figures.includes(part) && !calls.includes(part));
    if (!words.every(hasOnlyLinks)) invalid("an action that is not a link", "write - [Title](./page.md)");
    for (const call of calls) letRun(call);
    return [
      h(calls.length === 0 ? "section.hero" : "section.hero.hero-call", [
        h("div.hero-words", [inMarkdown(h("p.claim", claim ?? ""), "title"), ...words.map(toAction)]),
        ...(calls.length === 0 ? [] : [h("div.live.ink", calls)]),
        ...figures,
      ]),
      { type: "comment", value: contentsPlace },
    ];
  };
}

function hasOnlyLinks({ tagName, children }: Element): boolean {
  return tagName !== "ul" || elementsOf(children).every(beginsWithLink);
}

function toAction(part: Element): ElementContent {
  if (part.tagName !== "ul") return part;
  eachElement({ type: "root", children: [part] }, (node) => {
    if (node.tagName === "a") node.properties["className"] = ["button"];
  });
  return h("ul.actions", part.children);
}

function letRun(call: Element): void {
  eachElement({ type: "root", children: [call] }, (node) => {
    const { contract } = node.data ?? {};
    if (contract?.call === undefined) return;
    node.data = { ...node.data, contract: { ...contract, runs: true } };
    node.children = [{ type: "text", value: "Run" }];
  });
}
