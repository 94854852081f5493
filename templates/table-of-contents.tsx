import type { Heading } from "#shared/document.ts";

import { Markup } from "./markup.tsx";

/**
 * The page's headings: a column beside the text where there is room for one, and else folded under “On this page”.
 * The list stands beside the `<details>`, not in it, so that it is in the page once and open where it is a column.
 */
export function TableOfContents({ headings }: { readonly headings: readonly Heading[] }) {
  return (
    <nav className="toc" aria-label="On this page" data-spy="">
      <p className="toc-title">On this page</p>
      <details>
        <summary>On this page</summary>
      </details>
      <ul>
        {headings.map(({ id, level, html }) => (
          <li key={id} className={`toc-${level}`}>
            <a href={`#${id}`} data-origin={origin}>
              <Markup as="span" html={html} />
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

const origin = "templates/table-of-contents.tsx";
