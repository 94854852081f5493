import type { PageView } from "#shared/view.ts";

import { Anchor } from "./anchor.tsx";
import { Logo } from "./logo.tsx";

/**
 * The mark and the site's title link to the home page. If a navbar link beside them has the same words, the title is
 * visually hidden on wide screens.
 */
export function Brand({ view }: { readonly view: PageView }) {
  const { home, title } = view.site;
  const { logo } = view.site.assets;
  const repeated = view.navbar.some(({ label }) => label === title);
  return (
    <Anchor link={home} className={repeated ? "brand brand-quiet" : "brand"} label={`${title}, home page`}>
      {logo === null ? <Mark /> : <Logo logo={logo} />}
      {logo?.hasTitle !== false && <span>{title}</span>}
    </Anchor>
  );
}

/** Two entries of a ledger, one of them out of line with the other. The same drawing as src/render/pictures/icon.svg. */
export function Mark() {
  return (
    <svg
      className="mark"
      width="28"
      height="28"
      viewBox="0 0 32 32"
      aria-hidden="true"
      fill="#0a666b"
      stroke="#fff"
      strokeWidth="3"
      strokeLinecap="round"
    >
      <rect width="32" height="32" rx="8" stroke="none" />
      <path d="M7 10.5h13" />
      <path d="M12 16h13" stroke="#f3bd62" />
      <path d="M7 21.5h13" />
    </svg>
  );
}
