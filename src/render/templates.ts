import { join } from "node:path";

import type { ReactNode } from "react";

import type { PageView } from "#shared/view.ts";

import { overridePlugin, ownOrPackaged, toCompileError } from "./overrides.ts";

/** What a set of templates gives: the component of a whole page. */
export interface Templates {
  readonly Page: (props: { readonly view: PageView }) => ReactNode;
}

/**
 * The package's templates with each file replaced that the site has under the same name, as one module; null for a site
 * that has none. `files` are the texts of the site's, by path relative to the root.
 * @throws BuildError when a template does not compile.
 */
export async function compileTemplates(root: string, files: ReadonlyMap<string, string>): Promise<string | null> {
  if (files.size === 0) return null;
  const { build } = await import("esbuild");
  const result = await build({
    absWorkingDir: root,
    entryPoints: [ownOrPackaged(join(root, "templates"), "page.tsx")],
    bundle: true,
    write: false,
    format: "esm",
    platform: "node",
    jsx: "automatic",
    logLevel: "silent",
    plugins: [overridePlugin(root)],
  }).catch((error: unknown) => {
    throw toCompileError(error, files);
  });
  return result.outputFiles[0]?.text ?? "";
}

/** Loads compiled templates; null stands for the package's, which were compiled ahead of time. */
export async function importTemplates(code: string | null): Promise<Templates> {
  if (code === null) return import("#templates/page.tsx");
  // A module is loaded once per address: the address is the code, so that an edit is a new module and nothing is written.
  const address = `data:text/javascript;base64,${Buffer.from(`${code}//# sourceURL=templates\n`).toString("base64")}`;
  const templates: Templates = await import(address);
  return templates;
}
