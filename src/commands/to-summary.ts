import { basename, relative } from "node:path";

import type { Diagnostic } from "../model/diagnostic.ts";
import type { Summary } from "../report/report-build.ts";
import type { BuiltSite } from "../thread/build-message.ts";

/** What a command tells in its last line. `out` is the folder that was written; null when none was. */
export function toSummary(site: BuiltSite, diagnostics: readonly Diagnostic[], out: string | null): Summary {
  const errors = diagnostics.filter(({ severity }) => severity === "error").length;
  return {
    pages: site.pageCount,
    errors,
    warnings: diagnostics.length - errors,
    bytes: site.files.reduce((sum, { content }) => sum + Buffer.byteLength(content), 0),
    milliseconds: Math.round(performance.now()),
    out: out === null ? null : shortPath(out),
    samples: samplesOf(site),
  };
}

/** Blocks that say what they are; a block included in two pages counts twice, as it is published. */
function samplesOf({ documents }: BuiltSite): Summary["samples"] {
  const uses = documents.flatMap((document) => document.uses);
  const checked = uses.filter(({ kind }) => kind === "request" || kind === "response" || kind === "body").length;
  return { checked, unchecked: documents.flatMap(({ unchecked }) => unchecked) };
}

function shortPath(path: string): string {
  const short = relative(process.cwd(), path);
  return short === "" ? basename(path) : short.startsWith("..") ? path : short;
}
