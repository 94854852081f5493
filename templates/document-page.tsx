import { splitHtml } from "#shared/html.ts";
import { contentsMark, type DocumentView } from "#shared/view.ts";

import { Anchor } from "./anchor.tsx";
import { Breadcrumbs } from "./breadcrumbs.tsx";
import { CopyPage } from "./copy-page.tsx";
import { Markup } from "./markup.tsx";
import { Pagination } from "./pagination.tsx";
import { TableOfContents } from "./table-of-contents.tsx";

/** A page written in Markdown. */
export function DocumentPage({ view }: { readonly view: DocumentView }) {
  const [hero, body] = splitHtml(view.body, contentsMark);
  return (
    <>
      <Breadcrumbs home={view.site.home} trail={view.breadcrumbs} />
      {view.unlisted && <UnlistedNotice />}
      <div className="page-title row">
        {view.heading === null ? <h1>{view.title}</h1> : <Markup as="h1" html={view.heading} />}
        <CopyPage view={view} />
      </div>
      {hero !== null && <Markup className="prose" html={hero} />}
      {view.toc.length > 0 && <TableOfContents headings={view.toc} />}
      <Markup className="prose" html={body} />
      <PageFoot view={view} />
      <Pagination previous={view.previous} next={view.next} />
    </>
  );
}

function PageFoot({ view: { edit, updated } }: { readonly view: DocumentView }) {
  if (edit === null && updated === null) return null;
  const date = updated === null ? null : new Date(updated * 1000);
  return (
    <p className="page-foot">
      {edit !== null && <Anchor link={edit} />}
      {edit !== null && date !== null && " · "}
      {date !== null && (
        <>
          Last updated{" "}
          <time dateTime={date.toISOString().slice(0, 10)}>
            {date.toLocaleDateString("en-US", { dateStyle: "long", timeZone: "UTC" })}
          </time>
        </>
      )}
    </p>
  );
}

function UnlistedNotice() {
  return (
    <aside className="admonition admonition-warning unlisted" aria-label="Unlisted page">
      <p className="admonition-title">Unlisted page</p>
      <p>
        This page is unlisted, but not private. Search engines are asked not to index it; anyone who has the address can
        read it.
      </p>
    </aside>
  );
}
