import type { SiteView } from "#shared/view.ts";

import { Anchor } from "./anchor.tsx";

/** The dark end of every page. */
export function Footer({ site }: { readonly site: SiteView }) {
  return (
    <footer className="footer ink">
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
