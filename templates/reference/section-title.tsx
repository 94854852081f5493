import type { ReactNode } from "react";
import { useReference } from "./reference-context.ts";

/**
 * The title of a section of the reference. On a page of its own the page's title has said it: there the heading is
 * only for those who move by headings.
 */
export function SectionTitle({ kind, children }: SectionTitleProps) {
  const { isPart } = useReference();
  return isPart ? <h2 className="visually-hidden">{kind}</h2> : <h2>{children}</h2>;
}

interface SectionTitleProps {
  /** What is in the section, in one word. */
  readonly kind: "Operations" | "Webhooks" | "Schemas";
  readonly children: ReactNode;
}
