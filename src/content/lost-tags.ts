import type { Element, Parents, Root } from "hast";

import { diagnose, type Diagnostic } from "#shared/diagnostics/diagnostic.ts";

import { eachElement } from "./markdown/markdown.ts";
import { placeholderTag } from "./markdown/placeholder.ts";
import { type Located, positionBehind, type SourceLines } from "./markdown/source-lines.ts";

/**
 * In HTML `<a id="x"/>` stays open and would swallow the text after it, though its writer closed it. So would a
 * `<title>` that stands for itself, and make text of all tags in there.
 */
export function closeTags({ children }: Parents): void {
  /** The elements that end further on. */
  const ended = new Set<string>();
  for (const child of children.toReversed()) {
    if (child.type === "element") closeTags(child);
    if (child.type !== "raw") continue;
    child.value = child.value.replaceAll(selfClosed, "<$1$2></$1>");
    const start = swallowing.exec(child.value)?.[1]?.toLowerCase();
    if (start !== undefined && !ended.has(start)) child.value += `</${start}>`;
    const end = /^<\/([a-z]+)/i.exec(child.value)?.[1]?.toLowerCase();
    if (end !== undefined) ended.add(end);
  }
}

const swallowing =
  /^<(title|textarea|select|xmp|iframe|noembed|noframes|noscript|script|style|template)(?:\s[^<>]*)?>$/i;

const selfClosed =
  /<(?!(?:area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr)\b)([a-z][a-z\d-]*)((?:\s+[^\s"'<>/=]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'=<>`]+(?=\s)))?)*)\s*\/>/gi;

/** A tag or declaration in raw HTML. */
interface WrittenTag extends Located {
  readonly text: string;
  readonly name: string;
  readonly kind: "start" | "end" | "declaration";
  /** False for elements that HTML closes itself, and for those that are left out. */
  readonly needsEnd: boolean;
}

const comment = "<!--[^]*?(?:-->|$)";
const written = new RegExp(`${comment}|<([/!?]?)([a-z\\[][^\\s/>]*)(?:[^>"']|"[^"]*"|'[^']*')*>`, "gi");

/** The tags of all raw HTML in order. Elements with names in `published` are published. */
export function tagsIn({ children }: Parents, published: readonly string[]): readonly WrittenTag[] {
  return children.flatMap((child): readonly WrittenTag[] => {
    if (child.type === "element") return tagsIn(child, published);
    if (child.type !== "raw" || child.position === undefined) return [];
    const tags: WrittenTag[] = [];
    let start = { ...child.position.start, index: 0 };
    for (const { index, 0: text, 1: mark = "", 2: spelled = "" } of child.value.matchAll(written)) {
      start = { index, ...positionBehind(child.value.slice(start.index, index), start) };
      const kind = mark === "" ? "start" : mark === "/" ? "end" : "declaration";
      const name = spelled.toLowerCase();
      const needsEnd = published.includes(name) && !endless.has(name);
      if (name !== "" && name !== placeholderTag)
        tags.push({ text, name, kind, needsEnd, position: { start, end: start } });
    }
    return tags;
  });
}

/** Elements without an end tag, or whose end tag may be missing. */
const endless: ReadonlySet<string> = new Set(
  [
    "area base br col embed hr img input link meta param source track wbr",
    "li dt dd p rt rp option optgroup tr td th thead tbody tfoot colgroup caption",
  ].flatMap((names) => names.split(" ")),
);

/**
 * Finds tags that browsers ignore or read in another way than their writer means: `<td>` outside of a table, `<body>`,
 * an end without a start, a start without an end. In `tree` all tags are elements already, where `<image>` is a
 * picture.
 */
export function lostTags(tags: readonly WrittenTag[], tree: Root, lines: SourceLines): readonly Diagnostic[] {
  const elements = new Map<string, Element>();
  eachElement(tree, (element) => void elements.set(positionKey(element), element));
  const diagnostics: Diagnostic[] = [];
  const open = new Map<string, WrittenTag[]>();
  for (const tag of tags) {
    const { name, kind, text } = tag;
    const element = elements.get(positionKey(tag));
    const starts = open.get(name) ?? [];
    open.set(name, starts);
    if (kind === "end" ? starts.pop() !== undefined || name === "br" : element !== undefined) {
      if (element?.tagName === "img") element.tagName = name;
      if (kind === "start") starts.push(tag);
      continue;
    }
    // The missing start is reported already, so its end isn't a second finding.
    if (kind === "start") starts.push({ ...tag, needsEnd: false });
    const hint = kind === "end" ? "remove it" : `write \\${text} where it's meant as text`;
    const message = kind === "end" ? `the tag ${text} closes nothing` : `the tag ${text} is left out`;
    diagnostics.push(diagnose("content/html-removed", message, lines.positionOf(tag), hint));
  }
  for (const { name, needsEnd, ...tag } of [...open.values()].flat()) {
    if (!needsEnd) continue;
    const message = `the <${name}> that opens here isn't closed: what follows is in it`;
    const hint = `write </${name}> after it, or \\<${name}> where it's meant as text`;
    diagnostics.push(diagnose("content/markdown", message, lines.positionOf(tag), hint));
  }
  return diagnostics;
}

function positionKey({ position }: Located): string {
  const { line = 0, column = 0 } = position?.start ?? {};
  return `${line}:${column}`;
}
