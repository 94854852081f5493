import { isList, textAt } from "#shared/json/json.ts";

import { attributeOf, type Conversion, type Edit, findAdmonitions } from "./conversion.ts";
import type { Tag } from "./mdx-parts.ts";
import { readExpression } from "./read-module.ts";

/** A component with what is in it. */
interface Component {
  readonly open: Tag;
  /** Null for one that closes itself. */
  close: Tag | null;
  readonly children: Component[];
  readonly parent: Component | null;
}

/** What takes the place of the tags of every component and element. */
export function componentEdits(page: Conversion): readonly Edit[] {
  return nest(page.parts.tags).flatMap((component) => editsOf(component, page));
}

function nest(tags: readonly Tag[]): readonly Component[] {
  const top: Component[] = [];
  const around: Component[] = [];
  for (const tag of tags) {
    const parent = around.at(-1) ?? null;
    if (tag.kind === "close") {
      around.pop();
      if (parent !== null) parent.close = tag;
      continue;
    }
    const component: Component = { open: tag, close: null, children: [], parent };
    (parent?.children ?? top).push(component);
    if (tag.kind === "open") around.push(component);
  }
  return top;
}

type Convert = (component: Component, page: Conversion) => readonly Edit[];

function editsOf(component: Component, page: Conversion): readonly Edit[] {
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

function replaceTags({ open, close }: Component, before: string, after: string): readonly Edit[] {
  return close === null ? [replaceTag(open, before + after)] : [replaceTag(open, before), replaceTag(close, after)];
}

function replaceTag({ start, end }: Tag, text: string): Edit {
  return { start, end, text };
}

/** Text that stands on lines of its own, as far in as the outermost component does. */
function onLines(text: string, component: Component, page: Conversion): string {
  const indent = indentOf(outermost(component), page);
  return `\n\n${indent}${text}\n\n${indent}`;
}

function outermost(component: Component): Component {
  return component.parent === null ? component : outermost(component.parent);
}

function indentOf({ open }: Component, { text }: Conversion): string {
  const line = text.slice(text.lastIndexOf("\n", open.start - 1) + 1, open.start);
  return /^\s*$/.test(line) ? line : "";
}

function block(component: Component, page: Conversion, [before, after]: readonly [string, string]): readonly Edit[] {
  return [
    ...replaceTags(component, onLines(before, component, page), onLines(after, component, page)),
    ...dedent(component, page),
    ...inner(component, page),
  ];
}

/** In MDX what stands in a component may be indented as one likes; in Markdown four spaces make it code. */
function dedent(component: Component, page: Conversion): readonly Edit[] {
  const { open, close, children } = component;
  if (close === null) return [];
  const from = open.end;
  const holes = children.map((child) => ({ start: child.open.start, end: (child.close ?? child.open).end }));
  const lines = Array.from(page.text.slice(from, close.start).matchAll(/^([ \t]*)(?=\S)/gm), (match) => ({
    start: from + match.index,
    width: (match[1] ?? "").length,
  })).filter(({ start }) => start > from && !holes.some((hole) => hole.start < start && start < hole.end));
  const least = Math.min(...lines.map(({ width }) => width));
  const kept = indentOf(outermost(component), page);
  return lines.filter(() => least > kept.length).map(({ start }) => ({ start, end: start + least, text: kept }));
}

function tabs(component: Component, page: Conversion): readonly Edit[] {
  const colons = ":".repeat(colonsIn(component, page) + 2);
  const label = attributeOf(component.open, "groupId");
  return block(component, page, [`${colons}tabs${label === null ? "" : `[${label}]`}`, colons]);
}

function tab(component: Component, page: Conversion): readonly Edit[] {
  const set = component.parent?.open.name === "Tabs" ? component.parent : component;
  const value = attributeOf(component.open, "value") ?? "";
  const label = attributeOf(component.open, "label") ?? labelsOf(set.open).get(value) ?? value;
  const colons = ":".repeat(colonsIn(set, page) + 1);
  return block(component, page, [`${colons}tab[${label.replace(/[[\]]/g, "\\$&")}]`, colons]);
}

/** Labels of tabs that are listed above them: `values={[{ label, value }]}`. */
function labelsOf({ attributes }: Tag): ReadonlyMap<string, string> {
  const written = attributes.get("values");
  const list = written?.startsWith("{") === true ? readExpression(written.slice(1, -1)) : undefined;
  const entries = isList(list) ? list : [];
  return new Map(entries.map((entry) => [textAt(entry, "value") ?? "", textAt(entry, "label") ?? ""]));
}

/** How many colons the containers inside a component have, at least 2: those around it need more. */
function colonsIn(component: Component, page: Conversion): number {
  const { open, close, children } = component;
  const end = (close ?? open).end;
  const quiet = { ...page, report: () => undefined };
  const written = findAdmonitions(quiet).filter((edit) => open.end <= edit.start && edit.end <= end);
  const own = written.map(({ text }) => /^:+/.exec(text)?.[0].length ?? 0);
  const below = children.map(
    (child) => colonsIn(child, page) + (child.open.name === "Tabs" ? 2 : child.open.name === "Admonition" ? 1 : 0),
  );
  return Math.max(2, ...own, ...below);
}

function admonition(component: Component, page: Conversion): readonly Edit[] {
  const colons = ":".repeat(colonsIn(component, page) + 1);
  const type = attributeOf(component.open, "type") ?? "note";
  const title = attributeOf(component.open, "title");
  const [spelled] = findAdmonitions({ ...page, text: `:::${type}`, parts: { ...page.parts, code: [] } });
  const kind = spelled?.text.replace(/^:+/, "") ?? "note";
  return block(component, page, [`${colons}${kind}${title === null ? "" : `[${title}]`}`, colons]);
}

/** `<CodeBlock language="js">{`…`}</CodeBlock>` */
function codeBlock(component: Component, page: Conversion): readonly Edit[] {
  const { open, close } = component;
  const content = page.parts.expressions.find(({ start, end }) => start >= open.end && end <= (close?.start ?? 0));
  if (content === undefined || close === null) return unknownComponent(component, page);
  const title = attributeOf(open, "title");
  const fence = "```" + (attributeOf(open, "language") ?? "") + (title === null ? "" : ` title="${title}"`);
  return replaceTags(
    component,
    onLines(fence, component, page).trimEnd() + "\n",
    onLines("```", component, page).replace(/^\n/, ""),
  );
}

function link(component: Component, page: Conversion): readonly Edit[] {
  const to = attributeOf(component.open, "to") ?? attributeOf(component.open, "href");
  if (to === null || component.close === null || component.open.isBlock) return unknownComponent(component, page);
  return [...replaceTags(component, "[", `](${page.toAddress(to)})`), ...inner(component, page)];
}

function remove({ open, close }: Component): readonly Edit[] {
  return [{ start: open.start, end: (close ?? open).end, text: "" }];
}

/** A page that shows another one inside. */
function include(component: Component, path: string, page: Conversion): readonly Edit[] {
  const directive = page.toInclude(path);
  if (directive === null || component.close !== null) return unknownComponent(component, page);
  return replaceTags(component, onLines(directive, component, page), "");
}

function unknownComponent(component: Component, page: Conversion): readonly Edit[] {
  const { open, close } = component;
  const rest = close === null ? "is left out" : "became its text";
  page.report(open, `\`<${open.name}>\` ${rest}`, "write it as Markdown or with a directive");
  return open.isBlock
    ? block(component, page, ["", ""])
    : [...replaceTags(component, "", ""), ...inner(component, page)];
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
function toHtmlTags(tag: Tag, page: Conversion): readonly [string, string] | null {
  const { name } = tag;
  if (acting.has(name)) return null;
  if (looks.has(name)) {
    const id = attributeOf(tag, "id");
    return [id === null ? "" : `<a id="${id}"></a>`, ""];
  }
  const attributes = kept.flatMap((key) => attributeText(tag, key, page));
  return [`<${[name, ...attributes].join(" ")}>`, /^(?:img|br|hr|wbr|col)$/.test(name) ? "" : `</${name}>`];
}

function attributeText({ attributes, ...tag }: Tag, key: string, page: Conversion): readonly string[] {
  const written = attributes.get(key);
  if (written === undefined) return [];
  if (written === null) return [key];
  const value = key === "src" || key === "href" ? addressIn(written, page) : attributeOf({ ...tag, attributes }, key);
  return value === null ? [] : [`${key.toLowerCase()}="${value.replace(/"/g, "&quot;")}"`];
}

/** `"/x.png"`, `{useBaseUrl("/x.png")}`, `{require("./x.png").default}`, `{Imported}` */
function addressIn(written: string, page: Conversion): string | null {
  if (!written.startsWith("{")) return page.toAddress(written.slice(1, -1));
  const code = written.slice(1, -1).trim();
  const [, quoted] = /["'`]([^"'`]+)["'`]/.exec(code) ?? [];
  const address = quoted ?? page.imports.get(code);
  return address === undefined ? null : page.toAddress(address);
}
