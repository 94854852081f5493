import { h } from "hastscript";

import type { SampleFault } from "#shared/conformance/sample-fault.ts";

import type { DocumentDraft } from "../markdown/document-draft.ts";
import { escapeText, joined } from "../markdown/markdown-forms.ts";
import { onlyChildren, type Rendering } from "../markdown/placeholder.ts";
import { type BlockDirective, takeLabel } from "./admonition.ts";

/** Shapes of the box, which is there before any of its files. */
const ratios: readonly string[] = ["16:9", "4:3", "1:1", "9:16"];

/**
 * `::video[Title]{src=/tour.mp4 poster=/tour.png captions=/tour.vtt}`: a film of the site's own files. It plays when its
 * reader says so, and until then only the poster is loaded. A block's content is its caption, else the title.
 */
export function video(node: BlockDirective, draft: DocumentDraft): Rendering {
  const { src, poster, captions, ratio = "16:9" } = node.attributes ?? {};
  const title = takeLabel(node);
  const fault = faultOf(title, ratio ?? "");
  if (fault !== null || title === null) {
    if (fault !== null) draft.report("directive/invalid", fault, node);
    return onlyChildren;
  }
  draft.usePart();
  const position = draft.lines.positionOf(node);
  const mark = draft.addresses.add({ target: { kind: "link", address: src ?? "" }, position });
  const link = `[${escapeText(title)}](${mark})`;
  const at = { ...(node.position && { position: node.position }) };
  return {
    html: (children) => {
      const files = [
        { ...h("source", { src, type: typeOf(src ?? "") }), ...at },
        ...(captions == null ? [] : [{ ...h("track", { kind: "captions", src: captions, default: true }), ...at }]),
      ];
      const film = h("video", { poster, controls: true, preload: "none", playsInline: true, ariaLabel: title }, files);
      const caption = children.length === 0 ? title : children;
      const className = ["video", `video-${(ratio ?? "").replace(":", "-")}`];
      return [h("figure", { className }, [{ ...film, ...at }, h("figcaption", caption)])];
    },
    markdown: (content) => joined([link, content]),
  };
}

function faultOf(title: string | null, ratio: string): SampleFault | null {
  if (title === null)
    return { message: "a video without a title", hint: "write ::video[What it shows]{src=… poster=…}" };
  if (ratios.includes(ratio)) return null;
  return { message: `no ratio \`${ratio}\``, hint: `there are ${ratios.join(", ")}` };
}

function typeOf(src: string): string | undefined {
  const [extension = ""] = /\.(mp4|webm|ogv)$/i.exec(src)?.slice(1) ?? [];
  const name = extension.toLowerCase();
  return name === "" ? undefined : `video/${name === "ogv" ? "ogg" : name}`;
}
