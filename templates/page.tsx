import { frameId, type PageView } from "#shared/view.ts";

import { Announcement } from "./announcement.tsx";
import { DocumentPage } from "./document-page.tsx";
import { Footer } from "./footer.tsx";
import { Head } from "./head.tsx";
import { Menu } from "./menu.tsx";
import { Navbar } from "./navbar.tsx";
import { NotFoundPage } from "./not-found-page.tsx";
import { ReferencePage } from "./reference-page.tsx";
import { Search } from "./search.tsx";

/** A page's whole document, without the doctype. */
export function Page({ view }: { readonly view: PageView }) {
  const { site } = view;
  const isHome = view.kind === "document" && view.layout === "home";
  // The class is set before the text arrives, which would otherwise move once the table of contents has arrived.
  const isSpread = view.kind === "document" && (isHome || view.toc.length > 0);
  return (
    <html
      lang={site.language}
      data-theme={site.defaultColorMode === "dark" ? "dark" : "light"}
      data-mode={site.defaultColorMode === "system" ? "system" : undefined}
      data-announcement-id={site.announcement?.id}
    >
      <Head view={view} />
      <body>
        {/* In the body they block rendering too, and come after the styles that scripts add to the head. */}
        {site.assets.siteStyles !== null && <link rel="stylesheet" href={site.assets.siteStyles} />}
        <a href={`#${frameId("main")}`} className="skip-link" data-origin="templates/page.tsx">
          Skip to main content
        </a>
        {site.announcement !== null && <Announcement announcement={site.announcement} />}
        <Navbar view={view} />
        <Search />
        <div className={`layout layout-${view.kind}${isHome ? " layout-home" : ""}`}>
          <Menu view={view} />
          <main id={frameId("main")} tabIndex={-1} className={isSpread ? "spread" : undefined}>
            <PageContent view={view} />
          </main>
          <Footer site={site} />
        </div>
        <output id={frameId("announcer")} className="visually-hidden" />
      </body>
    </html>
  );
}

function PageContent({ view }: { readonly view: PageView }) {
  switch (view.kind) {
    case "document":
      return <DocumentPage view={view} />;
    case "not-found":
      return <NotFoundPage view={view} />;
    case "reference":
      return <ReferencePage view={view} />;
  }
}
