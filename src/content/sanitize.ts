import type { Element, Parents, Root } from "hast";
import { defaultSchema, sanitize, type Schema } from "hast-util-sanitize";

import { diagnose, type Diagnostic, type Outcome, type Position } from "#shared/diagnostics/diagnostic.ts";
import { isCovered } from "#shared/policy.ts";
import { framePrefix } from "#shared/view.ts";

import { eachElement, parseRawHtml } from "./markdown/markdown.ts";
import { placeholderTag } from "./markdown/placeholder.ts";
import type { SourceLines } from "./markdown/source-lines.ts";

/**
 * Raw HTML is parsed and sanitized only where there is some: most texts have none. `frames` are the sources of the pages
 * that it may show in an `<iframe>`.
 */
export function cleanRaw(tree: Root, lines: SourceLines, frames: readonly string[]): Outcome<Root> {
  if (!holdsRaw(tree)) return { value: tree, diagnostics: [] };
  closeTags(tree);
  return sanitizeTree(parseRawHtml(tree), lines, frames);
}

/** `<a id="x"/>` opens an element in HTML, and all that follows is in it; its writer has closed it. */
function closeTags({ children }: Parents): void {
  for (const child of children) {
    if (child.type === "raw") child.value = child.value.replaceAll(selfClosed, "<$1$2></$1>");
    else if (child.type === "element") closeTags(child);
  }
}

const selfClosed =
  /<(?!(?:area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr)\b)([a-z][a-z\d-]*)((?:\s+[^\s"'<>/=]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'=<>`]+(?=\s)))?)*)\s*\/>/gi;

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

/**
 * What raw HTML in Markdown may hold: GitHub's allow-list, plus what real documents use, minus what could act
 * (styles, forms, handlers). Addresses are judged later, with the Markdown links.
 */
const schema: Schema = {
  ...defaultSchema,
  clobberPrefix: "",
  tagNames: [
    ...(defaultSchema.tagNames ?? []).filter((name) => !["input", "picture", "source"].includes(name)),
    ...["abbr", "figure", "figcaption", "mark", "small", "u", "wbr", "input", "iframe", placeholderTag],
  ],
  attributes: {
    ...defaultSchema.attributes,
    "*": ["id", "title", "lang", "dir", "ariaLabel", "ariaHidden", "ariaDescribedBy", "className"],
    a: ["href", "name", "download", "dataFootnoteRef", "dataFootnoteBackref"],
    td: [["align", "left", "center", "right"]],
    th: [["align", "left", "center", "right"]],
    img: ["src", "alt", "width", "height", "loading"],
    iframe: ["src", "width", "height", "allow", "allowFullScreen", "loading", "referrerPolicy"],
    input: [["type", "checkbox"], ["disabled", true], "checked"],
    [placeholderTag]: ["dataIndex"],
  },
  protocols: {},
  required: { input: { type: "checkbox", disabled: true } },
  strip: ["script", "style", "template", "noscript"],
};

/** Removes what is not on the allow-list; every removal is a warning at its place. */
function sanitizeTree(tree: Root, lines: SourceLines, frames: readonly string[]): Outcome<Root> {
  const diagnostics: Diagnostic[] = [];
  const allowed = new Set(schema.tagNames);
  eachElement(tree, (node) => {
    const position = lines.positionOf(node);
    if (node.tagName === "iframe") {
      diagnostics.push(...cleanFrame(node, frames, position));
      return;
    }
    if (!allowed.has(node.tagName)) {
      const hint = node.tagName === "video" ? "write ::video[Title]{src=… poster=…} instead" : undefined;
      diagnostics.push(removed(`the element <${node.tagName}> is`, position, hint));
      return;
    }
    for (const name of Object.keys(node.properties)) {
      if (/^on/i.test(name) || name === "style")
        diagnostics.push(removed(`the attribute ${name} of <${node.tagName}> is`, position));
    }
    for (const name of ["id", "name"]) {
      const value = String(node.properties[name]);
      const isFrame = value.startsWith(framePrefix);
      if (!isFrame && !clobbering.has(value)) continue;
      const why = isFrame ? "is the frame's" : "shadows a property of the page";
      diagnostics.push(
        removed(`the ${name} "${value}" ${why} and is`, position, isFrame ? "write another" : undefined),
      );
      delete node.properties[name];
    }
  });
  const clean = sanitize(tree, schema);
  return { value: clean.type === "root" ? clean : { type: "root", children: [] }, diagnostics };
}

/** A frame of a page that the site's policy names: loaded late, with a name for who cannot see it. Others become nothing. */
function cleanFrame(frame: Element, frames: readonly string[], position: Position): readonly Diagnostic[] {
  const { src, title } = frame.properties;
  const address = typeof src === "string" ? src : "";
  frame.children = [];
  if (isCovered(address, frames)) {
    const host = new URL(address, "https://page.example").hostname;
    frame.properties = { title: title ?? `From ${host}`, loading: "lazy", ...frame.properties };
    return [];
  }
  frame.tagName = "noframes";
  const origin = /^https?:/i.test(address) && URL.canParse(address) ? new URL(address).origin : null;
  const hint =
    origin === null ? undefined : `to show it, write \`policy: { frame-src: [${origin}] }\` in content/site.yaml`;
  return [removed("the element <iframe> is", position, hint)];
}

function removed(what: string, position: Position, hint = "use Markdown or a directive instead"): Diagnostic {
  return diagnose("content/html-removed", `${what} left out`, position, hint);
}
