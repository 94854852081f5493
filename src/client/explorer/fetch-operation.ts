import { type ExplorerOperation, parseOperation } from "./explorer-operation.ts";

/**
 * Fetches an operation's file.
 * @throws Error with the file's address and status when it does not arrive.
 */
export async function fetchOperation(source: string): Promise<ExplorerOperation> {
  const response = await fetch(source);
  if (!response.ok) throw new Error(`${source} could not be loaded: ${response.status} ${response.statusText}`);
  return parseOperation(await response.text());
}

/** Fetches the styles of explorers, whose address stands beside those of the page. Without them an explorer is plain, but works. */
export async function fetchStyles(): Promise<unknown> {
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
