import { createContext, type ReactNode, useContext } from "react";

import { hrefOf } from "#shared/contract/reference.ts";
import type { AuthoredLink, ExternalDocs, Markdown } from "#shared/contract/text.ts";
import { toOrigin } from "#shared/document.ts";
import { type Html, toHtml } from "#shared/html.ts";
import type { ReferenceView } from "#shared/view.ts";

import { Markup } from "../markup.tsx";

/** The context holds the page that's being printed, so that deeply nested components can read it. */
export const ReferenceContext = createContext<ReferenceView | null>(null);

/** The hook returns the current page. It throws outside of the reference page. */
export function useReference(): ReferenceView {
  const view = useContext(ReferenceContext);
  if (view === null) throw new Error("a part of the reference was rendered outside of it");
  return view;
}

/**
 * Where something uses named schemas, this many more levels of them are printed. The schemas' own sections only contain
 * links.
 */
export const NestedLevels = createContext(0);

/**
 * The value is true in responses, where folds of named schemas are filled from their sections. A request is printed
 * whole at once, because readers have to fill it in.
 */
export const FilledFolds = createContext(false);

/**
 * The component prints a text by the contract's author, if there is one. A text of a single paragraph becomes a single
 * element.
 */
export function ContractText({ text, as, below = 4 }: ContractTextProps) {
  const { htmlByText } = useReference();
  const html = text === null ? undefined : htmlByText.get(text.text);
  if (html === undefined) return null;
  const [, paragraph] = (as !== "span" && /^<p>((?:(?!<\/?p[\s>])[^])*)<\/p>\s*$/.exec(html)) || [];
  if (paragraph !== undefined) return <Markup as={as ?? "p"} className="prose" html={toHtml(paragraph)} />;
  return <Markup as={as} className="prose" html={withHeadingsBelow(below, html)} />;
}

interface ContractTextProps {
  readonly text: Markdown | null;
  readonly as?: "dd" | "span" | undefined;
  readonly below?: 1 | 2 | 3 | 4 | undefined;
}

/**
 * Several parts may have the same text, so its headings are shifted to start a level below the heading of each part.
 */
function withHeadingsBelow(level: number, html: Html): Html {
  const levels = Array.from(html.matchAll(/<h([1-6])\b/g), ([, number]) => Number(number));
  if (levels.length === 0) return html;
  const step = level + 1 - Math.min(...levels);
  return toHtml(html.replaceAll(/(<\/?h)([1-6])\b/g, (_, tag, number) => tag + Math.min(6, Number(number) + step)));
}

/** The link leads to further reading. */
export function FurtherReading({ docs }: { readonly docs: ExternalDocs | null }) {
  const { hrefByLink } = useReference();
  if (docs === null || (docs.description === null && !hrefByLink.has(docs.url))) return null;
  return (
    <p>
      <AuthoredAnchor link={docs}>
        {docs.description === null ? "Read more" : <ContractText as="span" text={docs.description} />}
      </AuthoredAnchor>
    </p>
  );
}

/** The contract's author wrote the link. If its address leads nowhere, only its words are printed. */
export function AuthoredAnchor({ link: { url, position }, children }: AuthoredAnchorProps) {
  const href = useReference().hrefByLink.get(url);
  if (href === undefined) return <>{children}</>;
  return (
    <a href={href} rel="noopener" data-origin={toOrigin(position)}>
      {children}
    </a>
  );
}

interface AuthoredAnchorProps {
  readonly link: AuthoredLink;
  readonly children: ReactNode;
}

/**
 * A list may be longer than its printed part; readers then see how much is printed, and a link to a file with the whole
 * list.
 */
export function ListExtent({ count, toText }: ListExtentProps) {
  const { longCode, part } = useReference();
  const file = count > part.listLength ? longCode.get(toText()) : undefined;
  if (file === undefined) return null;
  const [shown, all] = [part.listLength, count].map((number) => number.toLocaleString("en-US"));
  return (
    <p className="limit rest">
      The first {shown} of {all}.{" "}
      <a href={file} data-origin={origin}>
        All of them as JSON Schema
      </a>
    </p>
  );
}

interface ListExtentProps {
  readonly count: number;
  /** The result is the whole list as JSON Schema. */
  readonly toText: () => string;
}

/** The link leads to the section of a named schema. A name that's missing from the contract is plain text. */
export function SchemaLink({ name }: { readonly name: string }) {
  const anchor = useReference().reference.anchorByName.get(name);
  return anchor === undefined ? <>{name}</> : <InnerLink anchor={anchor}>{name}</InnerLink>;
}

/** The link leads to where the reference prints the anchor's target, on this page or on another page. */
export function InnerLink({ anchor, children }: { readonly anchor: string; readonly children: ReactNode }) {
  const { reference, part } = useReference();
  const href = hrefOf(reference, anchor);
  return (
    <a href={href.startsWith(`${part.href}#`) ? href.slice(part.href.length) : href} data-origin={origin}>
      {children}
    </a>
  );
}

const origin = "templates/reference/reference-context.tsx";
