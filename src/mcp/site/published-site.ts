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

/** What is kept of a site, which may be anybody's; what was fetched longest ago goes first. */
const usualLimits = { files: 500, characters: 64_000_000 };

/**
 * The files of a site on the web. Each is asked for once a question, by the entity tag of the text that is at hand; what
 * carries a hash in its name never changes, and is fetched once.
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
    // Below the whole address of the root: alone, a path that begins with two slashes would name another host.
    const file = await fetchFile(new URL(root.href + encodeRoute(path)), known?.etag ?? null);
    if (file.kind === "failure") throw new McpFault(toFailure(file));
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

function toFailure({ message, hint }: Pick<FetchFailure, "message" | "hint">): string {
  return `The site cannot be read: ${message}.${hint === null ? "" : ` ${toSentence(hint)}`}`;
}
