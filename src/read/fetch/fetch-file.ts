import { showAddress } from "./document-request.ts";
import { type FetchFailure, toConnectionFailure, toResponseFailure, toStatusFailure } from "./fetch-failure.ts";
import { isRedirect, readText } from "./response-text.ts";

/** What became of asking for a file of a site. */
export type FetchedFile =
  | { readonly kind: "text"; readonly text: string; readonly etag: string | null }
  /** It is what it was when it had that entity tag. */
  | { readonly kind: "same" }
  | { readonly kind: "missing" }
  | FetchFailure;

const limits = { bytes: 16_000_000, redirects: 5, milliseconds: 15_000 } as const;

/**
 * Fetches a text over http or https, without credentials. A redirect may lead to another path of the host, and nowhere
 * else: what a site's owner writes decides of no other host that this machine can reach.
 */
export async function fetchFile(address: URL, etag: string | null): Promise<FetchedFile> {
  let url = address;
  try {
    const signal = AbortSignal.timeout(limits.milliseconds);
    const headers = { "user-agent": "docs-build", ...(etag !== null && { "if-none-match": etag }) };
    for (let hops = 0; hops <= limits.redirects; hops += 1) {
      const response = await fetch(url, { headers, redirect: "manual", signal });
      const location = isRedirect(response) ? response.headers.get("location") : null;
      if (location === null) return await toFile(response, url);
      await response.body?.cancel();
      const target = URL.canParse(location, url.href) ? new URL(location, url.href) : null;
      if (target?.origin !== url.origin)
        return toResponseFailure(`${showAddress(url)} redirects to another host`, elsewhere);
      url = target;
    }
    return toResponseFailure(`${showAddress(address)} redirects more than ${limits.redirects} times`, null);
  } catch (error) {
    return toConnectionFailure(error, showAddress(url), limits.milliseconds);
  }
}

const elsewhere = "name the address that it leads to, where that is the site's";

async function toFile(response: Response, url: URL): Promise<FetchedFile> {
  const { status, headers } = response;
  if (status === 200) {
    const text = await readText(response, { address: showAddress(url), limit: limits.bytes, hint: null });
    return typeof text === "string" ? { kind: "text", text, etag: headers.get("etag") } : text;
  }
  await response.body?.cancel();
  if (status === 304) return { kind: "same" };
  if (status === 404 || status === 410) return { kind: "missing" };
  return toStatusFailure(response, showAddress(url), "the pages of the site must be open to anyone");
}
