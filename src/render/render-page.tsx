import { renderToStaticMarkup } from "react-dom/server";

import type { PageView } from "#shared/view.ts";

import type { Templates } from "./templates.ts";

/** The HTML of a page, with the origins of its links still in it. */
export function renderPage({ Page }: Templates, view: PageView): string {
  return `<!doctype html>\n${renderToStaticMarkup(<Page view={view} />)}\n`;
}
