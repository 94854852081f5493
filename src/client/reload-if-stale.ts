/**
 * After a new deployment the files that an open page asks for are gone. Then the page is loaded anew, once for each
 * deployment; the promise does not settle while it is. It settles when the page is as new as the server's.
 */
export async function reloadIfStale(): Promise<void> {
  const deployed = await deployedScript();
  const own = document.querySelector('head script[type="module"]')?.getAttribute("src") ?? null;
  if (deployed === null || deployed === own || !isFirstTime(deployed)) return;
  location.reload();
  await new Promise(() => undefined);
}

const scriptAddress = /<script type="module" src="([^"]+)"/;

/** The script that the server's present version of this page names; null when there is no telling. */
async function deployedScript(): Promise<string | null> {
  const page = await fetch(location.href, { cache: "no-store" })
    .then(async (response) => (response.ok ? response.text() : ""))
    .catch(() => "");
  return scriptAddress.exec(page)?.[1] ?? null;
}

/** Servers that disagree about the version must not keep a tab reloading. Without storage there is no way to know. */
function isFirstTime(deployed: string): boolean {
  try {
    if (sessionStorage.getItem("docs.reloaded") === deployed) return false;
    sessionStorage.setItem("docs.reloaded", deployed);
    return true;
  } catch {
    return false;
  }
}
