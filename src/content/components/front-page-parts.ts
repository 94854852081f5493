import type { Element, ElementContent } from "hast";
import { h } from "hastscript";

import { contentsMark } from "#shared/view.ts";

import { lookUp, operationLink } from "../contract/mentions.ts";
import { toTryValues } from "../contract/try-values.ts";
import { hasClass } from "../finish-markup.ts";
import type { DocumentDraft } from "../markdown/document-draft.ts";
import { eachElement, elementsOf, isBlank } from "../markdown/markdown.ts";
import { onlyChildren, type Render } from "../markdown/placeholder.ts";
import { inMarkdown } from "../markdown/to-mdast.ts";
import { contractElement, type ContractLink } from "../markdown/write-markup.ts";
import { type BlockDirective, takeLabel } from "./admonition.ts";

/**
 * `::::hero[Claim]` begins a front page. Its paragraphs and list of links stand beside a request, which runs on the page,
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
    const lists = words.filter(({ tagName }) => tagName === "ul");
    if (!lists.flatMap((list) => elementsOf(list.children)).every(beginsWithLink))
      invalid("an action that isn't a link", "write - [Title](./page.md)");
    const links = calls.flatMap(letRun);
    for (const call of calls) asExample(call);
    // The reader goes on here, once the request has run (client/run-call.ts).
    const feet = links.map((link) => {
      const form = contractElement(link, undefined, ["Open in the explorer"]);
      return inMarkdown(h("p.first", { hidden: true }, [form, " ", ...next([])]), "nothing");
    });
    return [
      h(calls.length === 0 ? "section.hero" : "section.hero.hero-call", [
        h("div.hero-words", [inMarkdown(h("p.claim", sentencesOf(claim ?? "")), "title"), ...words.map(toAction)]),
        ...(calls.length === 0 ? [] : [h("div.live.ink", [...calls, ...feet])]),
        ...figures,
      ]),
      { type: "comment", value: contentsMark },
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

function toAction(part: Element): ElementContent {
  if (part.tagName !== "ul") return part;
  eachElement({ type: "root", children: [part] }, (node) => {
    if (node.tagName === "a") node.properties["className"] = ["button"];
  });
  return h("ul.actions", part.children);
}

function letRun(call: Element): readonly ContractLink[] {
  const links: ContractLink[] = [];
  eachElement({ type: "root", children: [call] }, (node) => {
    const { contract } = node.data ?? {};
    if (contract?.call === undefined) return;
    links.push(contract);
    node.data = { ...node.data, contract: { ...contract, runs: true } };
    node.children = [{ type: "text", value: "Run" }];
  });
  return links;
}

function asExample(call: Element): void {
  if (!hasClass(call, "response")) return;
  // The card shows as much as it has room for.
  const parts = elementsOf(call.children).flatMap((part) =>
    part.tagName === "details" ? elementsOf(part.children) : [part],
  );
  call.children = [h("figcaption", "Example response"), ...parts.slice(1)];
}

function nextCall(node: BlockDirective, draft: DocumentDraft): Render {
  const id = node.attributes?.["next"];
  if (!id) return () => [];
  const found = lookUp(node, draft, { name: id, findIn: (index) => index.called(id) });
  if (found === null) return onlyChildren;
  const { index, value: operation, use } = found;
  use("operation", id);
  const { anchor, request, summary } = operation;
  const values = request === null ? null : toTryValues(operation, request);
  const link = { ...index.linkTo(anchor), ...(values !== null && { values }) };
  return () => [contractElement(link, undefined, [`Next: ${summary.charAt(0).toLowerCase()}${summary.slice(1)} →`])];
}

/** `:::cards` wraps cards, or a list whose entries begin with a link; the whole card is the link. */
export function cards(node: BlockDirective, draft: DocumentDraft): Render {
  const hint = "write a list in it, an entry a card: - [Title](./page.md) One sentence.";
  return linkedList(node, draft, { hint, entry: "card" });
}

/** `:::rules` wraps a list of rules: each entry begins with a link to its section and may end with an example in code. */
export function rules(node: BlockDirective, draft: DocumentDraft): Render {
  const hint = "write a list in it, an entry a rule: - [Money is cents](#money) Whole numbers. `240000`";
  return linkedList(node, draft, { hint, entry: "rule", finish: markExample });
}

interface ListWords {
  readonly hint: string;
  readonly entry: string;
  readonly finish?: (entry: Element) => void;
}

function linkedList(node: BlockDirective, draft: DocumentDraft, { hint, entry, finish }: ListWords): Render {
  const report = (message: string): void => draft.report("directive/invalid", { message, hint }, node);
  return (children) => {
    const entries = entriesOf(children);
    if (entries.length === 0) report(`${node.name} that aren't one list`);
    if (!entries.every(beginsWithLink)) report(`a ${entry} that doesn't begin with a link`);
    if (finish !== undefined) for (const item of entries) finish(item);
    return [h(`ul.${node.name}`, entries)];
  };
}

function entriesOf(children: readonly ElementContent[]): Element[] {
  const elements = elementsOf(children);
  if (elements.every(({ tagName }) => tagName === "li")) return elements;
  const [list, another] = elements;
  return list?.tagName === "ul" && another === undefined ? elementsOf(list.children) : [];
}

function beginsWithLink(entry: Element): boolean {
  const first = entry.children.find((child) => !isBlank(child));
  if (first?.type !== "element") return false;
  if (first.tagName === "svg") return beginsWithLink({ ...entry, children: entry.children.slice(1) });
  return first.tagName === "a" || (first.tagName === "p" && beginsWithLink(first));
}

function markExample(entry: Element): void {
  const last = entry.children.findLast((child) => !isBlank(child));
  if (last?.type !== "element") return;
  if (last.tagName === "p") markExample(last);
  else if (last.tagName === "code" || hasClass(last, "money")) {
    entry.children[entry.children.indexOf(last)] = h("span.fact", [last]);
  }
}

/** `:::card{icon=truck op=loads_create}`, inside `::::cards`, shows a drawing and the first call of its page. */
export function card(node: BlockDirective, draft: DocumentDraft): Render {
  const { icon, op } = node.attributes ?? {};
  const path = drawings.get(icon ?? "");
  const look = { width: 20, height: 20, viewBox: "0 0 20 20", ariaHidden: "true" };
  const tile = path === undefined ? [] : [h("svg.icon", look, [h("path", { d: path })])];
  const call = typeof op === "string" ? firstCall(op, node, draft) : onlyChildren;
  return (children) => [h("li", [...tile, ...children, ...call([])])];
}

/** Line drawings of cards, as paths on a grid of 20 by 20. They're decoration only. */
export const drawings: ReadonlyMap<string, string> = new Map([
  ["book", "M4 4.5c2.5-1 4.5-.5 6 1 1.5-1.5 3.5-2 6-1v11c-2.5-1-4.5-.5-6 1-1.5-1.5-3.5-2-6-1zM10 5.5v11"],
  ["checks", "m2.5 11 3 3 6.5-7.5M9.5 13.5l.5.5 6.5-7.5"],
  ["code", "m7 6-4 4 4 4m6-8 4 4-4 4"],
  ["exchange", "M4 7h11m-3-3 3 3-3 3M16 13H5m3-3-3 3 3 3"],
  ["key", "M9.5 10.5 16 4m-2.5 2.5L15 8M7.5 9a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7Z"],
  ["list", "M3 5h14M3 10h14M3 15h6m6-2.5v5M12.5 15h5"],
  ["money", "M2.5 5.5h15v9h-15zM10 8a2 2 0 1 0 0 4 2 2 0 0 0 0-4ZM5 10h.01M15 10h.01"],
  [
    "signal",
    "M10 9a1 1 0 1 0 0 2 1 1 0 0 0 0-2ZM6.5 13.5a5 5 0 0 1 0-7m7 0a5 5 0 0 1 0 7m-9.5 2.5a8.5 8.5 0 0 1 0-12m12 0a8.5 8.5 0 0 1 0 12",
  ],
  [
    "truck",
    "M2 5h10v9H2zM12 8h3.5l2.5 3v3h-6M6 12.5a1.5 1.5 0 1 0 0 3 1.5 1.5 0 0 0 0-3Zm8.5 0a1.5 1.5 0 1 0 0 3 1.5 1.5 0 0 0 0-3Z",
  ],
]);

function firstCall(id: string, node: BlockDirective, draft: DocumentDraft): Render {
  const found = lookUp(node, draft, { name: id, findIn: (index) => index.operation(id) });
  if (found === null) return onlyChildren;
  const { index, value: operation, use } = found;
  use("operation", id);
  const title = operation.method === "get" ? "First read" : "First write";
  const link = operationLink(operation, index);
  return () => [h("p.first", [inMarkdown(h("small", title), { written: [`${title}:`] }), " ", link])];
}
