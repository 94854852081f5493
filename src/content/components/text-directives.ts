import type { ElementContent } from "hast";
import { h } from "hastscript";
import type { TextDirective } from "mdast-util-directive";
import { toString } from "mdast-util-to-string";

import { toDollars } from "#shared/json/cents.ts";
import { nearestHint } from "#shared/diagnostics/nearest.ts";
import { slipOf } from "#shared/diagnostics/slip.ts";

import { checkAttributes } from "../directive-attributes.ts";
import type { DocumentDraft } from "../markdown/document-draft.ts";
import { cellMarkdown } from "../markdown/element-markdown.ts";
import { escapeText } from "../markdown/markdown-forms.ts";
import type { Rendering } from "../markdown/placeholder.ts";

const tones: readonly string[] = ["info", "tip", "warning", "danger"];

/** `:badge[New]{tone=tip}`: a word or two that mark what stands beside them; in a heading they are no part of its anchor. */
export function badge(node: TextDirective, draft: DocumentDraft): Rendering {
  const tone = node.attributes?.["tone"] ?? null;
  const fault = node.children.length === 0 ? withoutWords : (checkAttributes(node, ["tone"]) ?? toneFault(tone));
  if (fault !== null) draft.report("directive/invalid", fault, node);
  draft.hasParts = true;
  return {
    html: (children) => [h("span", { className: ["badge", ...(tone === null ? [] : [`badge-${tone}`])] }, children)],
    markdown: (content) => `(${content})`,
  };
}

const withoutWords = { message: "a badge without words", hint: "write :badge[New]" };

function toneFault(tone: string | null) {
  if (tone === null || tones.includes(tone)) return null;
  const hint = nearestHint(tone, tones) ?? `there are ${tones.join(", ")}`;
  return { message: `no tone \`${tone}\``, hint, slip: slipOf(tone, tones) };
}

/** `:support`: whom a reader asks, as the settings say; where they do not, the directive's own words. */
export function support(node: TextDirective, draft: DocumentDraft): Rendering {
  const content = whomToAsk(toString(node).trim(), draft.support);
  return { html: () => [...content], markdown: () => cellMarkdown(content, draft.addresses) };
}

function whomToAsk(words: string, setting: DocumentDraft["support"]): readonly ElementContent[] {
  if (setting === null) return [{ type: "text", value: words === "" ? "your provider contact" : words }];
  const { name, url, email } = setting;
  const mail = (label: string): ElementContent => h("a", { href: `mailto:${email}` }, label);
  if (url === null) return [email === null ? { type: "text", value: name } : mail(name)];
  const page = h("a", { href: url }, name);
  return email === null ? [page] : [page, { type: "text", value: " (" }, mail(email), { type: "text", value: ")" }];
}

/** `:cents[240000]`: an amount of money in cents with its dollars beside it, computed: `240000 ($2,400.00)`. */
export function cents(node: TextDirective, draft: DocumentDraft): Rendering {
  const text = toString(node).trim();
  if (!/^-?\d+$/.test(text) || !Number.isSafeInteger(Number(text))) {
    const hint = "write whole cents, digits only, as in :cents[240000]";
    draft.report("sample/invalid", { message: `\`${text}\` is not an amount in cents`, hint }, node);
  }
  const dollars = `(${toDollars(text) ?? text})`;
  return {
    html: () => [h("span.money", [text, " ", h("span.money-usd", dollars)])],
    markdown: () => escapeText(`${text} ${dollars}`),
  };
}
