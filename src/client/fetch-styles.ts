/** Fetches the styles that explorers need. Without them an explorer is plain, but it works. */
export async function fetchExplorerStyles(): Promise<unknown> {
  const page = document.querySelector<HTMLElement>("[data-explorer-styles]");
  const href = page?.dataset["explorerStyles"] ?? "";
  if (href === "" || document.querySelector(`link[href="${CSS.escape(href)}"]`) !== null) return undefined;
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = href;
  return new Promise((resolve) => {
    link.addEventListener("load", resolve);
    link.addEventListener("error", resolve);
    document.head.append(link);
  });
}
