import { renderToPipeableStream, renderToStaticMarkup } from "react-dom/server";

import type { PageView } from "#shared/view.ts";

import { importTemplates, RenderFault, type Templates } from "./templates.ts";

/** Renders a page; the HTML still has the origins of its links. */
export function renderPage({ Page }: Templates, view: PageView): string {
  return `<!doctype html>\n${renderToStaticMarkup(<Page view={view} />)}\n`;
}

/**
 * The same with templates that a site has changed; null stands for the package's.
 * @throws RenderFault if the site's templates return something that React can't render.
 */
export async function renderWith(code: string | null, view: PageView): Promise<string> {
  const templates = await importTemplates(code);
  try {
    return renderPage(templates, view);
  } catch (error) {
    if (code === null || !(error instanceof Error)) throw error;
    throw new RenderFault(error, await componentStackOf(templates, view));
  }
}

/** Of React's renderers, only the streaming one names the components, the innermost first. */
async function componentStackOf({ Page }: Templates, view: PageView): Promise<readonly string[]> {
  return new Promise((resolve) => {
    renderToPipeableStream(<Page view={view} />, {
      onError: (_, { componentStack = "" }) =>
        resolve([...componentStack.matchAll(/^ +at ([A-Z][\w$]*)/gm)].map(([, name = ""]) => name)),
      onAllReady: () => resolve([]),
    });
  });
}
