import type { Element, Parents, Root } from "hast";
import { defaultSchema, sanitize, type Schema } from "hast-util-sanitize";
import type { Parents as MarkdownParents, Root as MarkdownRoot } from "mdast";

import { diagnose, type Diagnostic, type Outcome, type Position } from "#shared/diagnostics/diagnostic.ts";
import { isHtmlElement, mapTags } from "#shared/html.ts";
import { isCovered } from "#shared/policy.ts";
import { framePrefix } from "#shared/view.ts";

import { admonitionNames } from "./components/admonition.ts";
import { closeTags, lostTags, tagsIn } from "./lost-tags.ts";
import { elementsOf, isBlank, parseRawHtml } from "./markdown/markdown.ts";
import { placeholderTag } from "./markdown/placeholder.ts";
import type { SourceLines } from "./markdown/source-lines.ts";

/**
 * Parses and sanitizes only trees with raw HTML: most texts have none. `frames` are the sources that an `<iframe>` may
 * show.
 */
export function cleanRaw(tree: Root, lines: SourceLines, frames: readonly string[]): Outcome<Root> {
  if (!holdsRaw(tree)) return { value: tree, diagnostics: [] };
  closeTags(tree);
  const tags = tagsIn(tree, schema.tagNames ?? []);
  const parsed = parseRawHtml(tree);
  const lost = lostTags(tags, parsed, lines);
  const { value, diagnostics } = sanitizeTree(parsed, lines, frames);
  return { value, diagnostics: [...lost, ...diagnostics] };
}

/** In a text of a contract `<id>` and `<string>` are words, which are published as they are written. */
export function keepWords(parent: Parents): void {
  const isAmongBlocks = parent.type === "root" || (parent.type === "element" && parent.tagName === "blockquote");
  for (const [index, child] of parent.children.entries()) {
    if (child.type === "element") keepWords(child);
    if (child.type !== "raw") continue;
    const words = mapTags(child.value, ({ text, name, isBare }) =>
      isBare && !isHtmlElement(name) && name !== placeholderTag ? text.replace("<", "&lt;") : text,
    );
    if (words === child.value) continue;
    child.value = words;
    if (isAmongBlocks && !words.includes("<"))
      parent.children[index] = { type: "element", tagName: "p", properties: {}, children: [child] };
  }
}

/**
 * An address within a link that is written as HTML would become a link of its own and end the outer one, so it stays
 * text. Any other link there is a finding.
 */
export function keepHtmlLinks(tree: MarkdownRoot, lines: SourceLines): readonly Diagnostic[] {
  const diagnostics: Diagnostic[] = [];
  const unlink = (parent: MarkdownParents, from: number, to: number): void => {
    for (const [index, node] of parent.children.slice(0, to).entries()) {
      if (index < from) continue;
      if (node.type === "link" && node.children[0] && !lines.textOf(node).startsWith("["))
        parent.children[index] = node.children[0];
      else if (node.type === "link")
        diagnostics.push(removed("the link around this one is", lines.positionOf(node), "end it before this one"));
      else if ("children" in node) unlink(node, 0, node.children.length);
    }
  };
  const visit = (parent: MarkdownParents): void => {
    let start: number | null = null;
    for (const [index, node] of parent.children.entries()) {
      if ("children" in node) visit(node);
      if (node.type !== "html") continue;
      if (start !== null && /^<\/a\s*>/i.test(node.value)) unlink(parent, start, index);
      start = /^<a\s[^>]*\bhref\b/i.test(node.value) ? index + 1 : null;
    }
  };
  visit(tree);
  return diagnostics;
}

function holdsRaw({ children }: Parents): boolean {
  return children.some((child) => child.type === "raw" || (child.type === "element" && holdsRaw(child)));
}

/** Ids and names that would shadow properties of `document` or `window` (DOM clobbering). */
const clobbering: ReadonlySet<string> = new Set(
  [
    "attributes body children cookie currentScript defaultView documentElement domain firstChild forms getElementById",
    "head history images innerHTML location name nodeName parentNode querySelector scripts self top window",
  ].flatMap((names) => names.split(" ")),
);

const { tagNames: defaultTags, attributes: defaultAttributes, protocols, ancestors } = defaultSchema;

const keptByDefault = Object.fromEntries(
  Object.entries(defaultAttributes ?? {}).map(([tag, names]) => [
    tag,
    names.filter((name) => !(Array.isArray(name) && name[0] === "className")),
  ]),
);

/**
 * Raw HTML in Markdown follows GitHub's allow-list, with additions that real documents use, and without styles, forms
 * and handlers. Addresses are checked later, with Markdown's links.
 */
const schema: Schema = {
  ...defaultSchema,
  clobberPrefix: "",
  tagNames: [
    ...(defaultTags ?? []).filter((name) => !["input", "picture", "source"].includes(name)),
    ...["abbr", "figure", "figcaption", "mark", "small", "u", "wbr", "input", "iframe", placeholderTag],
    ...["caption", "col", "colgroup", "time", "cite", "dfn", "bdi", "bdo"],
  ],
  attributes: {
    ...keptByDefault,
    "*": [
      ...(keptByDefault["*"] ?? []).filter((name) => name !== "accessKey" && name !== "tabIndex"),
      ...["ariaLabel", "ariaHidden", "ariaDescribedBy", "className"],
    ],
    a: [...(keptByDefault["a"] ?? []), "download"],
    ol: [...(keptByDefault["ol"] ?? []), "type", "reversed"],
    ul: [...(keptByDefault["ul"] ?? []), "type"],
    li: ["type"],
    img: [...(keptByDefault["img"] ?? []), "loading"],
    iframe: ["src", "allow", "allowFullScreen", "loading", "referrerPolicy"],
    input: [["type", "checkbox"], ["disabled", true], "checked"],
    [placeholderTag]: ["dataIndex"],
  },
  protocols: { cite: protocols?.["cite"], longDesc: protocols?.["longDesc"] },
  required: { input: { type: "checkbox", disabled: true } },
  strip: ["script", "style", "template", "noscript"],
};

function sanitizeTree(tree: Root, lines: SourceLines, frames: readonly string[]): Outcome<Root> {
  const diagnostics: Diagnostic[] = [];
  const inspect = (parent: Parents, within: readonly string[]): void => {
    for (const node of elementsOf(parent.children)) {
      diagnostics.push(...removalsOf(node, { position: lines.positionOf(node), within, frames }));
      if (schema.strip?.includes(node.tagName) !== true) inspect(node, [...within, node.tagName]);
    }
  };
  inspect(tree, []);
  const clean = sanitize(tree, schema);
  const children = clean.type === "root" ? clean.children : [];
  // Elements leave their line breaks behind, and a run of them takes the Markdown's writer quadratic time.
  const kept = children.filter((node, index) => !isBlank(node) || !isBlank(children[index - 1]));
  return { value: { type: "root", children: kept }, diagnostics };
}

interface ElementContext {
  readonly position: Position;
  /** Names of the elements around it. */
  readonly within: readonly string[];
  readonly frames: readonly string[];
}

function removalsOf(node: Element, { position, within, frames }: ElementContext): readonly Diagnostic[] {
  const { tagName, properties } = node;
  if (tagName === placeholderTag) return [];
  // The libraries would make a check box of any other.
  if (tagName === "input" && properties["type"] !== "checkbox") return [leaveOut(node, position, insteadOf(node))];
  if (tagName === "iframe") {
    const refused = cleanFrame(node, frames, position);
    if (refused !== null) return [refused];
  }
  if (schema.tagNames?.includes(tagName) !== true) {
    // The finding of what is drawn or played covers its parts.
    const isPart = !isHtmlElement(tagName) || tagName === "source" || tagName === "track";
    if (isPart && within.some((name) => drawn.has(name))) return [];
    return [removed(`the element <${tagName}> is`, position, insteadOf(node))];
  }
  if (ancestors?.[tagName] !== undefined && !within.includes("table"))
    return [removed(`the element <${tagName}> outside of a table is`, position, "write <table> around it")];
  const shadows = ["id", "name"].flatMap((name) => shadowOf(node, name, position) ?? []);
  const kept = sanitize({ ...node, children: [] }, { ...schema, ancestors: {} });
  const lost = Object.keys(properties).filter((name) => !(kept.type === "element" && name in kept.properties));
  return [
    ...shadows,
    ...withoutPieces(lost).map((name) => {
      const attribute = name.replace(/^aria(?=[A-Z])/, "aria-").replace(/(?<=^data.*)[A-Z]/g, "-$&");
      return removed(`the attribute ${attribute.toLowerCase()} of <${tagName}> is`, position, "remove it");
    }),
  ];
}

/** To HTML the words of `style={{ color: "red" }}` are attributes, too. The finding of the first one covers them. */
function withoutPieces(names: readonly string[]): readonly string[] {
  const whole = names.filter((name) => /^[a-z:@](?:[\w:.@-]*\w)?$/i.test(name));
  return whole.length > 0 ? whole : names.slice(0, 1);
}

const drawn: ReadonlySet<string> = new Set(["svg", "math", "video", "audio", "picture"]);

const components = new Map([
  ...[...admonitionNames, "details", "tabs", "tab", "cards", "card", "steps"].map((name) => [name, name] as const),
  ["accordion", "details"],
  ["aside", "note"],
  ["callout", "note"],
  ["cardgroup", "cards"],
  ["codegroup", "tabs"],
  ["expandable", "details"],
  ["tabitem", "tab"],
]);

/** What another tool's component is here; other words in angle brackets mostly stand for a value. */
function insteadOf({ tagName, properties }: Element): string | undefined {
  if (tagName === "video") return "write ::video[Title]{src=… poster=…} instead";
  const name = components.get(tagName);
  if (name !== undefined) return `write :::${name}, its text, and ::: below it`;
  const isElement = isHtmlElement(tagName) && Object.keys(properties).length > 0;
  return isElement
    ? undefined
    : `write \\<${tagName}> where it's meant as text, or use Markdown or a directive instead`;
}

function shadowOf({ properties }: Element, name: string, position: Position): Diagnostic | null {
  const value = String(properties[name]);
  const isFrame = value.startsWith(framePrefix);
  if (!isFrame && !clobbering.has(value)) return null;
  delete properties[name];
  const why = isFrame ? "is reserved" : "shadows a property of the page";
  return removed(`the ${name} "${value}" ${why} and is`, position, isFrame ? "write another" : undefined);
}

function cleanFrame(frame: Element, frames: readonly string[], position: Position): Diagnostic | null {
  const { src, title } = frame.properties;
  const address = typeof src === "string" ? src : "";
  frame.children = [];
  if (isCovered(address, frames)) {
    const host = new URL(address, "https://page.example").hostname;
    frame.properties = { title: title ?? `From ${host}`, loading: "lazy", ...frame.properties };
    return null;
  }
  const origin = /^https?:/i.test(address) && URL.canParse(address) ? new URL(address).origin : null;
  const hint =
    origin === null ? undefined : `to show it, write \`policy: { frame-src: [${origin}] }\` in content/site.yaml`;
  return leaveOut(frame, position, hint);
}

function leaveOut(element: Element, position: Position, hint?: string): Diagnostic {
  const finding = removed(`the element <${element.tagName}> is`, position, hint);
  // An element without a name isn't in the allow-list.
  element.tagName = "";
  return finding;
}

function removed(what: string, position: Position, hint = "use Markdown or a directive instead"): Diagnostic {
  return diagnose("content/html-removed", `${what} left out`, position, hint);
}
