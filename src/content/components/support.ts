import type { ElementContent } from "hast";
import { h } from "hastscript";
import type { TextDirective } from "mdast-util-directive";
import { toString } from "mdast-util-to-string";

import type { Draft } from "../draft/document-draft.ts";
import type { Render } from "../draft/placeholder.ts";

/** `:support`: whom a reader asks, as the settings say; where they do not, the directive's own words. */
export function support(node: TextDirective, draft: Draft): Render {
  const words = toString(node).trim();
  if (draft.support === null) return () => [{ type: "text", value: words === "" ? "your provider contact" : words }];
  const { name, url, email } = draft.support;
  const mail = (label: string): ElementContent => h("a", { href: `mailto:${email}` }, label);
  if (url === null) return () => [email === null ? { type: "text", value: name } : mail(name)];
  const page = h("a", { href: url }, name);
  return () =>
    email === null ? [page] : [page, { type: "text", value: " (" }, mail(email), { type: "text", value: ")" }];
}
