import type { Code, Definition, FootnoteDefinition, Heading, Paragraph, Root, RootContent, Table } from "mdast";
import type { ContainerDirective } from "mdast-util-directive";

import { conflict, conflictMark } from "#read/source-text.ts";
import { diagnose, type Diagnostic } from "#shared/diagnostics/diagnostic.ts";

import { alertFault } from "./components/admonition.ts";
import { foreignComment, foreignWords, type Mistake, type NodeContext } from "./foreign-notation.ts";
import { markdownInHtml, paragraphMistakes } from "./paragraph-mistakes.ts";
import type { DocumentDraft } from "./markdown/document-draft.ts";
import { eachNode } from "./markdown/markdown.ts";
import type { SourceLines } from "./markdown/source-lines.ts";

/**
 * Markdown is never wrong: broken syntax becomes text, or goes on to the end of the page. Markdown that its writer
 * can't have meant is a warning.
 */
export function findMistakes(tree: Root, draft: DocumentDraft): void {
  const { lines } = draft;
  const source = lines.textOf(tree);
  let unopened = 0;
  eachNode(tree, (node, index, parent) => {
    if (node.type === "paragraph" || node.type === "heading") findConflict(node, draft);
    for (const mistake of mistakesOf(node, lines.textOf(node), { index, parent, source })) {
      if (mistake === null) continue;
      const { offset = 0, mark, ...fault } = mistake;
      // The finding of a false directive's start covers its end.
      if (mark === "end" && unopened > 0) {
        unopened -= 1;
        continue;
      }
      if (mark === "start") unopened += 1;
      const fix = lines.fixIn(node, fault.slip ?? null);
      draft.reportAt("content/markdown", fault, { position: lines.positionWithin(node, offset), fix });
    }
  });
  const { footnotes, repeated } = unusedDefinitions(tree, lines);
  draft.diagnostics.push(...footnotes, ...repeated);
}

/**
 * Reports footnotes without references, whose words nobody sees, and later definitions of a name that is in use:
 * CommonMark keeps the first, and a writer may not see both a page's and its blocks'. A link's name without references
 * is a remark: `[//]: # (remark)`.
 */
export function unusedDefinitions(tree: Root, lines: SourceLines) {
  const defined: (Definition | FootnoteDefinition)[] = [];
  const referred = new Set<string>();
  eachNode(tree, (node) => {
    if (node.type === "definition" || node.type === "footnoteDefinition") defined.push(node);
    if (node.type === "footnoteReference") referred.add(`footnoteDefinition ${node.identifier}`);
    if (node.type === "linkReference" || node.type === "imageReference") referred.add(`definition ${node.identifier}`);
  });
  const [footnotes, repeated]: [Diagnostic[], Diagnostic[]] = [[], []];
  const texts = new Map<string, string>();
  for (const node of defined) {
    const isFootnote = node.type === "footnoteDefinition";
    const name = `[${isFootnote ? "^" : ""}${node.label ?? node.identifier}]`;
    const position = lines.positionOf(node);
    const key = `${node.type} ${node.identifier}`;
    const text = lines.textOf(node).trim();
    const first = texts.get(key) ?? text;
    texts.set(key, first);
    if (referred.has(key) && first !== text) {
      const message = `${name} is defined earlier in this page or in a block of it: this one isn't used`;
      repeated.push(diagnose("content/markdown", message, position, "give this one another name"));
    } else if (isFootnote && !referred.has(key)) {
      const hint = `write ${name} where it belongs, or remove it`;
      const message = `nothing refers to the footnote ${name}: it is left out`;
      footnotes.push(diagnose("content/markdown", message, position, hint));
    }
  }
  return { footnotes, repeated };
}

function findConflict(node: Paragraph | Heading, { lines, diagnostics }: DocumentDraft): void {
  const begin = conflictMark.exec(lines.textOf(node));
  if (begin === null) return;
  const position = lines.positionWithin(node, begin.index);
  diagnostics.push(diagnose("content/conflict", conflict.message, position, conflict.hint));
}

function mistakesOf(node: RootContent, written: string, context: NodeContext): readonly (Mistake | null)[] {
  switch (node.type) {
    case "table":
      return wideRows(node);
    case "text":
      return [unboldWords(written), ...textMistakes(written, context.source), ...foreignWords(node, written, context)];
    case "heading":
      return node.children.length > 0 ? [] : [{ message: "a heading without words", hint: "write them, or remove it" }];
    case "paragraph":
      return paragraphMistakes(node, written, context.parent.type === "root" && context.index === 0);
    case "code":
      return [unclosedFence(written), lineMark(written), strayEnd(node, written)];
    case "delete":
      return [struckBySigns(written, context)];
    case "containerDirective":
      return [unclosedContainer(node, written)];
    case "blockquote":
      return [alertFault(written)];
    case "html":
      return [unclosedComment(written), foreignComment(written), markdownInHtml(written)];
    default:
      return [];
  }
}

function unclosedFence(written: string): Mistake | null {
  const [fence] = /^(?:`{3,}|~{3,})/.exec(written) ?? [];
  if (fence === undefined || endsWith(written, fence)) return null;
  return { message: "the code block that opens here isn't closed", hint: `write ${fence} below its last line` };
}

/** `// highlight-next-line` of Docusaurus, `// [!code ++]` of VitePress. */
function lineMark(written: string): Mistake | null {
  const mark = /(?:\/\/|#|--|\/\*|%)[ \t]*(?:highlight-(?:next-line|start|end)|\[!code [^\]\n]*\])/.exec(written);
  if (mark === null || /^\W+(?:md|mdx|markdown)\b/.test(written)) return null;
  const message = `\`${mark[0]}\` does nothing here: it is published in the code`;
  return { message, hint: "remove it; {1,3-5} behind the language marks lines", offset: mark.index };
}

/** An end without its start, as where Markdown in an indented cell of a table begins with four spaces. */
function strayEnd({ value }: Code, written: string): Mistake | null {
  if (/^(?:`{3}|~{3})/.test(written)) return null;
  const ends = Array.from(value.matchAll(/^<\/([a-z][\w-]*)>/gim));
  const end = ends.find(({ index, 1: name }) => !value.slice(0, index).includes(`<${name}`));
  if (end === undefined) return null;
  const message = `four spaces make code of these lines: readers see ${end[0]}`;
  return { message, hint: "indent them by less" };
}

/** `1~5, 10~20`: signs between words that GFM strikes through. */
function struckBySigns(written: string, { index, parent: { children } }: NodeContext): Mistake | null {
  const [before, after] = [children[index - 1], children[index + 1]];
  const isWithin =
    (before?.type === "text" && /[\p{L}\p{N}]$/u.test(before.value)) ||
    (after?.type === "text" && /^[\p{L}\p{N}]/u.test(after.value));
  if (written.startsWith("~~") || !isWithin) return null;
  const message = "the words between these ~ are struck through";
  return { message, hint: "write \\~ for the sign itself, or ~~ to strike" };
}

function unclosedContainer({ name }: ContainerDirective, written: string): Mistake | null {
  const [colons = ":::"] = /^:{3,}/.exec(written) ?? [];
  if (endsWith(written, colons)) return null;
  const hint = `write ${colons} below it; what holds another one needs more colons`;
  return { message: `the directive ${colons}${name} that opens here isn't closed`, hint };
}

function endsWith(written: string, mark: string): boolean {
  const last = written
    .slice(written.lastIndexOf("\n") + 1)
    .replace(/^[\s>]*/, "")
    .trimEnd();
  return written.includes("\n") && last.startsWith(mark) && last === mark.charAt(0).repeat(last.length);
}

function unclosedComment(written: string): Mistake | null {
  if (!written.startsWith("<!--") || written.includes("-->")) return null;
  const message = "the comment that opens here isn't closed: the rest of the page is in it";
  return { message, hint: "write --> after it" };
}

function wideRows({ children: [head, ...rows], position }: Table): readonly Mistake[] {
  const columns = head?.children.length ?? 0;
  const start = position?.start.offset ?? 0;
  return rows
    .filter(({ children }) => children.slice(columns).some((cell) => cell.children.length > 0))
    .map((row) => ({
      message: `a row of ${row.children.length} cells in a table of ${columns} columns: the last are left out`,
      hint: "write a | within a cell as \\|",
      offset: (row.position?.start.offset ?? start) - start,
    }));
}

/** `[text][name]`, but not behind a word: `list[0][1]` is code. */
const reference = /(?<![\w\])\\])\[(?!\^)([^[\]]+)\]\[([^[\]]*)\]/g;
const footnote = /(?<!\\)\[\^([\w-]+)\](?!:)/g;
const spaced = /(?<!\\)\[[^[\]]+\]\(([^()\s<>"']+(?:[ \t]+[^()\s"']+)+)\)/g;

/** Both marks of bold words, or what's left of them beside signs of Chinese, Japanese and Korean. */
const unbold = [
  /(?<![\w\\*])\*\*(?=[^\s*/])[^*\n]*[^\s*\\]\*\*(?!\*)/,
  /(?<!\\)\*\*[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\u3000-\u303f\uff00-\uffef][^*\n]{0,20}/u,
];

/** CommonMark sees no end of bold words between a sign and a letter, as in `**重要：**次`. */
function unboldWords(written: string): Mistake | null {
  const match = unbold.map((form) => form.exec(written)).find((found) => found !== null);
  if (match === undefined) return null;
  const message = `\`${match[0]}\` is published as it is written: it isn't bold`;
  return { message, hint: "put a space outside of the **, or move the signs within them out", offset: match.index };
}

/** `x.png =300x200` */
const sized = /^(\S+)\s+=(\d*)x?\d*$/;

function howToDefine(name: string, what: string, source: string): string {
  const start = `[${name}]:`.toLowerCase();
  const isThere = source.split("\n").some((line) => line.trimStart().toLowerCase().startsWith(start));
  return isThere ? `put an empty line above [${name}]:` : `write [${name}]: and its ${what} on a line of its own`;
}

function textMistakes(written: string, source: string): readonly Mistake[] {
  if (!written.includes("[")) return [];
  return [
    ...Array.from(written.matchAll(reference), ({ index, 1: text = "", 2: name = "" }) => ({
      message: `nothing defines the link \`${name === "" ? text : name}\``,
      hint: howToDefine(name === "" ? text : name, "address", source),
      offset: index,
    })),
    ...Array.from(written.matchAll(footnote), ({ index, 1: name = "" }) => ({
      message: `there is no footnote \`${name}\``,
      hint: howToDefine(`^${name}`, "text", source),
      offset: index,
    })),
    ...Array.from(written.matchAll(spaced), ({ index, 1: address = "" }) => ({
      message: "this is text, not a link: its address has a space",
      hint: sized.test(address)
        ? address.replace(sized, 'write <img src="$1" width="$2" alt="…">')
        : `write (<${address}>)`,
      offset: index,
    })),
  ];
}
