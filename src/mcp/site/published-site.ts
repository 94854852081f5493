import { showAddress } from "#read/fetch/document-request.ts";
import {
  fetchAddress,
  type FetchFailure,
  readText,
  toResponseFailure,
  toStatusFailure,
} from "#read/fetch/read-response.ts";
import { toSentence } from "#shared/english.ts";
import { encodeRoute } from "#shared/route.ts";

import { McpFault, type SiteFiles } from "./site-files.ts";

interface KeptFile {
  readonly text: string | null;
  readonly etag: string | null;
  /** The number of the last question that used it. */
  readonly question: number;
}

/** Bounds on the memory for one site, which may be anyone's. The oldest file is dropped first. */
const usualLimits = { files: 500, characters: 64_000_000 };

/**
 * Reads the files of a published site. Each file is revalidated once per question by its entity tag. A file with a hash
 * in its name never changes, so it's fetched once.
 */
export function readPublishedSite(base: URL, limits = usualLimits): SiteFiles {
  const root = new URL(base.pathname.endsWith("/") ? base.pathname : `${base.pathname}/`, base.origin);
  const kept = new Map<string, KeptFile>();
  let question = 0;
  let characters = 0;
  const forget = (path: string): void => {
    characters -= kept.get(path)?.text?.length ?? 0;
    kept.delete(path);
  };
  const keep = (path: string, file: KeptFile): void => {
    forget(path);
    kept.set(path, file);
    characters += file.text?.length ?? 0;
    for (const first of kept.keys()) if (kept.size > limits.files || characters > limits.characters) forget(first);
  };
  const read = async (path: string): Promise<string | null> => {
    const known = kept.get(path);
    if (known !== undefined && (known.question === question || path.startsWith("assets/"))) return known.text;
    if (path.split("/").includes("..")) return null;
    // The path is appended to the root's whole address, because a path that begins with two slashes would name another
    // host.
    const file = await fetchFile(new URL(root.href + encodeRoute(path)), known?.etag ?? null);
    if (file.kind === "failure") {
      const hint = file.hint === null ? "" : ` ${toSentence(file.hint)}`;
      throw new McpFault(`The site can't be read: ${file.message}.${hint}`);
    }
    const isSame = file.kind === "same" && known !== undefined;
    const { text, etag } = isSame ? known : file.kind === "text" ? file : { text: null, etag: null };
    keep(path, { text, etag, question });
    return text;
  };
  return {
    read,
    async begin() {
      question += 1;
    },
  };
}

type FetchedFile =
  | { readonly kind: "text"; readonly text: string; readonly etag: string | null }
  /** The file has the same entity tag as before. */
  | { readonly kind: "same" }
  | { readonly kind: "missing" }
  | FetchFailure;

/** In bytes, for one file. */
const mostBytes = 16_000_000;

/**
 * Fetches a text without credentials. A redirect may lead only to another path of the host: the owner of a site must not
 * make this machine call other hosts that it can reach.
 */
async function fetchFile(address: URL, etag: string | null): Promise<FetchedFile> {
  return fetchAddress<FetchedFile>(address, {
    headersFor: () => ({ "user-agent": "docs-build", ...(etag !== null && { "if-none-match": etag }) }),
    follow: (from, location) => {
      const target = URL.canParse(location, from.href) ? new URL(location, from.href) : null;
      if (target?.origin === from.origin) return target;
      const hint = "name the address that it leads to, where that is the site's";
      return toResponseFailure(`${showAddress(from)} redirects to another host`, hint);
    },
    read: async (response, url) => {
      const { status, headers } = response;
      if (status === 200) {
        const text = await readText(response, { address: showAddress(url), limit: mostBytes, hint: null });
        return typeof text === "string" ? { kind: "text", text, etag: headers.get("etag") } : text;
      }
      await response.body?.cancel();
      if (status === 304) return { kind: "same" };
      if (status === 404 || status === 410) return { kind: "missing" };
      return toStatusFailure(response, showAddress(url), "the pages of the site must be open to anyone");
    },
    timeout: 15_000,
  });
}
