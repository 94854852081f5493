import type { DocumentView, LinkView } from "#shared/view.ts";

import { Anchor } from "./anchor.tsx";

/** The neighbors of a page in reading order. */
export function Pagination({ previous, next }: Pick<DocumentView, "previous" | "next">) {
  if (previous === null && next === null) return null;
  return (
    <nav className="pagination" aria-label="Previous and next page">
      {previous !== null && <Neighbor link={previous} direction="Previous" />}
      {next !== null && <Neighbor link={next} direction="Next" />}
    </nav>
  );
}

function Neighbor({ link, direction }: { readonly link: LinkView; readonly direction: "Previous" | "Next" }) {
  return (
    <Anchor link={link} className={direction === "Next" ? "next" : "previous"}>
      <small>{direction}</small> <span>{link.label}</span>
    </Anchor>
  );
}
