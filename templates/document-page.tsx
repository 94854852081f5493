import type { DocumentView } from "../src/model/view.ts";
import { Breadcrumbs } from "./breadcrumbs.tsx";
import { Markup } from "./markup.tsx";
import { Pagination } from "./pagination.tsx";
import { TableOfContents } from "./table-of-contents.tsx";
import { UnlistedNotice } from "./unlisted-notice.tsx";

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
