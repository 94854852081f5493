import { readTab, writeTab } from "./explorer/tab-state.ts";

/**
 * After a new deployment, files that an open page asks for are gone. The page then reloads, once for each deployment,
 * and the promise stays pending. It settles if the page is as new as the server's. If the reader has tried again, the
 * page reloads as soon as the server has the file, because browsers from before the summer of 2026 don't request a
 * script again that once failed (https://github.com/whatwg/html/pull/10327).
 */
export async function reloadIfStale(isTriedAgain = false): Promise<void> {
  const page = await fetch(location.href, { cache: "no-store" })
    .then(async (response) => (response.ok ? response.text() : ""))
    .catch(() => "");
  const [, deployed] = scriptAddress.exec(page) ?? [];
  const own = document.querySelector('head script[type="module"]')?.getAttribute("src");
  if (deployed === undefined || !(isTriedAgain || (deployed !== own && isFirstTime(deployed)))) return;
  location.reload();
  await new Promise(() => undefined);
}

const scriptAddress = /<script type="module" src="([^"]+)"/;

/**
 * Servers that disagree about the version must not keep a tab reloading. Without storage nobody knows, so there's no
 * reload.
 */
function isFirstTime(deployed: string): boolean {
  return readTab("docs.reloaded") !== deployed && writeTab("docs.reloaded", deployed);
}
