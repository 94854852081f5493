import { build, type BuildOptions, type BuildResult } from "#build.ts";
import type { Diagnostic } from "#shared/diagnostics/diagnostic.ts";
import { formatPosition } from "#shared/diagnostics/format-diagnostic.ts";

/* Sites with their own templates, which are compiled in their folder. */

export interface BuiltFolder extends BuildResult {
  /** The findings in one line each: `error directive/invalid content/index.md:5:1 no `amount` — write it [fix]`. */
  readonly found: readonly string[];
  /** The finished files as texts, by path. */
  readonly outputs: ReadonlyMap<string, string>;
  readonly html: string;
}

/** Builds the site of a folder; its front page is `html`. */
export async function buildFolder(root: string, options: Partial<BuildOptions> = {}): Promise<BuiltFolder> {
  const outputs = new Map<string, string>();
  const result = await build({
    ...{ root, flags: {}, strict: false, ...options },
    emit: ({ path, content }) => void outputs.set(path, Buffer.from(content).toString()),
  });
  return { ...result, found: result.diagnostics.map(formatFinding), outputs, html: outputs.get("index.html") ?? "" };
}

function formatFinding({ severity, code, position, message, hint, fix }: Diagnostic): string {
  const words = [
    severity,
    code,
    position && formatPosition(position),
    message,
    "—",
    hint,
    fix && `[${fix.replacement}]`,
  ];
  return words.filter((word) => word !== undefined).join(" ");
}
