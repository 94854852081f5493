import type { Element } from "hast";
import { h } from "hastscript";

import type { Html } from "../../model/html.ts";

/** What a published code block shows. */
export interface CodeFigure {
  /** The highlighted code. */
  readonly html: Html;
  readonly language: string;
  readonly title: string | null;
}

/** The markup of a code block. */
export function codeFigure({ html, language, title }: CodeFigure): Element {
  const code = h("code");
  code.children = [{ type: "raw", value: html }];
  const pre = h("pre", { tabIndex: 0 }, [code]);
  const caption = title === null ? [] : [h("figcaption", title)];
  const copy = h("button.copy", { type: "button" }, "Copy");
  return h("figure.code", { dataLanguage: language || "text" }, [...caption, pre, copy]);
}
