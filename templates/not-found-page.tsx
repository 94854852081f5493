import type { NotFoundView } from "#shared/view.ts";

import { Markup } from "./markup.tsx";

/** The page for unknown addresses. Script adds a suggestion before the text. */
export function NotFoundPage({ view }: { readonly view: NotFoundView }) {
  return (
    <>
      <LostRoute />
      {view.heading === null ? <h1>{view.title}</h1> : <Markup as="h1" html={view.heading} />}
      <div className="prose" data-lost="" />
      <Markup className="prose" html={view.body} />
    </>
  );
}

function LostRoute() {
  return (
    <svg className="lost" width="416" height="72" viewBox="0 0 416 72" aria-hidden="true">
      <path className="fig-line-accent" d="M20 20h160" />
      <path className="fig-line-dashed" d="M188 20h188" />
      <circle className="fig-box-accent" cx="12" cy="20" r="10" />
      <circle className="fig-box-accent" cx="180" cy="20" r="5" />
      <circle className="fig-line-dashed" cx="392" cy="20" r="12" />
      <text x="8" y="62">
        /
      </text>
      <text className="gone" x="404" y="62" textAnchor="end" />
    </svg>
  );
}
