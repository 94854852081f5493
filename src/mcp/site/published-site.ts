import type { FetchFailure } from "#read/fetch/fetch-failure.ts";
import { fetchFile } from "#read/fetch/fetch-file.ts";
import { toSentence } from "#shared/conformance/sample-fault.ts";
import { encodeRoute } from "#shared/route.ts";

import { McpFault, type SiteFiles } from "./site-files.ts";

/** A file that was read before. */
interface KeptFile {
  readonly text: string | null;
  readonly etag: string | null;
  /** The question for which it was asked for last. */
  readonly question: number;
}

/** More files than this are not kept; those that were read longest ago go first. */
const maxKept = 500;

/**
 * The files of a site on the web. Each is asked for once a question, by the entity tag of the text that is at hand; what
 * carries a hash in its name never changes, and is fetched once.
 */
export function readPublishedSite(base: URL): SiteFiles {
  const root = new URL(base.pathname.endsWith("/") ? base.pathname : `${base.pathname}/`, base.origin);
  const kept = new Map<string, KeptFile>();
  let question = 0;
  const read = async (path: string): Promise<string | null> => {
    const known = kept.get(path);
    if (known !== undefined && (known.question === question || path.startsWith("assets/"))) return known.text;
    if (path.split("/").includes("..")) return null;
    // Below the whole address of the root: alone, a path that begins with two slashes would name another host.
    const file = await fetchFile(new URL(root.href + encodeRoute(path)), known?.etag ?? null);
    if (file.kind === "failure") throw new McpFault(toFailure(file));
    const isSame = file.kind === "same" && known !== undefined;
    const { text, etag } = isSame ? known : file.kind === "text" ? file : { text: null, etag: null };
    kept.delete(path);
    kept.set(path, { text, etag, question });
    for (const first of kept.keys()) if (kept.size > maxKept) kept.delete(first);
    return text;
  };
  return {
    read,
    async begin() {
      question += 1;
    },
  };
}

function toFailure({ message, hint }: Pick<FetchFailure, "message" | "hint">): string {
  return `The site cannot be read: ${message}.${hint === null ? "" : ` ${toSentence(hint)}`}`;
}
