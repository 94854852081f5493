import type { Heading } from "#shared/document.ts";

import { Markup } from "./markup.tsx";

/**
 * The page's headings: a column beside the text if there's room, or else a fold, “On this page”. The list is beside the
 * `<details>` instead of inside, so that the page has it once, and always open as a column.
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
