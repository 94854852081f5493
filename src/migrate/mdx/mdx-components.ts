import { textLimits } from "#read/source-text.ts";
import type { TextEdit } from "#read/text-edits.ts";
import { LimitError } from "#read/within-time.ts";
import { isList, textAt } from "#shared/json/json.ts";

import { readExpression } from "../module/read-module.ts";
import { attributeOf, type MdxPage, firstFrom, kindOf } from "./conversion.ts";
import type { JsxTag } from "./mdx-parts.ts";

/** A component with what is in it. */
interface MdxNode {
  readonly open: JsxTag;
  /** Null for one that closes itself. */
  close: JsxTag | null;
  readonly children: MdxNode[];
  readonly parent: MdxNode | null;
  /** The component around all others that it is in; itself at the top. */
  readonly outermost: MdxNode | null;
  /** How many colons the containers inside have, at least 2: those around them need more. */
  colons: number;
}

/** What takes the place of the tags of every component and element. @throws LimitError when they are nested too deeply. */
export function componentEdits(page: MdxPage): readonly TextEdit[] {
  return nest(page).flatMap((component) => editsOf(component, page));
}

function nest({ parts: { tags }, admonitions }: MdxPage): readonly MdxNode[] {
  const top: MdxNode[] = [];
  const opened: MdxNode[] = [];
  const leave = (): MdxNode | undefined => {
    const left = opened.pop();
    if (left?.parent)
      left.parent.colons = Math.max(left.parent.colons, left.colons + (ownColons.get(left.open.name) ?? 0));
    return left;
  };
  let written = 0;
  for (const tag of tags) {
    const parent = opened.at(-1) ?? null;
    for (; (admonitions[written]?.start ?? Infinity) < tag.start; written += 1) {
      const length = /^:+/.exec(admonitions[written]?.text ?? "")?.[0].length ?? 0;
      if (parent !== null) parent.colons = Math.max(parent.colons, length);
    }
    if (tag.kind === "close") {
      const left = leave();
      if (left !== undefined) left.close = tag;
      continue;
    }
    const outermost = parent === null ? null : (parent.outermost ?? parent);
    const component: MdxNode = { open: tag, close: null, children: [], parent, outermost, colons: 2 };
    (parent?.children ?? top).push(component);
    if (tag.kind === "open") opened.push(component);
    if (opened.length > textLimits.depth)
      throw new LimitError(`nests components more than ${textLimits.depth} levels deep`);
  }
  while (opened.length > 0) leave();
  return top;
}

/** The colons that components add to those inside them. */
const ownColons: ReadonlyMap<string, number> = new Map([
  ["Tabs", 2],
  ["Admonition", 1],
]);

type Convert = (component: MdxNode, page: MdxPage) => readonly TextEdit[];

function editsOf(component: MdxNode, page: MdxPage): readonly TextEdit[] {
  const { open } = component;
  const imported = page.imports.get(open.name);
  const convert = converters.get(open.name);
  if (convert !== undefined) return convert(component, page);
  if (imported !== undefined && /\.mdx?$/.test(imported)) return include(component, imported, page);
  return /^[a-z][a-z0-9]*$/.test(open.name) ? element(component, page) : unknownComponent(component, page);
}

const inner: Convert = ({ children }, page) => children.flatMap((child) => editsOf(child, page));

const converters: ReadonlyMap<string, Convert> = new Map<string, Convert>([
  ["", (component, page) => [...replaceTags(component, "", ""), ...inner(component, page)]],
  ["Tabs", tabs],
  ["TabItem", tab],
  ["Admonition", admonition],
  ["CodeBlock", codeBlock],
  ["Link", link],
  ["Head", remove],
  ["head", remove],
]);

function replaceTags({ open, close }: MdxNode, before: string, after: string): readonly TextEdit[] {
  return close === null ? [replaceTag(open, before + after)] : [replaceTag(open, before), replaceTag(close, after)];
}

function replaceTag({ start, end }: JsxTag, text: string): TextEdit {
  return { start, end, text };
}

/** Text that stands on lines of its own, as far in as the outermost component does. */
function onLines(text: string, component: MdxNode, page: MdxPage): string {
  const indent = indentOf(component.outermost ?? component, page);
  return `\n\n${indent}${text}\n\n${indent}`;
}

function indentOf({ open }: MdxNode, { text }: MdxPage): string {
  const line = text.slice(text.lastIndexOf("\n", open.start - 1) + 1, open.start);
  return /^\s*$/.test(line) ? line : "";
}

function block(component: MdxNode, page: MdxPage, [before, after]: readonly [string, string]): readonly TextEdit[] {
  return [
    ...replaceTags(component, onLines(before, component, page), onLines(after, component, page)),
    ...dedent(component, page),
    ...inner(component, page),
  ];
}

/** In MDX what stands in a component may be indented as one likes; in Markdown four spaces make it code. */
function dedent(component: MdxNode, page: MdxPage): readonly TextEdit[] {
  const { open, close, children } = component;
  if (close === null) return [];
  const from = open.end;
  const holes = children.map((child) => ({ start: child.open.start, end: (child.close ?? child.open).end }));
  const isIn = (start: number): boolean => start < (holes[firstFrom(holes, start) - 1]?.end ?? 0);
  const lines = Array.from(page.text.slice(from, close.start).matchAll(/^([ \t]*)(?=\S)/gm), (match) => ({
    start: from + match.index,
    width: (match[1] ?? "").length,
  })).filter(({ start }) => start > from && !isIn(start));
  const least = lines.reduce((most, { width }) => Math.min(most, width), Infinity);
  const kept = indentOf(component.outermost ?? component, page);
  return lines.filter(() => least > kept.length).map(({ start }) => ({ start, end: start + least, text: kept }));
}

function tabs(component: MdxNode, page: MdxPage): readonly TextEdit[] {
  const colons = ":".repeat(component.colons + 2);
  const label = attributeOf(component.open, "groupId");
  return block(component, page, [`${colons}tabs${label === null ? "" : `[${label}]`}`, colons]);
}

function tab(component: MdxNode, page: MdxPage): readonly TextEdit[] {
  const set = component.parent?.open.name === "Tabs" ? component.parent : component;
  const value = attributeOf(component.open, "value") ?? "";
  const label = attributeOf(component.open, "label") ?? labelsOf(set.open).get(value) ?? value;
  const colons = ":".repeat(set.colons + 1);
  return block(component, page, [`${colons}tab[${label.replace(/[[\]]/g, "\\$&")}]`, colons]);
}

/** Labels of tabs that are listed above them: `values={[{ label, value }]}`. */
function labelsOf({ attributes }: JsxTag): ReadonlyMap<string, string> {
  const written = attributes.get("values");
  const list = written?.startsWith("{") === true ? readExpression(written.slice(1, -1)) : undefined;
  const entries = isList(list) ? list : [];
  return new Map(entries.map((entry) => [textAt(entry, "value") ?? "", textAt(entry, "label") ?? ""]));
}

function admonition(component: MdxNode, page: MdxPage): readonly TextEdit[] {
  const colons = ":".repeat(component.colons + 1);
  const type = attributeOf(component.open, "type") ?? "note";
  const title = attributeOf(component.open, "title");
  const kind = kindOf(type);
  if (kind === null) page.report(component.open, `an admonition \`${type}\` became a note`);
  return block(component, page, [`${colons}${kind ?? "note"}${title === null ? "" : `[${title}]`}`, colons]);
}

/** `<CodeBlock language="js">{`…`}</CodeBlock>` */
function codeBlock(component: MdxNode, page: MdxPage): readonly TextEdit[] {
  const { open, close } = component;
  const { expressions } = page.parts;
  const content = expressions[firstFrom(expressions, open.end)];
  if (content === undefined || close === null || content.end > close.start) return unknownComponent(component, page);
  const title = attributeOf(open, "title");
  const fence = "```" + (attributeOf(open, "language") ?? "") + (title === null ? "" : ` title="${title}"`);
  return replaceTags(
    component,
    onLines(fence, component, page).trimEnd() + "\n",
    onLines("```", component, page).replace(/^\n/, ""),
  );
}

function link(component: MdxNode, page: MdxPage): readonly TextEdit[] {
  const to = attributeOf(component.open, "to") ?? attributeOf(component.open, "href");
  if (to === null || component.close === null || component.open.isBlock) return unknownComponent(component, page);
  return [...replaceTags(component, "[", `](${page.toAddress(to)})`), ...inner(component, page)];
}

function remove({ open, close }: MdxNode): readonly TextEdit[] {
  return [{ start: open.start, end: (close ?? open).end, text: "" }];
}

/** A page that shows another one inside. */
function include(component: MdxNode, path: string, page: MdxPage): readonly TextEdit[] {
  const directive = page.toInclude(path);
  if (directive === null || component.close !== null) return unknownComponent(component, page);
  return replaceTags(component, onLines(directive, component, page), "");
}

function unknownComponent(component: MdxNode, page: MdxPage): readonly TextEdit[] {
  const { open, close } = component;
  const rest = close === null ? "is left out" : "became its text";
  page.report(open, `\`<${open.name}>\` ${rest}`, "write it as Markdown or with a directive");
  if (open.isBlock) return block(component, page, ["", ""]);
  return [...replaceTags(component, "", ""), ...inner(component, page)];
}

/** HTML stays as HTML writes it. What only carried looks goes, and what acts with all that is in it. */
const element: Convert = (component, page) => {
  const { open, close } = component;
  const tags = toHtmlTags(open, page);
  if (tags === null) {
    page.report(open, `\`<${open.name}>\` is left out`, "link to it, or write it as Markdown");
    return remove(component);
  }
  if (open.isBlock && close !== null) return block(component, page, tags);
  return [...replaceTags(component, ...tags), ...inner(component, page)];
};

/** Elements that only carried looks, and those that act. */
const looks: ReadonlySet<string> = new Set("div span section article center font main header footer nav".split(" "));
const acting: ReadonlySet<string> = new Set(
  "iframe video audio script style form button svg object embed input select source".split(" "),
);
const kept = "href src alt title id name open width height align colSpan rowSpan start".split(" ");

/** The tags of an element without expressions, classes and styles; null for one that acts. */
function toHtmlTags(tag: JsxTag, page: MdxPage): readonly [string, string] | null {
  const { name } = tag;
  if (acting.has(name)) return null;
  if (looks.has(name)) {
    const id = attributeOf(tag, "id");
    return [id === null ? "" : `<a id="${id}"></a>`, ""];
  }
  const attributes = kept.flatMap((key) => attributeText(tag, key, page));
  return [`<${[name, ...attributes].join(" ")}>`, /^(?:img|br|hr|wbr|col)$/.test(name) ? "" : `</${name}>`];
}

function attributeText({ attributes, ...tag }: JsxTag, key: string, page: MdxPage): readonly string[] {
  const written = attributes.get(key);
  if (written === undefined) return [];
  if (written === null) return [key];
  const value = key === "src" || key === "href" ? addressIn(written, page) : attributeOf({ ...tag, attributes }, key);
  return value === null ? [] : [`${key.toLowerCase()}="${value.replace(/"/g, "&quot;")}"`];
}

/** `"/x.png"`, `{useBaseUrl("/x.png")}`, `{require("./x.png").default}`, `{Imported}` */
function addressIn(written: string, page: MdxPage): string | null {
  if (!written.startsWith("{")) return page.toAddress(written.slice(1, -1));
  const code = written.slice(1, -1).trim();
  const [, quoted] = /["'`]([^"'`]+)["'`]/.exec(code) ?? [];
  const address = quoted ?? page.imports.get(code);
  return address === undefined ? null : page.toAddress(address);
}
