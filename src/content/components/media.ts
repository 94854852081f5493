import type { Element } from "hast";
import { toString } from "hast-util-to-string";
import { h } from "hastscript";

import { diagnose, type Diagnostic, type Outcome, type SourceFile, startOf } from "#shared/diagnostics/diagnostic.ts";

import type { DocumentDraft } from "../markdown/document-draft.ts";
import { eachElement, elementsOf, parseHtml } from "../markdown/markdown.ts";
import { onlyChildren, type Render } from "../markdown/placeholder.ts";
import { inMarkdown } from "../markdown/to-mdast.ts";
import { findPart, partKinds } from "../page-parts.ts";
import { type BlockDirective, takeLabel } from "./admonition.ts";

/** `:::figure{src=_figures/x.svg}` inlines a drawing, so that it follows the color mode; its content is the caption. */
export function figure(node: BlockDirective, draft: DocumentDraft): Render {
  const part = findPart(node, partKinds.figure, draft);
  if (part === null) return (children) => [h("figure.figure", [h("figcaption", children)])];
  const { value: svg, diagnostics } = parseFigure(part);
  draft.diagnostics.push(...diagnostics);
  const name = nameOf(svg);
  return (children) => {
    // A drawing scrolls on narrow screens; its box takes focus, so that the keyboard can scroll it.
    const box = h("div.figure-scroll", { role: "group", tabIndex: 0, ariaLabel: name }, [...svg]);
    return [h("figure.figure", [inMarkdown(box, { title: name }), h("figcaption", children)])];
  };
}

function nameOf(svg: readonly Element[]): string {
  const titles = svg.map(({ children }) => elementsOf(children).find(({ tagName }) => tagName === "title"));
  const named = titles.map((title) => (title === undefined ? "" : toString(title).trim())).find((text) => text !== "");
  return named === undefined ? "Figure" : `Figure: ${named}`;
}

const forbiddenElements: ReadonlySet<string> = new Set("script style foreignObject a image use animate set".split(" "));

function parseFigure({ file, text }: SourceFile): Outcome<Element[]> {
  const root = parseHtml(text);
  const diagnostics: Diagnostic[] = [];
  eachElement(root, (node) => {
    const before = node.children.length;
    node.children = node.children.filter((child) => child.type !== "element" || !forbiddenElements.has(child.tagName));
    const attributes = Object.keys(node.properties).filter((name) => /^on|^style$|^(xlink)?:?href$/i.test(name));
    for (const name of attributes) delete node.properties[name];
    if (node.children.length === before && attributes.length === 0) return;
    const what = attributes.length > 0 ? `the attribute ${attributes.join(", ")}` : "an element that acts or loads";
    const { line, column } = node.position?.start ?? { line: 1, column: 1 };
    const message = `${what} is left out of the figure`;
    diagnostics.push(diagnose("content/html-removed", message, { file, line, column }, "use the fig-… classes"));
  });
  const svg = elementsOf(root.children).filter(({ tagName }) => tagName === "svg");
  if (svg.length === 0) diagnostics.push(diagnose("directive/invalid", "the figure holds no <svg>", startOf(file)));
  for (const drawing of svg) setSize(drawing);
  return { value: svg, diagnostics };
}

/** An unstyled drawing without a size would fill the window. */
function setSize({ properties }: Element): void {
  const [, , width, height] = String(properties["viewBox"])
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  if (!width || !height) return;
  properties["width"] ??= width;
  properties["height"] ??= height;
}

/** The box has its shape before any file loads. */
export const ratios: readonly string[] = ["16:9", "4:3", "1:1", "9:16"];

/**
 * `::video[Title]{src=/tour.mp4 poster=/tour.png captions=/tour.vtt}` shows a film of the site's own files. Until its
 * reader plays it, only the poster loads. The caption is a block's content, or else the title.
 */
export function video(node: BlockDirective, draft: DocumentDraft): Render {
  const { src, poster, captions, ratio = "16:9" } = node.attributes ?? {};
  const title = takeLabel(node);
  if (title === null) {
    const fault = { message: "a video without a title", hint: "write ::video[What it shows]{src=… poster=…}" };
    draft.report("directive/invalid", fault, node);
    return onlyChildren;
  }
  draft.hasParts = true;
  const [, extension] = /\.(mp4|webm|ogv)$/i.exec(src ?? "") ?? [];
  const type = extension && `video/${extension.toLowerCase().replace("ogv", "ogg")}`;
  const at = { ...(node.position && { position: node.position }) };
  return (children) => {
    const files = [
      { ...h("source", { src, type }), ...at },
      ...(captions == null ? [] : [{ ...h("track", { kind: "captions", src: captions, default: true }), ...at }]),
    ];
    const film = h("video", { poster, controls: true, preload: "none", playsInline: true, ariaLabel: title }, files);
    // In Markdown the title is the film's link already.
    const caption = children.length === 0 ? inMarkdown(h("figcaption", title), "nothing") : h("figcaption", children);
    const className = ["video", `video-${(ratio ?? "").replace(":", "-")}`];
    return [h("figure", { className }, [{ ...film, ...at }, caption])];
  };
}
