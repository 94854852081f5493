import type { Element, ElementContent } from "hast";
import { h } from "hastscript";

import { contentsPlace } from "#shared/view.ts";

import type { ContractIndex } from "../contract/contract-index.ts";
import { withContract } from "../contract/mentions.ts";
import { toTryValues } from "../contract/try-values.ts";
import { hasClass } from "../finish-markup.ts";
import type { DocumentDraft } from "../markdown/document-draft.ts";
import { eachElement, elementsOf } from "../markdown/markdown.ts";
import type { Render } from "../markdown/placeholder.ts";
import { inMarkdown } from "../markdown/to-mdast.ts";
import { contractElement, type ContractPlace } from "../markdown/write-markup.ts";
import { type BlockDirective, takeLabel } from "./admonition.ts";
import { beginsWithLink } from "./linked-lists.ts";

/**
 * `::::hero[Claim]` begins a front page. Its paragraphs and list of links stand beside a request, which runs in place,
 * and its response; figures stand below. The table of contents follows.
 */
export function hero(node: BlockDirective, draft: DocumentDraft): Render {
  const invalid = (message: string, hint: string) => draft.report("directive/invalid", { message, hint }, node);
  const claim = takeLabel(node);
  const next = nextCall(node, draft);
  if (claim === null) invalid("a hero without a claim", "write ::::hero[What the API does]");
  return (children) => {
    const parts = elementsOf(children);
    const figures = parts.filter((part) => hasClass(part, "figure"));
    const calls = parts.filter((part) => hasClass(part, "sample") || hasClass(part, "code"));
    const words = parts.filter((part) => !figures.includes(part) && !calls.includes(part));
    if (!words.every(hasOnlyLinks)) invalid("an action that isn't a link", "write - [Title](./page.md)");
    const places = calls.flatMap(letRun);
    for (const call of calls) asExample(call);
    return [
      h(calls.length === 0 ? "section.hero" : "section.hero.hero-call", [
        h("div.hero-words", [inMarkdown(h("p.claim", sentencesOf(claim ?? "")), "title"), ...words.map(toAction)]),
        ...(calls.length === 0 ? [] : [h("div.live.ink", [...calls, ...places.map((place) => foot(place, next([])))])]),
        ...figures,
      ]),
      { type: "comment", value: contentsPlace },
    ];
  };
}

/** A sentence is a box, so that a line breaks between two of them where one could. */
function sentencesOf(text: string): ElementContent[] {
  return text.split(/(?<=[.!?]) /).flatMap((sentence, index) => {
    const box = h("span", sentence);
    return index === 0 ? [box] : [{ type: "text", value: " " }, box];
  });
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

function letRun(call: Element): readonly ContractPlace[] {
  const places: ContractPlace[] = [];
  eachElement({ type: "root", children: [call] }, (node) => {
    const { contract } = node.data ?? {};
    if (contract?.call === undefined) return;
    places.push(contract);
    node.data = { ...node.data, contract: { ...contract, runs: true } };
    node.children = [{ type: "text", value: "Run" }];
  });
  return places;
}

function asExample(call: Element): void {
  if (!hasClass(call, "response")) return;
  for (const caption of elementsOf(call.children))
    if (caption.tagName === "figcaption") caption.children = [{ type: "text", value: "Example response" }];
}

/** Where a reader goes on, once the request has run (client/run-call.ts). */
function foot(place: ContractPlace, next: readonly ElementContent[]): Element {
  const form = contractElement(place, undefined, ["Open in the explorer"]);
  return inMarkdown(h("p.first", { hidden: true }, [form, " ", ...next]), "nothing");
}

function nextCall(node: BlockDirective, draft: DocumentDraft): Render {
  const id = node.attributes?.["next"];
  if (!id) return () => [];
  const findIn = (index: ContractIndex) => index.called(id);
  return withContract({ node, draft, name: id, findIn }, ({ index, value: operation, use }) => {
    use("operation", id);
    const { anchor, request, summary } = operation;
    const values = request === null ? null : toTryValues(operation, request);
    const link = { ...index.place(anchor), ...(values !== null && { values }) };
    return () => [contractElement(link, undefined, [`Next: ${summary.charAt(0).toLowerCase()}${summary.slice(1)} →`])];
  });
}
