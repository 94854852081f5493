import type { LinkView } from "#shared/view.ts";

import { Anchor } from "./anchor.tsx";

/** The neighbors of a page in reading order. */
export function Pagination({ previous, next }: PaginationProps) {
  if (previous === null && next === null) return null;
  return (
    <nav className="pagination" aria-label="Previous and next page">
      {previous !== null && <Neighbor link={previous} direction="Previous" />}
      {next !== null && <Neighbor link={next} direction="Next" />}
    </nav>
  );
}

interface PaginationProps {
  readonly previous: LinkView | null;
  readonly next: LinkView | null;
}

function Neighbor({ link, direction }: { readonly link: LinkView; readonly direction: "Previous" | "Next" }) {
  return (
    <Anchor link={link} className={direction === "Next" ? "next" : "previous"}>
      <small>{direction}</small> <span>{link.label}</span>
    </Anchor>
  );
}
