import type { ElementContent } from "hast";
import { h } from "hastscript";
import type { TextDirective } from "mdast-util-directive";
import { toString } from "mdast-util-to-string";

import { cellMarkdown } from "../markdown/cell-markdown.ts";
import type { DocumentDraft } from "../markdown/document-draft.ts";
import type { Rendering } from "../markdown/placeholder.ts";

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
