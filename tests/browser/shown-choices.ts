/** The five choices as the page shows them. Runs in browsers by itself: it takes nothing from around it. */
export function readChoices() {
  const { theme, announcement, sidebar } = document.documentElement.dataset;
  const language = document.querySelector<HTMLInputElement>("[data-sync=language] input:checked")?.value;
  const api = document.querySelector<HTMLAnchorElement>("[data-versions]")?.getAttribute("href");
  return { theme, announcement, isCollapsed: sidebar === "collapsed", language, api };
}
