import type { Markdown } from "#shared/contract/text.ts";

import { Markup } from "../markup.tsx";
import { useReference } from "./reference-context.ts";

/** A text that the contract's author wrote, as it reads; nothing where there is none. */
export function ContractText({ text, as, className }: ContractTextProps) {
  const { htmlByText } = useReference();
  const html = text === null ? undefined : htmlByText.get(text.text);
  return html === undefined ? null : <Markup as={as} className={className} html={html} />;
}

interface ContractTextProps {
  readonly text: Markdown | null;
  readonly as?: "div" | "span" | undefined;
  readonly className?: string | undefined;
}
