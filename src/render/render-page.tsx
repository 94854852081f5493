import { renderToPipeableStream, renderToStaticMarkup } from "react-dom/server";

import type { PageView } from "#shared/view.ts";

import { importTemplates, RenderFault, type Templates } from "./templates.ts";

/** The HTML of a page, with the origins of its links still in it. */
export function renderPage({ Page }: Templates, view: PageView): string {
  return `<!doctype html>\n${renderToStaticMarkup(<Page view={view} />)}\n`;
}

/**
 * The same by templates that a site may have changed; null stands for the package's.
 * @throws RenderFault when the site's templates give what can't be rendered.
 */
export async function renderWith(code: string | null, view: PageView): Promise<string> {
  const templates = await importTemplates(code);
  try {
    return renderPage(templates, view);
  } catch (error) {
    if (code === null || !(error instanceof Error)) throw error;
    throw new RenderFault(error, { components: await componentStackOf(templates, view), isOwn: await isFine(view) });
  }
}

/** Only React's streaming renderer names the components, the innermost first. */
async function componentStackOf({ Page }: Templates, view: PageView): Promise<readonly string[]> {
  return new Promise((resolve) => {
    renderToPipeableStream(<Page view={view} />, {
      onError: (_, { componentStack = "" }) =>
        resolve([...componentStack.matchAll(/^ +at ([A-Z][\w$]*)/gm)].map(([, name = ""]) => name)),
      onAllReady: () => resolve([]),
    });
  });
}

async function isFine(view: PageView): Promise<boolean> {
  const packaged = await importTemplates(null);
  try {
    renderPage(packaged, view);
    return true;
  } catch {
    return false;
  }
}
