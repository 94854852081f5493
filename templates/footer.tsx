import type { SiteView } from "#shared/view.ts";

import { Anchor } from "./anchor.tsx";
import { Mark } from "./brand.tsx";

/** The dark end of every page: one row, a list on narrow screens. */
export function Footer({ site }: { readonly site: SiteView }) {
  return (
    <footer className="footer ink">
      <Mark />
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
