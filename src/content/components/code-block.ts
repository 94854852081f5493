import type { Element } from "hast";
import { h } from "hastscript";
import type { Code } from "mdast";

import { diagnose } from "../../model/diagnostic.ts";
import { toHtml, type Html } from "../../model/html.ts";
import { nearest } from "../../suggest/nearest.ts";
import type { Draft } from "../draft.ts";
import { parseFenceMeta } from "../fence-meta.ts";
import type { Render } from "../placeholder.ts";

/** What a published code block shows. `marked` holds line numbers from 1. */
export interface CodeFigure {
  readonly html: Html;
  readonly language: string;
  readonly title: string | null;
  readonly marked: ReadonlySet<number>;
}

/** A fenced code block: highlighted at build time, with its title and marked lines. */
export function codeBlock(node: Code, draft: Draft): Render {
  const language = (node.lang ?? "").toLowerCase();
  const meta = parseFenceMeta(node.meta ?? "");
  if (!draft.highlighter.knows(language)) {
    const suggestion = nearest(language, ["bash", "http", "javascript", "json", "python", "text", "typescript", "yaml"]);
    const hint = suggestion === null ? "it is published without colours; ```text says so" : `did you mean ${suggestion}?`;
    draft.diagnostics.push(
      diagnose("content/code-language", `unknown code language \`${language}\``, draft.lines.positionOf(node), hint),
    );
  }
  const html = draft.highlighter.highlight(node.value, language);
  const title = meta.attributes.get("title") ?? null;
  return () => [codeFigure({ html, language, title, marked: meta.marked })];
}

/** The markup of a code block. */
export function codeFigure({ html, language, title, marked }: CodeFigure): Element {
  const code = h("code");
  code.children = [{ type: "raw", value: withMarks(html, marked) }];
  const pre = h("pre", { tabIndex: 0 }, [code]);
  const caption = title === null ? [] : [h("figcaption", title)];
  const copy = h("button.copy", { type: "button" }, "Copy");
  return h("figure.code", { dataLanguage: language || "text" }, [...caption, pre, copy]);
}

function withMarks(html: Html, marked: ReadonlySet<number>): Html {
  if (marked.size === 0) return html;
  const opening = '<span class="line">';
  const lines = html.split("\n").map((line, index) =>
    marked.has(index + 1) ? `<span class="line marked">${line.slice(opening.length)}` : line,
  );
  return toHtml(lines.join("\n"));
}
