import type { LinkView } from "#shared/view.ts";

import { Anchor } from "./anchor.tsx";
import { Icon } from "./icon.tsx";

/** The path from the home page to this page. The last entry is this page, without a link. */
export function Breadcrumbs({ home, trail }: { readonly home: LinkView; readonly trail: readonly LinkView[] }) {
  if (trail.length === 0) return null;
  return (
    <nav className="breadcrumbs" aria-label="Breadcrumbs">
      <ol className="row">
        <li>
          <Anchor link={home} label="Home page">
            <Icon name="home" />
          </Anchor>
        </li>
        {trail.map((link) => (
          <li key={link.label}>
            <Crumb link={link} last={link === trail.at(-1)} />
          </li>
        ))}
      </ol>
    </nav>
  );
}

function Crumb({ link, last }: { readonly link: LinkView; readonly last: boolean }) {
  if (last) return <span aria-current="page">{link.label}</span>;
  return link.href === "" ? link.label : <Anchor link={link} />;
}
