import type { Code, Parents, Root, Text } from "mdast";
import type { TextDirective } from "mdast-util-directive";

import type { SampleFault } from "#shared/conformance/sample-fault.ts";
import { nearest, nearestHint, slipOf } from "#shared/diagnostics/nearest.ts";

import {
  blockDirectiveNames,
  blockDirectives,
  checkAttributes,
  checkWords,
  textDirectiveNames,
  textDirectives,
} from "./directives.ts";
import { admonition, type BlockDirective, details, isLabel } from "./components/admonition.ts";
import { codeFigure, faultOfWords, parseFenceMeta } from "./components/code-figure.ts";
import { streamLanguages } from "./contract/check-sample.ts";
import { contractLink, isContractLink } from "./contract/mentions.ts";
import { bodySample, httpSample, noteUnchecked } from "./contract/sample-blocks.ts";
import { isKnownLanguage } from "./highlight/languages.ts";
import type { DocumentDraft } from "./markdown/document-draft.ts";
import { eachNode } from "./markdown/markdown.ts";
import { onlyChildren, type Render } from "./markdown/placeholder.ts";
import { ownComponent } from "./own/own-component.ts";

/** Unknown block directives are findings. */
export function addComponents(tree: Root, draft: DocumentDraft): void {
  eachNode(tree, (node, index, parent) => {
    switch (node.type) {
      case "containerDirective":
      case "leafDirective":
        addBlock(node, parent, draft);
        return;
      case "textDirective":
        // Its block may have added it already.
        if (node.data === undefined) addInLine(node, draft);
        return;
      case "text":
        reportColons(node, draft);
        return;
      case "link":
        if (isContractLink(node)) node.data = draft.placeholders.add(contractLink(node, draft));
        return;
      case "inlineCode":
        if (apiName.test(node.value)) {
          const offset = Math.max(0, draft.lines.textOf(node).indexOf(node.value));
          draft.codeWords.push({ name: node.value, position: draft.lines.positionWithin(node, offset) });
        }
        return;
      case "code": {
        const data = draft.placeholders.add(fencedCode(node, draft));
        const position = node.position && { position: node.position };
        parent.children[index] = { type: "leafDirective", name: "code", children: [], data, ...position };
        return;
      }
      default:
    }
  });
}

/** `load_number`, `loadNumber`, `Load.weight` */
const apiName = /^(?=.*(?:[_.]|[a-z][A-Z]))[A-Za-z]\w*(?:\.\w+)*$/;

function addInLine(node: TextDirective, draft: DocumentDraft): void {
  const directive = textDirectives.get(node.name);
  const ownDirective = draft.loaded.get(node.name);
  if (directive !== undefined) {
    const { render, attributes } = directive;
    const fault = checkAttributes(node, attributes) ?? checkWords(node, attributes);
    if (fault !== null) draft.report("directive/invalid", fault, node);
    node.data = draft.placeholders.add(render(node, draft));
  } else if (ownDirective !== undefined) node.data = draft.placeholders.add(ownComponent(ownDirective, node, draft));
}

function addBlock(node: BlockDirective, parent: Parents, draft: DocumentDraft): void {
  reportLostInLabel(node, draft);
  const directive = blockDirectives.get(node.name);
  if (directive !== undefined) {
    const { render, attributes } = directive;
    const fault = checkParent(node, parent) ?? checkAttributes(node, attributes);
    const reported = fault ?? checkWords(node, attributes);
    if (reported !== null) draft.report("directive/invalid", reported, node);
    node.data = draft.placeholders.add(fault === null ? render(node, draft) : onlyChildren);
    return;
  }
  const ownDirective = draft.loaded.get(node.name);
  if (ownDirective !== undefined) {
    node.data = draft.placeholders.add(ownComponent(ownDirective, node, draft));
    return;
  }
  const known = [...blockDirectiveNames, ...draft.own.directives];
  const slip = slipOf(node.name, known);
  const near = slip?.meant ?? nearest(node.name, known);
  // `rate-card` isn't a misspelled `card`.
  const isLonger = slip === null && near !== null && node.name.includes(near);
  const hint = near === null || isLonger ? "docs-build explain directives lists them" : `did you mean ${near}?`;
  const fault = textDirectives.has(node.name)
    ? { message: `\`${node.name}\` belongs in a line of text`, hint: `write :${node.name} with one colon` }
    : { message: `unknown directive \`${node.name}\``, hint, slip };
  draft.report("directive/unknown", fault, node);
}

function reportLostInLabel(node: BlockDirective, draft: DocumentDraft): void {
  const { render } = blockDirectives.get(node.name) ?? {};
  if (render === admonition || render === details) return;
  const [first] = node.children;
  const label = first?.type === "paragraph" && isLabel(first) ? first.children : [];
  const words = node.type === "leafDirective" ? node.children : label;
  for (const piece of words) {
    if (!/^(?:link|image)/.test(piece.type)) continue;
    const what = piece.type.startsWith("link") ? "link" : "picture";
    const message = `the ${what} in the label of \`${node.name}\` is published as its words`;
    draft.report("content/markdown", { message, hint: `put the ${what} into the text` }, piece);
  }
}

const blockOfPart: ReadonlyMap<string, string> = new Map([
  ["tab", "tabs"],
  ["card", "cards"],
  ["fails", "check"],
]);

function checkParent({ name }: BlockDirective, parent: Parents): SampleFault | null {
  if (name === "hero" && parent.type !== "root")
    return { message: "a hero within something else", hint: "write it on its own, before the page's text" };
  const block = blockOfPart.get(name);
  if (block === undefined || (parent.type === "containerDirective" && parent.name === block)) return null;
  return { message: `a ${name} outside of ${block}`, hint: `write ::::${block} around it, with one more colon` };
}

function reportColons(node: Text, draft: DocumentDraft): void {
  const text = draft.lines.textOf(node);
  if (!text.includes(":")) return;
  const inLine = [...textDirectiveNames, ...draft.own.directives];
  for (const { index, 0: written, 1: colons = "", 2: name = "" } of text.matchAll(likeDirective)) {
    const fault = faultOfColons(name, { colons, isBehindWord: /\w$/.test(text.slice(0, index)), inLine });
    if (fault === null) continue;
    const position = draft.lines.positionWithin(node, index);
    const slip = fault.meant === null ? null : { written, meant: fault.meant };
    const fix = draft.lines.fixAt(node, slip, position);
    draft.reportAt("content/markdown", fault, { position, fix });
  }
}

const likeDirective = /(?<![:\\])(:+)([a-z][\w-]*)(?=[[{])/g;

interface Colons {
  readonly colons: string;
  readonly isBehindWord: boolean;
  readonly inLine: readonly string[];
}

function faultOfColons(name: string, { colons, isBehindWord, inLine }: Colons) {
  const message = "this is text, not a directive";
  const isOfLine = inLine.includes(name);
  if (colons.length > 1) {
    if (isBehindWord || (!isOfLine && !blockDirectiveNames.includes(name))) return null;
    if (isOfLine) return { message, hint: `within a line it has one colon: :${name}`, meant: `:${name}` };
    return { message, hint: `put ${colons}${name} on a line of its own`, meant: null };
  }
  if (isBehindWord) return isOfLine ? { message, hint: `write a space before :${name}`, meant: null } : null;
  const near = isOfLine ? null : nearest(name, inLine);
  return near === null ? null : { message, hint: `did you mean :${near}?`, meant: null };
}

const commonLanguages = ["bash", "http", "javascript", "json", "python", "text", "typescript", "yaml"];

function fencedCode(node: Code, draft: DocumentDraft): Render {
  const language = (node.lang ?? "").toLowerCase();
  const meta = parseFenceMeta(node.meta ?? "");
  const isBody = language === "json" || streamLanguages.has(language);
  const wrong = faultOfWords(meta, language);
  if (wrong !== null) draft.report("content/code-word", wrong, node);
  if (draft.contracts !== null && draft.contracts !== "unread") {
    if (language === "http" && meta.attributes.has("op")) return httpSample(node, meta, draft);
    if (isBody && (meta.attributes.has("op") || meta.attributes.has("schema"))) return bodySample(node, meta, draft);
    if (language === "http" || language === "json") noteUnchecked(node, meta, draft);
  }
  const fault = languageFault(language);
  if (fault !== null) draft.report("content/code-language", fault, node);
  const title = meta.attributes.get("title") ?? null;
  return () => [codeFigure({ code: node.value, language, title, marked: meta.marked }, draft.highlight)];
}

const diagramLanguages: ReadonlySet<string> = new Set(["mermaid", "plantuml", "puml", "graphviz", "d2"]);

function languageFault(language: string): SampleFault | null {
  if (diagramLanguages.has(language)) {
    const message = `the ${language} diagram isn't drawn: readers see its source`;
    const hint =
      "draw it as an SVG and show that with :::figure{src=_figures/name.svg}; ```text says that its source is meant";
    return { message, hint };
  }
  if (language === "math") {
    const message = "the formula isn't drawn: readers see its source";
    return { message, hint: "show it as a picture; ```text says that its source is meant" };
  }
  if (isKnownLanguage(language)) return null;
  const [, name = "", sign, title = ""] = /^([\w+#-]+)([{:[(])(.*)$/.exec(language) ?? [];
  const own = sign === ":" ? `write ${name} title="${title}"` : `write a space after ${name}`;
  const hint =
    isKnownLanguage(name) && name !== ""
      ? own
      : (nearestHint(language, commonLanguages) ?? "it is published without colors; ```text says so");
  return { message: `unknown code language \`${language}\``, hint, slip: slipOf(language, commonLanguages) };
}
