import type { Html } from "#shared/html.ts";

/** Finished HTML as the content of an element. The type `Html` is the promise that it is safe. */
export function Markup({ html, as: Element = "div", className }: MarkupProps) {
  return <Element className={className} dangerouslySetInnerHTML={{ __html: html }} />;
}

interface MarkupProps {
  readonly html: Html;
  readonly as?: "div" | "h1" | "span" | "p" | "dd" | "code" | undefined;
  readonly className?: string | undefined;
}
