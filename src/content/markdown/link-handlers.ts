import type { Element } from "hast";
import { defaultHandlers, type Handle, type State } from "hast-util-to-mdast";
import type { FootnoteDefinition, Link, Nodes, RootContent } from "mdast";

import type { MarkdownAddress } from "#shared/document.ts";
import { decodePercent } from "#shared/percent.ts";

import { elementsOf } from "./markdown.ts";

/** Returns the mark of an address in the text. */
export type ToMark = (target: MarkdownAddress["target"], element: Element) => string;

export function linkHandlers(toMark: ToMark): Record<string, Handle> {
  const film: Handle = (_, element): Link | undefined => {
    const { ariaLabel, title } = element.properties;
    const files = [element, ...elementsOf(element.children)].map(({ properties: { src } }) => src);
    const address = files.find((src) => typeof src === "string");
    if (typeof address !== "string") return undefined;
    const value = ariaLabel ?? title ?? address;
    return { type: "link", url: toMark({ kind: "link", address }, element), children: [{ type: "text", value }] };
  };
  return {
    a: (state, element) => toLink(state, element, toMark),
    img: (state, element) => {
      const address = element.properties["src"] ?? "";
      const url = toMark({ kind: "image", address, isInLink: false }, element);
      return { ...defaultHandlers.img(state, element), url };
    },
    iframe: (state, element) => {
      const link = defaultHandlers.iframe(state, element);
      return link && { ...link, url: toMark({ kind: "link", address: link.url }, element) };
    },
    audio: film,
    video: film,
  };
}

function toLink(state: State, element: Element, toMark: ToMark): Nodes | RootContent[] | undefined {
  const { href, dataFootnoteRef, dataFootnoteBackref } = element.properties;
  if (dataFootnoteRef !== undefined) return { type: "footnoteReference", identifier: footnoteName(href) };
  if (dataFootnoteBackref !== undefined) return undefined;
  const link = defaultHandlers.a(state, element);
  const { contract } = element.data ?? {};
  if (contract !== undefined) {
    const { api, anchor } = contract;
    return { ...link, url: toMark({ kind: "contract", ...(api !== undefined && { api }), anchor }, element) };
  }
  return typeof href === "string" ? { ...link, url: toMark({ kind: "link", address: href }, element) } : link.children;
}

export function toFootnotes(state: State, section: Element): FootnoteDefinition[] {
  const lists = elementsOf(section.children).filter(({ tagName }) => tagName === "ol");
  return lists
    .flatMap(({ children }) => elementsOf(children))
    .map((entry) => ({
      type: "footnoteDefinition",
      identifier: footnoteName(entry.properties["id"]),
      children: state.toFlow(state.all(entry)),
    }));
}

function footnoteName(address: unknown): string {
  const name = String(address).replace(/^#?fn-/, "");
  return decodePercent(name) ?? name;
}
