import type { AssetsView } from "#shared/assets-view.ts";
import type { LinkGroupView, SiteView } from "#shared/view.ts";

import { Anchor } from "./anchor.tsx";
import { Mark } from "./brand.tsx";
import { Logo } from "./logo.tsx";

/** The footer of every page: one row, or a list on narrow screens, below the columns that the settings may have. */
export function Footer({ site }: { readonly site: SiteView }) {
  return (
    <footer className="footer ink row">
      {site.footerColumns.length > 0 && <FooterColumns columns={site.footerColumns} />}
      <FooterMark logo={site.assets.logo} />
      {site.footerLinks.length > 0 && (
        <nav aria-label="Footer" className="row">
          {site.footerLinks.map((link) => (
            <Anchor key={link.href} link={link} />
          ))}
        </nav>
      )}
      <p>{site.copyright}</p>
    </footer>
  );
}

function FooterColumns({ columns }: { readonly columns: readonly LinkGroupView[] }) {
  return (
    <nav aria-label="Site" className="footer-columns">
      {columns.map(({ label, items }) => (
        <div key={label}>
          <h2>{label}</h2>
          {items.map((link) => (
            <Anchor key={link.href} link={link} />
          ))}
        </div>
      ))}
    </nav>
  );
}

/** The footer is always dark, so a logo that's only for light pages is left out. */
function FooterMark({ logo }: Pick<AssetsView, "logo">) {
  if (logo === null) return <Mark />;
  return logo.dark === null ? null : <Logo logo={logo} />;
}
