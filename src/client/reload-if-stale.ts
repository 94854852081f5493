import { readTab, writeTab } from "./explorer/tab-state.ts";

/**
 * After a new deployment the files that an open page asks for are gone. Then the page is loaded anew, once for each
 * deployment; the promise doesn't settle while it is. It settles when the page is as new as the server's. Where the
 * reader has tried again, it is loaded anew as soon as the server has it: browsers from before the summer of 2026 don't
 * ask again for a script that once didn't arrive (https://github.com/whatwg/html/pull/10327).
 */
export async function reloadIfStale(isTriedAgain = false): Promise<void> {
  const deployed = await deployedScript();
  const own = document.querySelector('head script[type="module"]')?.getAttribute("src");
  if (deployed === undefined || !(isTriedAgain || (deployed !== own && isFirstTime(deployed)))) return;
  location.reload();
  await new Promise(() => undefined);
}

const scriptAddress = /<script type="module" src="([^"]+)"/;

async function deployedScript(): Promise<string | undefined> {
  const page = await fetch(location.href, { cache: "no-store" })
    .then(async (response) => (response.ok ? response.text() : ""))
    .catch(() => "");
  return scriptAddress.exec(page)?.[1];
}

/** Servers that disagree about the version must not keep a tab reloading; without storage there is no way to know. */
function isFirstTime(deployed: string): boolean {
  return readTab("docs.reloaded") !== deployed && writeTab("docs.reloaded", deployed);
}
