import type { Root, RootContent, Table } from "mdast";
import type { ContainerDirective } from "mdast-util-directive";

import { diagnose, type Diagnostic, withFix } from "#shared/diagnostic.ts";
import type { Slip } from "#shared/slip.ts";

import { alertFault } from "./github-alerts.ts";
import { eachNode } from "./markdown/markdown.ts";
import type { SourceLines } from "./markdown/source-lines.ts";

/**
 * Markdown is never wrong: what does not fit becomes text, or goes on to the end of the page. What its writer cannot have
 * meant is a warning.
 */
export function findMistakes(tree: Root, lines: SourceLines): readonly Diagnostic[] {
  const found: Diagnostic[] = [];
  let unopened = 0;
  eachNode(tree, (node) => {
    for (const { message, hint, offset = 0, mark, slip = null } of mistakesOf(node, lines.textOf(node))) {
      // The end of a directive that is none has been told with its start.
      if (mark === "end" && unopened > 0) {
        unopened -= 1;
        continue;
      }
      if (mark === "start") unopened += 1;
      const finding = diagnose("content/markdown", message, lines.placeWithin(node, offset), hint);
      found.push(withFix(finding, lines.fixIn(node, slip)));
    }
  });
  return found;
}

interface Mistake {
  readonly message: string;
  readonly hint: string;
  /** Where in the node's text; its start without it. */
  readonly offset?: number;
  /** Of a directive, by its look. */
  readonly mark?: "start" | "end";
  /** Of a word in the first line. */
  readonly slip?: Slip | null;
}

/** `written` is the node as its writer wrote it. */
function mistakesOf(node: RootContent, written: string): readonly Mistake[] {
  switch (node.type) {
    case "code":
      return unclosedFence(written);
    case "containerDirective":
      return unclosedContainer(node, written);
    case "blockquote":
      return [alertFault(written) ?? []].flat();
    case "html":
      return unclosedComment(written);
    case "table":
      return wideRows(node);
    case "paragraph":
      return paragraphMistakes(written);
    case "text":
      return textMistakes(written);
    default:
      return [];
  }
}

function unclosedFence(written: string): readonly Mistake[] {
  const [fence] = /^(?:`{3,}|~{3,})/.exec(written) ?? [];
  if (fence === undefined || endsWith(written, fence)) return [];
  return [{ message: "the code block that opens here is not closed", hint: `write ${fence} below its last line` }];
}

function unclosedContainer({ name }: ContainerDirective, written: string): readonly Mistake[] {
  const [colons = ":::"] = /^:{3,}/.exec(written) ?? [];
  if (endsWith(written, colons)) return [];
  const hint = `write ${colons} below it; what holds another one needs more colons`;
  return [{ message: `the directive ${colons}${name} that opens here is not closed`, hint }];
}

/** Whether the last line is a closing mark; a quote or list may stand before it. */
function endsWith(written: string, mark: string): boolean {
  const last = written
    .slice(written.lastIndexOf("\n") + 1)
    .replace(/^[\s>]*/, "")
    .trimEnd();
  return written.includes("\n") && last.startsWith(mark) && last === mark.charAt(0).repeat(last.length);
}

function unclosedComment(written: string): readonly Mistake[] {
  if (!written.startsWith("<!--") || written.includes("-->")) return [];
  return [
    {
      message: "the comment that opens here is not closed: the rest of the page is in it",
      hint: "write --> behind it",
    },
  ];
}

/** Cells beyond the columns of the head are not published. */
function wideRows({ children: [head, ...rows], position }: Table): readonly Mistake[] {
  const columns = head?.children.length ?? 0;
  const start = position?.start.offset ?? 0;
  return rows
    .filter(({ children }) => children.length > columns)
    .map((row) => ({
      message: `a row of ${row.children.length} cells in a table of ${columns} columns: the last are left out`,
      hint: "write a | within a cell as \\|",
      offset: (row.position?.start.offset ?? start) - start,
    }));
}

function paragraphMistakes(written: string): readonly Mistake[] {
  const [, colons, space = "", name = "", rest = ""] = /^(:{2,})([ \t]*)([a-z]*)[ \t]*([^\n]*)/.exec(written) ?? [];
  if (colons !== undefined && name === "" && rest === "")
    return [
      {
        message: `${colons} closes nothing`,
        hint: "remove it, or look for a directive that was closed before",
        mark: "end",
      },
    ];
  if (colons !== undefined && name !== "" && (space !== "" || /^[^[{:]/.test(rest))) {
    const title = rest === "" || rest.startsWith("[") ? rest : `[${rest}]`;
    const mark = /\n\s*:{3,}\s*$/.test(written) ? {} : ({ mark: "start" } as const);
    return [{ message: "this is no directive, but text", hint: `write ${colons}${name}${title}`, ...mark }];
  }
  if (moduleLine.test(written))
    return [
      {
        message: "lines of MDX do nothing here: they are published as text",
        hint: "remove them; `docs-build explain directives` tells what there is instead, like ::include and ::::tabs",
      },
    ];
  if (/^#{2,6}[^\s#]/.test(written))
    return [{ message: "this is no heading, but text", hint: "write a space behind the last #" }];
  const [head = "", marks = ""] = written.split("\n");
  if (!/^\|.*\|\s*$/.test(head) || !/^\s*\|.*\|\s*$/.test(marks)) return [];
  const hint = `its second line has to be ${"| --- ".repeat(Math.max(1, head.split(/(?<!\\)\|/).length - 2))}|`;
  return [{ message: "this is no table, but text", hint }];
}

/** `import Tabs from "@theme/Tabs"`, `import "./x.css"`, `export const x = …` */
const moduleLine =
  /^(?:import\s+(?:[\w*{][^\n]*\sfrom\s+)?(["'])[^"'\n]+\1|export\s+(?:default\s|(?:const|let|function)\s+\w+\s*[=(]))/;

/** `[text][name]`, not behind a word: `list[0][1]` is code. */
const reference = /(?<![\w\])\\])\[(?!\^)([^[\]]+)\]\[([^[\]]*)\]/g;
const footnote = /(?<!\\)\[\^([\w-]+)\](?!:)/g;
const spaced = /(?<!\\)\[[^[\]]+\]\(([^()\s<>"']+(?:[ \t]+[^()\s"']+)+)\)/g;

function textMistakes(written: string): readonly Mistake[] {
  if (!written.includes("[")) return [];
  return [
    ...Array.from(written.matchAll(reference), ({ index, 1: text = "", 2: name = "" }) => ({
      message: `nothing defines the link \`${name === "" ? text : name}\``,
      hint: `write [${name === "" ? text : name}]: and its address on a line of its own`,
      offset: index,
    })),
    ...Array.from(written.matchAll(footnote), ({ index, 1: name = "" }) => ({
      message: `there is no footnote \`${name}\``,
      hint: `write [^${name}]: and its text on a line of its own`,
      offset: index,
    })),
    ...Array.from(written.matchAll(spaced), ({ index, 1: address = "" }) => ({
      message: "this is no link, but text: its address has a space",
      hint: `write (<${address}>)`,
      offset: index,
    })),
  ];
}
