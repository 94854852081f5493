import { escapeHtml } from "#shared/html.ts";
import { isList, textAt } from "#shared/json/json.ts";

import { rawFile } from "../imports.ts";
import { readExpression } from "../module/read-module.ts";
import { blocks, labelOf, onLines, surroundings } from "./blocks.ts";
import { html } from "./html-element.ts";
import {
  attributeText,
  attributeValue,
  codeOf,
  isComment,
  isElement,
  isExpression,
  type MdxElement,
  type MdxPage,
  rangeOf,
  writtenAttribute,
} from "./mdx-page.ts";

type Convert = (element: MdxElement, page: MdxPage) => string;

export const convertElement: Convert = (element, page) => {
  const name = element.name ?? "";
  const convert = converters.get(name);
  if (convert !== undefined) return convert(element, page);
  const imported = page.imports.get(name);
  const directive = imported === undefined ? null : page.toInclude(imported);
  if (directive !== null && element.children.length === 0) return onLines(directive, element, page);
  return /^(?:[a-z][a-z0-9]*)?$/.test(name) ? html(element, page) : component(element, page);
};

const converters: ReadonlyMap<string, Convert> = new Map<string, Convert>([
  ["Tabs", tabs],
  ["Admonition", admonition],
  ["CodeBlock", codeBlock],
  ["Link", link],
  ["DocCardList", docCardList],
  ["Head", head],
  ["Image", picture],
  ["ThemedImage", picture],
  ["head", head],
]);

function component(element: MdxElement, page: MdxPage): string {
  const { name, children } = element;
  const title = attributeText(element, "title") ?? attributeText(element, "summary");
  const { isFirst, isLast } = surroundings(element, page);
  const code = isFirst && isLast ? codeIn(element, page) : null;
  if (code?.includes("\n") === true) {
    page.reportAt(rangeOf(element), `\`<${name}>\` became a code block`);
    return fenced(code, element, page);
  }
  if (title !== null && children.length > 0 && isFirst && isLast) {
    page.reportAt(rangeOf(element), `\`<${name}>\` became \`:::details\``);
    return container(`details${labelOf(title)}`, element, page);
  }
  const text = page.inner(element);
  const fate = text === "" ? "is left out" : "became its text";
  page.reportAt(rangeOf(element), `\`<${name}>\` ${fate}`, "write it as Markdown or with a directive");
  return element.type === "mdxJsxFlowElement" ? onLines(text, element, page) : text;
}

function container(opening: string, element: MdxElement, page: MdxPage): string {
  return onLines(blocks(`:::${opening}`, page.inner(element), ":::"), element, page);
}

function tabs(element: MdxElement, page: MdxPage): string {
  const values = attributeValue(element, "values");
  const labels = new Map(
    (isList(values) ? values : []).map((entry) => [textAt(entry, "value") ?? "", textAt(entry, "label") ?? ""]),
  );
  const items: { readonly value: string; readonly label: string; readonly text: string }[] = [];
  const parts = element.children.flatMap((child) => (child.type === "paragraph" ? child.children : [child]));
  let chosen = attributeText(element, "defaultValue");
  for (const part of parts) {
    if (!isElement(part) || part.name !== "TabItem") {
      const isEmpty = part.type === "text" ? part.value.trim() === "" : isComment(part);
      if (!isEmpty) page.reportAt(rangeOf(part), "text between tabs is left out");
      continue;
    }
    const value = attributeText(part, "value") ?? "";
    if (writtenAttribute(part, "label") !== null && attributeText(part, "label") === null)
      page.reportAt(rangeOf(part), `the label of a tab is \`${value}\`: only running the page would tell`);
    const label = attributeText(part, "label") ?? labels.get(value) ?? value;
    if (writtenAttribute(part, "default") !== null) chosen ??= value;
    items.push({ value, label, text: page.inner(part) });
  }
  if (chosen !== null && chosen !== items[0]?.value)
    page.reportAt(
      rangeOf(element),
      `\`${chosen}\` isn't the tab that's open at first: the first one is`,
      "move it to the front",
    );
  const texts = items.map(({ label, text }) => blocks(`:::tab${labelOf(label)}`, text, ":::"));
  const group = labelOf(attributeText(element, "groupId"));
  return onLines(blocks(`:::tabs${group}`, ...texts, ":::"), element, page);
}

const kinds: ReadonlyMap<string, string> = new Map([
  ...["note", "tip", "info", "warning", "danger"].map((kind) => [kind, kind] as const),
  ["caution", "warning"],
  ["important", "info"],
  ["success", "tip"],
  ["secondary", "note"],
]);

/** The new kind of an admonition; null for a kind that the site made itself. */
export function kindOf(name: string): string | null {
  return kinds.get(name.toLowerCase()) ?? null;
}

function admonition(element: MdxElement, page: MdxPage): string {
  const type = attributeText(element, "type") ?? "note";
  const kind = kindOf(type);
  if (kind === null) page.reportAt(rangeOf(element), `an admonition \`${type}\` became a note`);
  return container(`${kind ?? "note"}${labelOf(attributeText(element, "title"))}`, element, page);
}

function codeBlock(element: MdxElement, page: MdxPage): string {
  const code = codeIn(element, page);
  return code === null ? component(element, page) : fenced(code, element, page);
}

function codeIn({ children }: MdxElement, page: MdxPage): string | null {
  const [content, another] = children.flatMap((child) => (child.type === "paragraph" ? child.children : [child]));
  if (content === undefined || !isExpression(content) || another !== undefined) return null;
  const [, file] = rawFile.exec(page.imports.get(content.value.trim()) ?? "") ?? [];
  if (file !== undefined) return page.toText(file);
  const written = readExpression(codeOf(content, page));
  return typeof written === "string" ? written : null;
}

function fenced(code: string, element: MdxElement, page: MdxPage): string {
  const title = attributeText(element, "title");
  const [, named = ""] = /(?:^|\s)language-(\S+)/.exec(attributeText(element, "className") ?? "") ?? [];
  let fence = "```";
  while (code.includes(fence)) fence += "`";
  const first = fence + (attributeText(element, "language") ?? named) + (title === null ? "" : ` title="${title}"`);
  return onLines(`${first}\n${code.replace(/^\n|\n$/g, "")}\n${fence}`, element, page);
}

function link(element: MdxElement, page: MdxPage): string {
  const to = attributeText(element, "to") ?? attributeText(element, "href");
  const text = page.inner(element);
  if (to === null || text.includes("\n\n")) return component(element, page);
  const address = page.toAddress(to);
  if (page.isHtml) return `<a href="${escapeHtml(address)}">${text}</a>`;
  const written = `[${text}](${address})`;
  return element.type === "mdxJsxFlowElement" ? onLines(written, element, page) : written;
}

/** Docusaurus lists what's below the page in the sidebar. */
function docCardList(element: MdxElement, page: MdxPage): string {
  const list = page.listBelow();
  return list === "" ? component(element, page) : onLines(`:::cards\n${list}\n:::`, element, page);
}

/** Pictures of Docusaurus' plugin and theme: `img` is one, `sources` has one for light pages first. */
function picture(element: MdxElement, page: MdxPage): string {
  const source = element.attributes.find((written) => "name" in written && /^(?:img|sources)$/.test(written.name));
  if (source === undefined || !("name" in source)) return component(element, page);
  if (source.name === "sources") page.reportAt(rangeOf(element), "the picture for dark pages is left out");
  return html({ ...element, name: "img", attributes: [...element.attributes, { ...source, name: "src" }] }, page);
}

function head(element: MdxElement, page: MdxPage): string {
  const hint =
    "`title:` and `description:` in the front matter are the page's own, `head:` in content/site.yaml is for all";
  page.reportAt(rangeOf(element), `\`<${element.name}>\` is left out: tags of the page's head`, hint);
  return "";
}
