import { SourceMap, type SourceMapPayload } from "node:module";

import type { ReactNode } from "react";

import { BuildError, diagnose, type Position } from "#shared/diagnostic.ts";
import type { PageView } from "#shared/view.ts";

import { type Compiled, overridesOf, toCompileError } from "./overrides.ts";

/** What a set of templates gives: the component of a whole page. */
export interface Templates {
  readonly Page: (props: { readonly view: PageView }) => ReactNode;
}

/**
 * The package's templates with each file replaced that the site has under the same name, as one module. `files` are the
 * texts of the site's, by path relative to the root.
 * @throws BuildError when a template does not compile.
 */
export async function compileTemplates(root: string, files: ReadonlyMap<string, string>): Promise<Compiled<string>> {
  const { build } = await import("esbuild");
  const { options, find, isWhole } = overridesOf(root, files);
  const result = await build({
    ...options,
    entryPoints: [find("page.tsx")],
    bundle: true,
    write: false,
    format: "esm",
    platform: "node",
    jsx: "automatic",
    sourcemap: "inline",
    sourcesContent: false,
    logLevel: "silent",
  }).catch((error: unknown) => {
    throw toCompileError(error, files);
  });
  return { value: result.outputFiles[0]?.text ?? "", isWhole: isWhole() };
}

/** Loads compiled templates; null stands for the package's, which were compiled ahead of time. */
export async function importTemplates(code: string | null): Promise<Templates> {
  if (code === null) return import("#templates/page.tsx");
  // A module is loaded once per address: the address is the code, so that an edit is a new module and nothing is written.
  const address = `data:text/javascript;base64,${Buffer.from(`${code}//# sourceURL=${moduleName}\n`).toString("base64")}`;
  const templates: Templates = await import(address);
  return templates;
}

/** What compiled templates are called in a stack. */
const moduleName = "templates";

/**
 * What a site's own template throws is its author's to mend: a finding at the line in `files` that threw. Other errors stay
 * what they are.
 */
export function toTemplateError(error: unknown, code: string | null, files: ReadonlyMap<string, string>): unknown {
  if (!(error instanceof Error) || code === null) return error;
  const position = originOf(error, code);
  if (position === null || !files.has(position.file)) return error;
  return new BuildError([diagnose("template/invalid", `the template throws: ${error.message}`, position)], files);
}

/** Where the innermost call of a template stands in its source. */
function originOf({ stack = "" }: Error, code: string): Position | null {
  const [, line, column] = new RegExp(`\\b${moduleName}:(\\d+):(\\d+)`).exec(stack) ?? [];
  const [, map = ""] = /\/\/# sourceMappingURL=[^,]*,(\S+)\s*$/.exec(code) ?? [];
  if (line === undefined || map === "") return null;
  const payload: SourceMapPayload = JSON.parse(Buffer.from(map, "base64").toString());
  const entry = new SourceMap(payload).findEntry(Number(line) - 1, Number(column) - 1);
  if (!("originalSource" in entry)) return null;
  return { file: entry.originalSource, line: entry.originalLine + 1, column: entry.originalColumn + 1 };
}
