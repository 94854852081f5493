import type { DocumentView } from "#shared/view.ts";

import { Breadcrumbs } from "./breadcrumbs.tsx";
import { Markup } from "./markup.tsx";
import { Pagination } from "./pagination.tsx";
import { TableOfContents } from "./table-of-contents.tsx";

/** A page written in Markdown. */
export function DocumentPage({ view }: { readonly view: DocumentView }) {
  return (
    <>
      <Breadcrumbs home={view.site.home} trail={view.breadcrumbs} />
      {view.unlisted && <UnlistedNotice />}
      <h1>{view.title}</h1>
      {view.toc.length > 1 && <TableOfContents headings={view.toc} />}
      <Markup className="prose" html={view.body} />
      <Pagination previous={view.previous} next={view.next} />
    </>
  );
}

/** Says what “unlisted” means to the reader who got here by a direct address. */
function UnlistedNotice() {
  return (
    <aside className="admonition admonition-warning unlisted" aria-label="Unlisted page">
      <p className="admonition-title">Unlisted page</p>
      <p>
        This page is not listed, but it is not private. Search engines are asked not to index it; anyone who has the
        address can read it.
      </p>
    </aside>
  );
}
