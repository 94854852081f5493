import { createContext, type ReactNode, useContext } from "react";

import { hrefOf } from "#shared/contract/reference.ts";
import type { ExternalDocs, Markdown } from "#shared/contract/text.ts";
import { type Html, toHtml } from "#shared/html.ts";
import { toOrigin } from "#shared/link.ts";
import type { ReferenceView } from "#shared/view.ts";

import { Markup } from "../markup.tsx";

/** The page of the reference that is being printed, for its parts, however deep they lie. */
export const ReferenceContext = createContext<ReferenceView | null>(null);

/** The page at hand. Only for components below the reference page. */
export function useReference(): ReferenceView {
  const view = useContext(ReferenceContext);
  if (view === null) throw new Error("a part of the reference was rendered outside of it");
  return view;
}

/** How many more levels of named schemas are printed in place, where something uses them. The schemas' own sections only link. */
export const LevelsInPlace = createContext(0);

/** True in responses, where folds of named schemas are filled from their sections. What a reader has to send is in place at once. */
export const FilledFolds = createContext(false);

/** A text that the contract's author wrote, as it reads; nothing where there is none. One paragraph is one element. */
export function ContractText({ text, as, below = 4 }: ContractTextProps) {
  const { htmlByText } = useReference();
  const html = text === null ? undefined : htmlByText.get(text.text);
  if (html === undefined) return null;
  const paragraph = as === "span" ? null : onlyParagraph(html);
  if (paragraph !== null) return <Markup as={as ?? "p"} className="prose" html={paragraph} />;
  return <Markup as={as} className="prose" html={withHeadingsBelow(below, html)} />;
}

/** The content of a text that is a paragraph and nothing else. */
function onlyParagraph(html: Html): Html | null {
  const [, content] = /^<p>((?:(?!<\/?p[\s>])[^])*)<\/p>\s*$/.exec(html) ?? [];
  return content === undefined ? null : toHtml(content);
}

interface ContractTextProps {
  readonly text: Markdown | null;
  readonly as?: "dd" | "span" | undefined;
  /** The level of the heading that the text stands below. */
  readonly below?: 1 | 2 | 3 | 4 | undefined;
}

/** One text may stand in several places: its highest headings are the next below the place's own, and the others follow. */
function withHeadingsBelow(level: number, html: Html): Html {
  const levels = Array.from(html.matchAll(/<h([1-6])\b/g), ([, number]) => Number(number));
  if (levels.length === 0) return html;
  const step = level + 1 - Math.min(...levels);
  return toHtml(html.replaceAll(/(<\/?h)([1-6])\b/g, (_, tag, number) => tag + Math.min(6, Number(number) + step)));
}

/** A link to further reading; its words alone where it leads to nothing. */
export function FurtherReading({ docs }: { readonly docs: ExternalDocs | null }) {
  const { docs: hrefs } = useReference();
  if (docs === null) return null;
  const { url, description, position } = docs;
  const href = hrefs.get(url);
  if (href === undefined)
    return (
      description && (
        <p>
          <ContractText as="span" text={description} />
        </p>
      )
    );
  return (
    <p>
      <a href={href} rel="noopener" data-origin={toOrigin(position)}>
        {description === null ? "Read more" : <ContractText as="span" text={description} />}
      </a>
    </p>
  );
}

/** Where a list is longer than the page prints it: how much of it is there, and a file with all of it. */
export function RestOfList({ count, toText }: RestOfListProps) {
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

interface RestOfListProps {
  /** How many entries the list has. */
  readonly count: number;
  /** All of it, as JSON Schema. */
  readonly toText: () => string;
}

/** A link to where a named schema is printed. A name the contract does not have is plain text. */
export function SchemaLink({ name }: { readonly name: string }) {
  const anchor = useReference().reference.anchorByName.get(name);
  return anchor === undefined ? <>{name}</> : <PlaceLink anchor={anchor}>{name}</PlaceLink>;
}

/** A link to where the reference prints what has that anchor, on this page or on another of its pages. */
export function PlaceLink({ anchor, children }: { readonly anchor: string; readonly children: ReactNode }) {
  const { reference, part } = useReference();
  const href = hrefOf(reference, anchor);
  return (
    <a href={href.startsWith(`${part.href}#`) ? href.slice(part.href.length) : href} data-origin={origin}>
      {children}
    </a>
  );
}

const origin = "templates/reference/reference-context.tsx";
