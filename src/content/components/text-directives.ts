import type { ElementContent } from "hast";
import { h } from "hastscript";
import type { TextDirective } from "mdast-util-directive";
import { toString } from "mdast-util-to-string";

import { toDollars } from "#shared/json/cents.ts";

import type { DocumentDraft } from "../markdown/document-draft.ts";
import type { Render } from "../markdown/placeholder.ts";
import { inMarkdown } from "../markdown/to-mdast.ts";

export const tones: readonly string[] = ["info", "tip", "warning", "danger"];

/** `:badge[New]{tone=tip}` marks its neighbor with a word or two; a heading's anchor leaves it out. */
export function badge(node: TextDirective, draft: DocumentDraft): Render {
  const tone = node.attributes?.["tone"] ?? null;
  if (node.children.length === 0) {
    const fault = { message: "a badge without words", hint: "write :badge[New]" };
    draft.report("directive/invalid", fault, node);
  }
  draft.hasParts = true;
  const className = ["badge", ...(tone === null ? [] : [`badge-${tone}`])];
  return (children) => [inMarkdown(h("span", { className }, children), "aside")];
}

/** `:support` names the support contact of the settings; without one it prints its own words. */
export function support(node: TextDirective, draft: DocumentDraft): Render {
  const content = whomToAsk(toString(node).trim(), draft.support);
  return () => [...content];
}

function whomToAsk(words: string, setting: DocumentDraft["support"]): readonly ElementContent[] {
  if (setting === null) return [{ type: "text", value: words === "" ? "your provider contact" : words }];
  const { name, url, email } = setting;
  const mail = (label: string): ElementContent => h("a", { href: `mailto:${email}` }, label);
  if (url === null) return [email === null ? { type: "text", value: name } : mail(name)];
  const page = h("a", { href: url }, name);
  return email === null ? [page] : [page, { type: "text", value: " (" }, mail(email), { type: "text", value: ")" }];
}

/** `:cents[240000]` computes the dollars: `240000 ($2,400.00)`. */
export function cents(node: TextDirective, draft: DocumentDraft): Render {
  const text = toString(node).trim();
  if (!/^-?\d+$/.test(text) || !Number.isSafeInteger(Number(text))) {
    const hint = "write whole cents, digits only, as in :cents[240000]";
    draft.report("sample/invalid", { message: `\`${text}\` is not an amount in cents`, hint }, node);
  }
  const dollars = `(${toDollars(text) ?? text})`;
  return () => [h("span.money", [text, " ", h("span.money-usd", dollars)])];
}
