import type { AssetsView } from "#shared/assets-view.ts";
import type { LinkGroupView, SiteView } from "#shared/view.ts";

import { Anchor } from "./anchor.tsx";
import { Mark } from "./brand.tsx";
import { Logo } from "./logo.tsx";

/** The dark end of every page: one row, a list on narrow screens; columns above it where the settings have some. */
export function Footer({ site }: { readonly site: SiteView }) {
  return (
    <footer className="footer ink">
      {site.footerColumns.length > 0 && <FooterColumns columns={site.footerColumns} />}
      <FooterMark logo={site.assets.logo} />
      {site.footerLinks.length > 0 && (
        <nav aria-label="Footer">
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

/** The footer is always dark: a logo that is drawn only for light pages would vanish. */
function FooterMark({ logo }: Pick<AssetsView, "logo">) {
  if (logo === null) return <Mark />;
  return logo.dark === null ? null : <Logo logo={logo} />;
}
