import type { Page } from "playwright-core";

/** The five choices as a page shows them. */
export async function shownOn(page: Page) {
  return page.evaluate(() => {
    const { theme, announcement, sidebar } = document.documentElement.dataset;
    const language = document.querySelector<HTMLInputElement>("[data-sync=language] input:checked")?.value;
    const api = document.querySelector<HTMLAnchorElement>("[data-versions]")?.getAttribute("href");
    return { theme, announcement, isCollapsed: sidebar === "collapsed", language, api };
  });
}
